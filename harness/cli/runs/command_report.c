/* SPDX-License-Identifier: MIT */
#include "harness/base/disk.h"
#include "harness/base/output.h"
#include "harness/cli/command.h"
#include "harness/cli/runs/run_list.h"
#include "harness/judge/claims.h"
#include "harness/session/message.h"
#include "harness/show/report/report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a line of the command is about. */
struct subject {
    struct run_list runs;
    struct published_list published;
    struct claims *claims;
};

static void subject_finish(struct subject *subject)
{
    claims_destroy(&subject->claims);
    run_list_finish(&subject->runs);
    published_list_finish(&subject->published);
}

/* Returns the exit code, with a message; what was open stays for subject_finish(). */
static int subject_open(struct subject *subject, const struct options *options)
{
    if (!published_list_shipped(&subject->published))
        return message_error("no memory is left");
    const int code = run_list_open(&subject->runs, options, "report");
    if (code != EXIT_CODE_OK)
        return code;
    subject->claims = claims_judge(run_list_runs(&subject->runs), subject->runs.count,
                                   subject->published.files, subject->published.count);
    return subject->claims ? EXIT_CODE_OK : message_error("no memory is left");
}

/* Whole or not at all. Returns 0 or an errno. */
static int page_write(const char *path, const char *page, size_t bytes)
{
    struct output output;
    int code = output_open(&output, path, OUTPUT_REPLACE);
    if (code != 0)
        return code;
    if (fwrite(page, 1, bytes, output.file) == bytes)
        return output_commit(&output);
    code = errno != 0 ? errno : EIO;
    output_drop(&output);
    return code;
}

static int report_write(const struct subject *subject, const struct command_line *line)
{
    const char *folder = options_value(line->options, "out");
    const struct report_source source = { run_list_runs(&subject->runs), subject->runs.count,
                                          &subject->published, subject->claims, line->techniques };
    enum report_detail detail;
    char *page = NULL, *path = disk_path(folder, "/index.html");
    size_t bytes = 0;
    int code = EXIT_CODE_OK, trouble;
    if (!path || !report_make(&source, &page, &bytes, &detail)) {
        code = message_error("no memory is left");
    } else if ((trouble = disk_make_folders(path, 0777)) != 0) {
        code = message_error("report: cannot make the folder '%s': %s", folder, strerror(trouble));
    } else if ((trouble = page_write(path, page, bytes)) != 0) {
        code = message_error("report: cannot write '%s': %s", path, output_error(trouble));
    } else {
        if (detail != REPORT_WHOLE)
            message_note("report: %s", report_left_out(detail));
        printf("wrote %s\n", path);
    }
    free(page);
    free(path);
    return code;
}

static int report_run(const struct command_line *line)
{
    struct subject subject = { 0 };
    const char *folder = options_value(line->options, "out");
    if (line->options->positional_count == 0)
        return message_error("report: which run file? claimcheck report RUN.json --out DIR");
    if (!folder || !*folder)
        return message_error("report: which folder? claimcheck report RUN.json --out DIR");
    int code = subject_open(&subject, line->options);
    if (code == EXIT_CODE_OK)
        code = report_write(&subject, line);
    subject_finish(&subject);
    return code;
}

static const struct option_spec report_options[] = {
    { .name = "out",
      .argument = "DIR",
      .help = "the folder of index.html, which is replaced; made when missing",
      .file = true },
    { .name = NULL },
};

const struct command command_report = {
    .name = "report",
    .arguments = "RUN.json... --out DIR",
    .summary =
        "one page of runs: verdicts, the papers' figures with these devices on them, every case",
    .example = "claimcheck report run.json --out report",
    .options = report_options,
    .operands = true,
    .run = report_run,
};
