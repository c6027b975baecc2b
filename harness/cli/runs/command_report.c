/* SPDX-License-Identifier: MIT */
#include "harness/analysis/claims/claims.h"
#include "harness/base/disk.h"
#include "harness/base/message.h"
#include "harness/base/need.h"
#include "harness/base/output.h"
#include "harness/base/text.h"
#include "harness/cli/published_option.h"
#include "harness/cli/runs/kept_run.h"
#include "harness/cli/runs/run_view.h"
#include "harness/engine/plan/plan.h"
#include "harness/os/path.h"
#include "harness/record/run/run.h"
#include "harness/views/view/view_page.h"

#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Writes one page whole or not at all. Returns the exit code, with a message. */
static int page_write(const char *path, const char *page, size_t bytes)
{
    output_drop_link(path);
    const int folders = disk_make_folders(path, 0777);
    const int trouble = folders == 0 ? output_write(path, OUTPUT_DERIVED, page, bytes) : 0;
    if (folders != 0)
        return message_error("report: cannot make the folder '%.*s': %s",
                             (int)(os_path_last(path) - path), path, strerror(folders));
    if (trouble != 0)
        return message_error("report: cannot write '%s': %s", path, output_error(trouble));
    message_wrote(path);
    return EXIT_CODE_OK;
}

/* Returns the page's file, malloc'ed: FILE.html as it is, or index.html of a folder. */
static char *page_path(const char *out, const char *run_file)
{
    static const char ending[] = ".html";
    const size_t length = out ? strlen(out) : 0, tail = strlen(ending);
    if (length > tail && strcmp(out + length - tail, ending) == 0)
        return need_copy(out);
    return out ? text_make("%s/index.html", out) : kept_run_output(run_file, ".report/index.html");
}

/* Prints where the page is, for a browser or a terminal that opens links. Returns the exit code. */
static int link_print(const char *path)
{
    char *whole = os_path_whole(path);
    const int code =
        whole ? EXIT_CODE_OK
              : message_error("report: no link to '%s' can be made: %s", path, strerror(errno));
    /* A path that begins with a drive's letter gets the slash that others begin with. */
    fputs(!whole ? "" : *whole == '/' ? "file://" : "file:///", stdout);
    for (const char *at = whole ? whole : ""; *at; at++)
        if (isalnum((unsigned char)*at) || strchr("/-._~:", *at))
            putchar(*at);
        else
            printf("%%%02X", (unsigned char)*at);
    fputs(whole ? "\n" : "", stdout);
    free(whole);
    return code;
}

/* Writes one file that has the documents of all devices. Returns the exit code, with a message. */
static int file_write(const struct run_view *view, const char *path)
{
    const size_t count = view->judged.claims->device_count;
    json_t **documents = need_zeroed(count, sizeof(*documents));
    size_t bytes;
    for (size_t i = 0; i < count; i++)
        documents[i] = run_view_document(view, i);
    char *page = view_page(documents, count, &bytes);
    int code = page_write(path, page, bytes);
    if (code == EXIT_CODE_OK)
        code = link_print(path);
    for (size_t i = 0; i < count; i++)
        json_decref(documents[i]);
    free(documents);
    free(page);
    return code;
}

static int report_run(const struct command_line *line)
{
    struct run_view subject = { 0 };
    const struct options *options = line->options;
    const char *out = options_value(options, "out");
    if (options->positional_count == 0)
        return message_error("report: which run file? claimcheck report RUN.json");
    if ((!out && options->positional_count > 1) || (out && !*out))
        return message_error("report: which folder? claimcheck report RUN.json... --out DIR");
    char *path = page_path(out, options->positionals[0]);
    int code = run_view_open(&subject, line);
    if (code == EXIT_CODE_OK)
        code = file_write(&subject, path);
    run_view_finish(&subject);
    free(path);
    return code;
}

static const struct option_spec report_options[] = {
    OPTION_WITH("out", "DIR",
                "folder of index.html, or FILE.html; made when missing; RUN.report beside "
                "one RUN.json unless given",
                .file = true),
    OPTION_WITH("trace", "TRACE.json", "a trace by `claimcheck trace`: passes of cases over time",
                .file = true),
    PUBLISHED_OPTION,
    OPTION_END,
};

const struct command command_report = {
    .name = "report",
    .arguments = "[RUN.json|DEVICE...] [--out DIR] [--published FILE]",
    .summary = "writes one page of runs: verdicts, the papers' figures with these devices on them, "
               "every case",
    .example = "claimcheck report run.json --out report",
    .options = report_options,
    .operands = true,
    .names = COMMAND_NAMES_RUNS,
    .takes_latest = true,
    .run = report_run,
};
