/* SPDX-License-Identifier: MIT */
#include "harness/cli/cli.h"
#include "harness/engine/inspect/inspect.h"
#include "harness/views/view/view.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

/* Runs with their verdicts, pictures of their techniques, and the trace of --trace. */
struct run_view {
    const char *command; /* that messages begin with */
    struct run_list_judged judged;
    struct catalogue catalogue;
    struct view_picture *pictures; /* with bytes of their own */
    size_t picture_count;
    json_t *trace; /* NULL */
};

static bool has_technique(const struct run *const *runs, size_t run_count, const char *technique)
{
    for (size_t i = 0; i < run_count; i++)
        for (size_t k = 0; k < runs[i]->case_count; k++)
            if (strcmp(runs[i]->cases[k].technique, technique) == 0)
                return true;
    return false;
}

static void picture_keep(struct run_view *view, const struct technique *technique,
                         const char *words, const void *png, size_t bytes)
{
    char *copy = need_bytes(bytes);
    memcpy(copy, png, bytes);
    view->pictures[view->picture_count++] =
        (struct view_picture){ technique->name, words, copy, bytes };
}

/* Adds a picture, and omits one that cannot be drawn here. False, with a message, for one that
 * failed. */
static bool picture_draw(struct run_view *view, const struct technique *technique)
{
    OWNED char *png = NULL;
    OWNED_BY(image_finish) struct image image = { 0 };
    size_t bytes = 0;
    const enum context_trouble trouble = portrait_draw(technique, &image);
    if (trouble == CONTEXT_UNSUPPORTED) {
        message_note("%s: no picture of %s: %s", view->command, technique->name, trouble_text());
        return true;
    }
    if (trouble != CONTEXT_OK)
        return message_refuse("%s: no picture of %s: %s", view->command, technique->name,
                              trouble_text());
    if (!image_png(&image, &png, &bytes))
        return message_refuse("%s: not enough memory for the picture of %s", view->command,
                              technique->name);
    picture_keep(view, technique, technique->portrait, png, bytes);
    return true;
}

/* True without a message where it has none, or none that can be drawn here. */
static bool picture_of(struct run_view *view, const struct technique *technique)
{
    enum { HEAD_BYTES = 24, BYTES_MAX = 1 << 20 };
    static const char head[] = "\x89PNG\r\n\x1a\n";
    const struct technique_picture *kept = technique->portrait_kept;
    const char *path = technique->folder ? technique->folder->picture : NULL;
    if (!path && !kept)
        return !technique->portrait || picture_draw(view, technique);
    if (!path) {
        picture_keep(view, technique, technique->portrait, kept->png, kept->bytes);
        return true;
    }
    OWNED char *png = NULL;
    size_t bytes = 0;
    if (!disk_load_said(path, &png, &bytes))
        return message_refuse("%s: %s", view->command, trouble_text());
    if (bytes < HEAD_BYTES || bytes > BYTES_MAX || memcmp(png, head, 8) != 0)
        return message_refuse("%s: '%s' is not a PNG of at most 1 MiB: technique.json names it as "
                              "its picture",
                              view->command, path);
    picture_keep(view, technique, NULL, png, bytes);
    return true;
}

/* Returns the exit code, with a message; what was open stays for run_view_finish() either way. */
static int run_view_open(struct run_view *view, const struct command_line *line)
{
    *view = (struct run_view){ .command = line->command->name };
    const char *trace = options_value(line->options, "trace");
    view->trace = trace ? run_file_json(trace) : NULL;
    if (trace && !view->trace)
        return message_error("%s: --trace: %s", view->command, trouble_text());
    if (trace && !trace_json_is(view->trace))
        return message_error("%s: --trace: '%s' is not a trace: claimcheck trace writes one",
                             view->command, trace);
    const int code = run_list_judge(&view->judged, line, false);
    if (code != EXIT_CODE_OK)
        return code;
    const struct run *const *runs = run_list_runs(&view->judged.list);
    const size_t run_count = view->judged.list.count;
    bool traced = !view->trace;
    foreach_json (c, json_object_get(view->trace, "cases")) {
        const char *name = json_string_value(json_object_get(c, "name"));
        for (size_t i = 0; i < run_count && name && !traced; i++)
            traced = run_find_case(runs[i], name);
    }
    if (!traced) /* the page will have nothing of it */
        message_note("%s: --trace: '%s' has no case of these runs", view->command, trace);
    view->catalogue = plan_catalogue(line->techniques);
    /* Draws the portrait of each technique of which the runs have a case. A note says where one
     * cannot be drawn here. */
    size_t count = 0;
    while (line->techniques[count])
        count++;
    view->pictures = need_zeroed(count + 1, sizeof(*view->pictures));
    for (size_t i = 0; i < count; i++)
        if (has_technique(runs, run_count, line->techniques[i]->name) &&
            !picture_of(view, line->techniques[i]))
            return EXIT_CODE_UNTRIED;
    return EXIT_CODE_OK;
}

/* The document of one device of judged.claims. A new reference. */
static json_t *run_view_document(const struct run_view *view, size_t device)
{
    const struct claims_device *shown = &view->judged.claims->devices[device];
    json_t *document = view_document(&(struct view_source){ .claims = view->judged.claims,
                                                            .device = device,
                                                            .published = &view->judged.published,
                                                            .catalogue = &view->catalogue,
                                                            .pictures = view->pictures,
                                                            .picture_count = view->picture_count,
                                                            .trace = view->trace });
    OWNED char *rows = kept_rows_path(shown->runs[0]);
    if (shown->run_count == 1 && disk_is_there(rows)) {
        const char *slug = run_path_slug(shown->name, RUN_PATH_ROOM);
        json_array_append_new(
            json_object_get(json_object_get(document, "device"), "notes"),
            json_sprintf("This page shows one run; for all kept runs: claimcheck claims %s", slug));
    }
    return document;
}

static void run_view_finish(struct run_view *view)
{
    for (size_t i = 0; i < view->picture_count; i++)
        free((void *)(uintptr_t)view->pictures[i].png);
    free(view->pictures);
    json_decref(view->trace);
    run_list_judged_finish(&view->judged);
}

int report_document(const struct command_line *line, json_t **document)
{
    OWNED_BY(run_view_finish) struct run_view view = { 0 };
    const int code = run_view_open(&view, line);
    if (code != EXIT_CODE_OK)
        return code;
    const struct claims *claims = view.judged.claims;
    if (claims->device_count > 1)
        return message_error("%s: '%s' and '%s' are of two devices: --format view writes one "
                             "document a device, so name the runs of one",
                             line->command->name, claims->devices[0].runs[0]->path,
                             claims->devices[1].runs[0]->path);
    *document = run_view_document(&view, 0);
    return EXIT_CODE_OK;
}

/* Prints where the page is, for a browser or a terminal that opens links. The exit code. */
static int link_print(const char *path)
{
    OWNED char *whole = os_path_whole(path);
    if (!whole)
        return message_error("report: no link to '%s' can be made: %s", path, strerror(errno));
    /* A path that begins with a drive's letter gets the slash that others begin with. */
    fputs(*whole == '/' ? "file://" : "file:///", stdout);
    for (const char *at = whole; *at; at++)
        if (isalnum((unsigned char)*at) || strchr("/-._~:", *at))
            putchar(*at);
        else
            printf("%%%02X", (unsigned char)*at);
    putchar('\n');
    return EXIT_CODE_OK;
}

static int report_run(const struct command_line *line)
{
    OWNED_BY(run_view_finish) struct run_view view = { 0 };
    const struct options *options = line->options;
    const char *out = options_value(options, "out");
    if (options->positional_count == 0)
        return message_error("report: which run file? claimcheck report RUN.json");
    if ((!out && options->positional_count > 1) || (out && !*out))
        return message_error("report: which folder? claimcheck report RUN.json... --out DIR");
    OWNED char *path = out && text_ends(out, ".html") ? need_copy(out)
                       : out                          ? text_make("%s/index.html", out)
                             : kept_run_output(options->positionals[0], ".report/index.html");
    const int code = run_view_open(&view, line);
    if (code != EXIT_CODE_OK)
        return code;
    /* One file that has the documents of all devices. */
    json_auto_t *owned = json_array();
    const size_t count = view.judged.claims->device_count;
    OWNED json_t **documents = need_zeroed(count, sizeof(*documents));
    size_t bytes;
    for (size_t i = 0; i < count; i++) {
        documents[i] = run_view_document(&view, i);
        json_value_append(&owned, documents[i]);
    }
    OWNED char *page = view_page(documents, count, &bytes);
    output_drop_link(path);
    int failure = disk_make_folders(path, 0777);
    if (failure != 0)
        return message_error("report: cannot make the folder '%.*s': %s",
                             (int)(os_path_last(path) - path), path, strerror(failure));
    failure = output_write(path, OUTPUT_DERIVED, page, bytes);
    if (failure != 0)
        return message_error("report: cannot write '%s': %s", path, output_error(failure));
    message_wrote(path);
    return link_print(path);
}

static const struct option_habit report_habits[] = {
    { "format", NULL, "the page is HTML; claimcheck export writes other formats" },
    { NULL, NULL, NULL },
};

static const struct option_spec report_options[] = {
    OPTION("out", "DIR",
           "folder of index.html, or FILE.html; made when missing; RUN.report beside "
           "one RUN.json unless given",
           .file = true),
    OPTION("trace", "TRACE.json", "a trace by `claimcheck trace`: passes of cases over time",
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
    .habits = report_habits,
    .operands = true,
    .names = COMMAND_NAMES_RUNS,
    .takes_latest = true,
    .run = report_run,
};
