/* SPDX-License-Identifier: MIT */
#include "harness/base/disk.h"
#include "harness/base/output.h"
#include "harness/cli/command.h"
#include "harness/judge/claims.h"
#include "harness/run/run.h"
#include "harness/session/message.h"
#include "harness/show/report/report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* What a line of the command is about. */
struct subject {
    struct run **runs;
    size_t run_count;
    struct published_list published;
    struct claims *claims;
};

static void subject_finish(struct subject *subject)
{
    claims_destroy(&subject->claims);
    for (size_t i = 0; i < subject->run_count; i++)
        run_destroy(&subject->runs[i]);
    free(subject->runs);
    published_list_finish(&subject->published);
}

/* Returns the exit code, with a message; what was open stays for subject_finish(). */
static int subject_open(struct subject *subject, const struct options *options)
{
    char message[MESSAGE_BYTES];
    int code = EXIT_CODE_OK;
    subject->runs = calloc(options->positional_count, sizeof(struct run *));
    if (!subject->runs || !published_list_shipped(&subject->published))
        return message_error("no memory is left");
    for (size_t i = 0; i < options->positional_count; i++) {
        struct run *run = run_load(options->positionals[i], message, sizeof(message));
        if (run)
            subject->runs[subject->run_count++] = run;
        else
            code = message_error("report: %s", message);
    }
    const struct run *const *runs = (const struct run *const *)subject->runs;
    const struct run *first, *again = estimate_run_again(runs, subject->run_count, &first);
    if (code == EXIT_CODE_OK && again)
        return message_error("report: '%s' and '%s' are one run: name it once", first->path,
                             again->path);
    if (code != EXIT_CODE_OK)
        return code;
    subject->claims =
        claims_judge(runs, subject->run_count, subject->published.files, subject->published.count);
    return subject->claims ? EXIT_CODE_OK : message_error("no memory is left");
}

/* Makes the folder, and those above it. Returns 0 or an errno. */
static int folder_make(const char *path)
{
    char *part = disk_path(path, "/");
    int code = part ? 0 : ENOMEM;
    struct stat status;
    for (char *slash = part ? strchr(part + 1, '/') : NULL; slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        code = mkdir(part, 0777) == 0 || errno == EEXIST ? 0 : errno;
        *slash = '/';
    }
    free(part);
    if (code == 0 && stat(path, &status) == 0 && !S_ISDIR(status.st_mode))
        code = ENOTDIR;
    return code;
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
    const struct report_source source = { (const struct run *const *)subject->runs,
                                          subject->run_count, &subject->published, subject->claims,
                                          line->techniques };
    enum report_detail detail;
    char *page = NULL, *path = disk_path(folder, "/index.html");
    size_t bytes = 0;
    int code = EXIT_CODE_OK, trouble;
    if (!path || !report_make(&source, &page, &bytes, &detail)) {
        code = message_error("no memory is left");
    } else if ((trouble = folder_make(folder)) != 0) {
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
