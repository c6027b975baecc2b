/* SPDX-License-Identifier: MIT */
#include "harness/analysis/claims/claims.h"
#include "harness/base/disk.h"
#include "harness/base/message.h"
#include "harness/base/need.h"
#include "harness/base/output.h"
#include "harness/base/text.h"
#include "harness/cli/published_option.h"
#include "harness/cli/runs/run_view.h"
#include "harness/cli/session/latest.h"
#include "harness/engine/plan/plan.h"
#include "harness/os/path.h"
#include "harness/record/run/run.h"
#include "harness/record/run/run_file.h"
#include "harness/views/report/report.h"
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

/* Returns the folder of a run file's page: of x.json, packed or not, x.report, in the working
 * directory unless the file is in a results/local. malloc'ed. */
static char *folder_of(const char *run_file)
{
    const char *path = latest_is_beside(run_file) ? run_file : disk_base_name(run_file);
    return text_make("%.*s.report", (int)run_file_stem_bytes(path), path);
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
    int code = page ? page_write(path, page, bytes) : message_error("report: out of memory");
    if (code == EXIT_CODE_OK)
        code = link_print(path);
    for (size_t i = 0; i < count; i++)
        json_decref(documents[i]);
    free(documents);
    free(page);
    return code;
}

static int report_write(const struct run_view *subject, const struct command_line *line,
                        const char *folder)
{
    const struct catalogue catalogue = plan_catalogue(line->techniques);
    const struct report_source source = { .runs = run_list_runs(&subject->judged.list),
                                          .run_count = subject->judged.list.count,
                                          .published = &subject->judged.published,
                                          .claims = subject->judged.claims,
                                          .catalogue = &catalogue,
                                          .pictures = subject->pictures,
                                          .picture_count = subject->picture_count,
                                          .trace = subject->trace };
    struct report_pages made;
    int code = EXIT_CODE_OK;
    report_make(&source, &made);
    char *path = NULL;
    for (int i = REPORT_PART_COUNT - 1; i >= 0 && code == EXIT_CODE_OK; i--) {
        free(path);
        path = text_make("%s/%s", folder, report_file_names[i]);
        code = page_write(path, made.pages[i], made.bytes[i]);
    }
    if (code == EXIT_CODE_OK && made.detail != REPORT_WHOLE)
        message_note("report: %s: %s", report_file_names[REPORT_CASES],
                     report_left_out(made.detail));
    if (code == EXIT_CODE_OK)
        code = link_print(path);
    free(path);
    report_finish(&made);
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
    char *folder = out ? need_copy(out) : folder_of(options->positionals[0]);
    const size_t length = strlen(folder), ending = strlen(".html");
    const bool file = length > ending && strcmp(folder + length - ending, ".html") == 0;
    int code = run_view_open(&subject, line);
    if (code == EXIT_CODE_OK)
        code = file ? file_write(&subject, folder) : report_write(&subject, line, folder);
    run_view_finish(&subject);
    free(folder);
    return code;
}

static const struct option_spec report_options[] = {
    OPTION_WITH("out", "DIR",
                "folder of index.html, or FILE.html; made when missing; RUN.report for "
                "one RUN.json unless given",
                .file = true),
    OPTION_WITH("trace", "TRACE.json", "a trace by `claimcheck trace`: passes of cases over time",
                .file = true),
    PUBLISHED_OPTION,
    OPTION_END,
};

const struct command command_report = {
    .name = "report",
    .arguments = "[RUN.json...] [--out DIR] [--published FILE]",
    .summary = "writes one page of runs: verdicts, the papers' figures with these devices on them, "
               "every case",
    .example = "claimcheck report run.json --out report",
    .options = report_options,
    .operands = true,
    .takes_latest = true,
    .run = report_run,
};
