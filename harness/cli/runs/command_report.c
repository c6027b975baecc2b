/* SPDX-License-Identifier: MIT */
#include "harness/analysis/claims/claims.h"
#include "harness/base/disk.h"
#include "harness/base/message.h"
#include "harness/base/need.h"
#include "harness/base/output.h"
#include "harness/base/text.h"
#include "harness/bench.h"
#include "harness/cli/published_option.h"
#include "harness/cli/runs/run_list.h"
#include "harness/cli/session/latest.h"
#include "harness/engine/inspect/portrait.h"
#include "harness/engine/measure/trace_json.h"
#include "harness/engine/plan/plan.h"
#include "harness/os/path.h"
#include "harness/record/run/run.h"
#include "harness/record/run/run_file.h"
#include "harness/views/report/report.h"

#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct report_pictures {
    struct report_picture *pictures; /* their own, with their bytes */
    size_t count;
};

static bool has_technique(const struct run *const *runs, size_t run_count, const char *technique)
{
    for (size_t i = 0; i < run_count; i++)
        for (size_t k = 0; k < runs[i]->case_count; k++)
            if (strcmp(runs[i]->cases[k].technique, technique) == 0)
                return true;
    return false;
}

/* Adds a picture, and omits one that cannot be drawn here. False, with a message, for one that
 * failed. */
static bool picture_add(struct report_pictures *pictures, const struct technique *technique)
{
    char message[PORTRAIT_MESSAGE_BYTES] = "", *png = NULL;
    struct image image;
    size_t bytes = 0;
    const enum context_trouble trouble = portrait_draw(technique, &image, message);
    if (trouble == CONTEXT_UNSUPPORTED)
        message_note("report: no picture of %s: %s", technique->name, message);
    else if (trouble != CONTEXT_OK)
        message_error("report: no picture of %s: %s", technique->name, message);
    if (trouble != CONTEXT_OK)
        return trouble == CONTEXT_UNSUPPORTED;
    const bool made = image_png(&image, &png, &bytes);
    if (!made)
        message_error("report: not enough memory for the picture of %s", technique->name);
    else
        pictures->pictures[pictures->count++] =
            (struct report_picture){ technique->name, technique->portrait, png,
                                     bytes,           image.width,         image.height };
    image_finish(&image);
    return made;
}

/* Adds a PNG as it is, a copy. */
static void picture_keep(struct report_pictures *pictures, const struct technique *technique,
                         const char *words, const char *png, size_t bytes)
{
    const unsigned char *at = (const unsigned char *)png + 16;
    const uint32_t width = (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | at[2] << 8 | at[3];
    const uint32_t height = (uint32_t)at[4] << 24 | (uint32_t)at[5] << 16 | at[6] << 8 | at[7];
    char *copy = need_bytes(bytes);
    memcpy(copy, png, bytes);
    pictures->pictures[pictures->count++] =
        (struct report_picture){ technique->name, words, copy, bytes, width, height };
}

/* The PNG that a folder names, as it is. False with a message for what is none, or is too large. */
static bool picture_take(struct report_pictures *pictures, const struct technique *technique)
{
    enum { HEAD_BYTES = 24, BYTES_MAX = 1 << 20 };
    static const char head[] = "\x89PNG\r\n\x1a\n";
    char message[MESSAGE_BYTES] = "", *png = NULL;
    size_t bytes = 0;
    const char *path = technique->folder->picture;
    if (!disk_load_said(path, &png, &bytes, message, sizeof(message))) {
        message_error("report: %s", message);
        return false;
    }
    if (bytes < HEAD_BYTES || bytes > BYTES_MAX || memcmp(png, head, 8) != 0) {
        message_error("report: '%s' is not a PNG of at most 1 MiB: technique.json names it as its "
                      "picture",
                      path);
        free(png);
        return false;
    }
    picture_keep(pictures, technique, NULL, png, bytes);
    free(png);
    return true;
}

/* True without a message where it has none, or none that can be drawn here. */
static bool picture_of(struct report_pictures *pictures, const struct technique *technique)
{
    const struct technique_picture *kept = technique->portrait_kept;
    if (technique->folder && technique->folder->picture)
        return picture_take(pictures, technique);
    if (!kept)
        return !technique->portrait || picture_add(pictures, technique);
    picture_keep(pictures, technique, technique->portrait, kept->png, kept->bytes);
    return true;
}

/* Draws the portrait of each technique of which the runs have a case. A note says where one cannot
 * be drawn here. False with a message where one fails; to be finished either way. */
static bool report_pictures_draw(struct report_pictures *pictures, const struct run *const *runs,
                                 size_t run_count, const struct technique *const *techniques)
{
    size_t count = 0;
    while (techniques[count])
        count++;
    bool drawn = true;
    *pictures =
        (struct report_pictures){ .pictures = need_zeroed(count + 1, sizeof(*pictures->pictures)) };
    for (size_t i = 0; i < count && drawn; i++)
        drawn = !has_technique(runs, run_count, techniques[i]->name) ||
                picture_of(pictures, techniques[i]);
    return drawn;
}

static void report_pictures_finish(struct report_pictures *pictures)
{
    for (size_t i = 0; i < pictures->count; i++)
        free((void *)(uintptr_t)pictures->pictures[i].png);
    free(pictures->pictures);
    *pictures = (struct report_pictures){ 0 };
}

/* The subject of one call of the command. */
struct subject {
    struct run_list_judged judged;
    struct report_pictures pictures;
    json_t *trace; /* NULL */
};

static void subject_finish(struct subject *subject)
{
    json_decref(subject->trace);
    report_pictures_finish(&subject->pictures);
    run_list_judged_finish(&subject->judged);
}

/* False with a message. */
static bool trace_open(struct subject *subject, const char *path)
{
    char message[MESSAGE_BYTES];
    if (!path)
        return true;
    subject->trace = run_file_json(path, message, sizeof(message));
    if (!subject->trace)
        message_error("report: --trace: %s", message);
    else if (!trace_json_is(subject->trace))
        message_error("report: --trace: '%s' is not a trace: claimcheck trace writes one", path);
    return subject->trace && trace_json_is(subject->trace);
}

static bool has_case(const struct run_list *list, const char *name)
{
    for (size_t i = 0; i < list->count; i++)
        if (run_find_case(list->runs[i], name))
            return true;
    return false;
}

/* A note where the page will have nothing of the trace. */
static void trace_note(const struct subject *subject, const char *path)
{
    const json_t *cases = json_object_get(subject->trace, "cases"), *c;
    size_t i;
    json_array_foreach(cases, i, c)
    {
        const char *name = json_string_value(json_object_get(c, "name"));
        if (name && has_case(&subject->judged.list, name))
            return;
    }
    if (subject->trace)
        message_note("report: --trace: '%s' has no case of these runs", path);
}

/* Returns the exit code, with a message; what was open stays for subject_finish(). */
static int subject_open(struct subject *subject, const struct command_line *line)
{
    if (!trace_open(subject, options_value(line->options, "trace")))
        return EXIT_CODE_UNTRIED;
    const int code = run_list_judge(&subject->judged, line);
    if (code != EXIT_CODE_OK)
        return code;
    trace_note(subject, options_value(line->options, "trace"));
    const bool drawn =
        report_pictures_draw(&subject->pictures, run_list_runs(&subject->judged.list),
                             subject->judged.list.count, line->techniques);
    return drawn ? EXIT_CODE_OK : EXIT_CODE_UNTRIED;
}

/* Writes one page whole or not at all. Returns the exit code, with a message. */
static int page_write(const char *folder, const char *name, const char *page, size_t bytes)
{
    char *path = text_make("%s/%s", folder, name);
    int code = EXIT_CODE_OK, trouble;
    if ((trouble = disk_make_folders(path, 0777)) != 0)
        code = message_error("report: cannot make the folder '%s': %s", folder, strerror(trouble));
    else if ((trouble = output_write(path, OUTPUT_DERIVED, page, bytes)) != 0)
        code = message_error("report: cannot write '%s': %s", path, output_error(trouble));
    else
        message_wrote(path);
    free(path);
    return code;
}

/* Returns the folder of a run file's page: of x.json, packed or not, x.report, in the working
 * directory unless the file is in a results/local. malloc'ed. */
static char *folder_of(const char *run_file)
{
    const char *path = latest_is_beside(run_file) ? run_file : disk_base_name(run_file);
    return text_make("%.*s.report", (int)run_file_stem_bytes(path), path);
}

/* Prints where the page is, for a browser or a terminal that opens links. Returns the exit code. */
static int link_print(const char *folder)
{
    char *path = text_make("%s/%s", folder, report_file_names[0]);
    char *whole = os_path_whole(path);
    const int code =
        whole ? EXIT_CODE_OK
              : message_error("report: no link to '%s' can be made: %s", folder, strerror(errno));
    /* A path that begins with a drive's letter gets the slash that others begin with. */
    fputs(!whole ? "" : *whole == '/' ? "file://" : "file:///", stdout);
    for (const char *at = whole ? whole : ""; *at; at++)
        if (isalnum((unsigned char)*at) || strchr("/-._~:", *at))
            putchar(*at);
        else
            printf("%%%02X", (unsigned char)*at);
    fputs(whole ? "\n" : "", stdout);
    free(whole);
    free(path);
    return code;
}

static int report_write(const struct subject *subject, const struct command_line *line,
                        const char *folder)
{
    const struct catalogue catalogue = plan_catalogue(line->techniques);
    const struct report_source source = { .runs = run_list_runs(&subject->judged.list),
                                          .run_count = subject->judged.list.count,
                                          .published = &subject->judged.published,
                                          .claims = subject->judged.claims,
                                          .catalogue = &catalogue,
                                          .pictures = subject->pictures.pictures,
                                          .picture_count = subject->pictures.count,
                                          .trace = subject->trace };
    struct report_pages made;
    int code = EXIT_CODE_OK;
    report_make(&source, &made);
    for (int i = REPORT_PART_COUNT - 1; i >= 0 && code == EXIT_CODE_OK; i--)
        code = page_write(folder, report_file_names[i], made.pages[i], made.bytes[i]);
    if (code == EXIT_CODE_OK && made.detail != REPORT_WHOLE)
        message_note("report: %s: %s", report_file_names[REPORT_CASES],
                     report_left_out(made.detail));
    if (code == EXIT_CODE_OK)
        code = link_print(folder);
    report_finish(&made);
    return code;
}

static int report_run(const struct command_line *line)
{
    struct subject subject = { 0 };
    const struct options *options = line->options;
    const char *out = options_value(options, "out");
    if (options->positional_count == 0)
        return message_error("report: which run file? claimcheck report RUN.json");
    if ((!out && options->positional_count > 1) || (out && !*out))
        return message_error("report: which folder? claimcheck report RUN.json... --out DIR");
    char *folder = out ? need_copy(out) : folder_of(options->positionals[0]);
    int code = subject_open(&subject, line);
    if (code == EXIT_CODE_OK)
        code = report_write(&subject, line, folder);
    subject_finish(&subject);
    free(folder);
    return code;
}

static const struct option_spec report_options[] = {
    OPTION_WITH("out", "DIR",
                "folder of index.html, which is replaced; made when missing; RUN.report for one "
                "RUN.json unless given",
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
