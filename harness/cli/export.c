/* SPDX-License-Identifier: MIT */
#include "harness/cli/cli.h"

#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/engine/inspect/inspect.h"
#include "harness/engine/measure/measure.h"
#include "harness/os/os.h"
#include "harness/record/record.h"
#include "harness/record/run/run.h"
#include "harness/views/formats/export.h"
#include "harness/views/view/view.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Documents of pages --------------------------------------------------------------------------- */

/* Runs with their verdicts, pictures of their techniques, and the trace of --trace. */
struct run_view {
    const char *command; /* that messages begin with */
    struct run_list_judged judged;
    struct catalogue catalogue;
    struct view_picture *pictures; /* with bytes of their own */
    size_t picture_count;
    json_t *trace; /* NULL */
};

/* Pictures ------------------------------------------------------------------------------------- */

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
static bool picture_add(struct run_view *view, const struct technique *technique)
{
    char *png = NULL;
    struct image image;
    size_t bytes = 0;
    const enum context_trouble trouble = portrait_draw(technique, &image);
    if (trouble == CONTEXT_UNSUPPORTED)
        message_note("%s: no picture of %s: %s", view->command, technique->name, trouble_text());
    else if (trouble != CONTEXT_OK)
        message_error("%s: no picture of %s: %s", view->command, technique->name, trouble_text());
    if (trouble != CONTEXT_OK)
        return trouble == CONTEXT_UNSUPPORTED;
    const bool made = image_png(&image, &png, &bytes);
    if (!made)
        message_error("%s: not enough memory for the picture of %s", view->command,
                      technique->name);
    else
        view->pictures[view->picture_count++] =
            (struct view_picture){ technique->name, technique->portrait, png, bytes };
    image_finish(&image);
    return made;
}

/* Adds a PNG as it is, a copy. */
static void picture_keep(struct run_view *view, const struct technique *technique,
                         const char *words, const char *png, size_t bytes)
{
    char *copy = need_bytes(bytes);
    memcpy(copy, png, bytes);
    view->pictures[view->picture_count++] =
        (struct view_picture){ technique->name, words, copy, bytes };
}

/* True without a message where it has none, or none that can be drawn here. */
static bool picture_of(struct run_view *view, const struct technique *technique)
{
    const struct technique_picture *kept = technique->portrait_kept;
    if (technique->folder && technique->folder->picture) {
        enum { HEAD_BYTES = 24, BYTES_MAX = 1 << 20 };
        static const char head[] = "\x89PNG\r\n\x1a\n";
        char *png = NULL;
        size_t bytes = 0;
        const char *path = technique->folder->picture;
        if (!disk_load_said(path, &png, &bytes))
            return message_refuse("%s: %s", view->command, trouble_text());
        if (bytes < HEAD_BYTES || bytes > BYTES_MAX || memcmp(png, head, 8) != 0) {
            message_error("%s: '%s' is not a PNG of at most 1 MiB: technique.json names it as its "
                          "picture",
                          view->command, path);
            free(png);
            return false;
        }
        picture_keep(view, technique, NULL, png, bytes);
        free(png);
        return true;
    }
    if (!kept)
        return !technique->portrait || picture_add(view, technique);
    picture_keep(view, technique, technique->portrait, kept->png, kept->bytes);
    return true;
}

/* Traces --------------------------------------------------------------------------------------- */

/* All ------------------------------------------------------------------------------------------ */

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
    const json_t *cases = json_object_get(view->trace, "cases"), *c;
    bool traced = !view->trace;
    size_t at;
    json_array_foreach(cases, at, c)
    {
        const char *name = json_string_value(json_object_get(c, "name"));
        for (size_t i = 0; i < view->judged.list.count && name && !traced; i++)
            traced = run_find_case(view->judged.list.runs[i], name);
    }
    if (!traced) /* the page will have nothing of it */
        message_note("%s: --trace: '%s' has no case of these runs", view->command, trace);
    view->catalogue = plan_catalogue(line->techniques);
    /* Draws the portrait of each technique of which the runs have a case. A note says where one
     * cannot be drawn here. */
    const struct run *const *runs = run_list_runs(&view->judged.list);
    const size_t run_count = view->judged.list.count;
    size_t count = 0;
    while (line->techniques[count])
        count++;
    bool drawn = true;
    view->pictures = need_zeroed(count + 1, sizeof(*view->pictures));
    for (size_t i = 0; i < count && drawn; i++)
        drawn = !has_technique(runs, run_count, line->techniques[i]->name) ||
                picture_of(view, line->techniques[i]);
    return drawn ? EXIT_CODE_OK : EXIT_CODE_UNTRIED;
}

/* The document of one device of judged.claims. A new reference. */
static json_t *run_view_document(const struct run_view *view, size_t device)
{
    return view_document(&(struct view_source){ .claims = view->judged.claims,
                                                .device = device,
                                                .published = &view->judged.published,
                                                .catalogue = &view->catalogue,
                                                .pictures = view->pictures,
                                                .picture_count = view->picture_count,
                                                .trace = view->trace });
}

static void run_view_finish(struct run_view *view)
{
    for (size_t i = 0; i < view->picture_count; i++)
        free((void *)(uintptr_t)view->pictures[i].png);
    free(view->pictures);
    json_decref(view->trace);
    run_list_judged_finish(&view->judged);
}

/* export --------------------------------------------------------------------------------------- */

/* A run is written as a page, by `run`, one or several by `runs`, or by `figures` with those of the
 * papers; a trace where there is a function for it. */
struct format {
    const char *name;
    bool timed;            /* has rows of times alone: without any there is nothing to write */
    bool named;            /* other programs make something of the ends of names: export_rows.h */
    enum sheet_style page; /* 0: none */
    void (*run)(FILE *out, const struct run *run);
    void (*runs)(FILE *out, const struct run *const *runs, size_t run_count);
    json_t *(*figures)(const struct run *const *runs, size_t run_count,
                       const struct published_list *published);
    void (*trace)(FILE *out, const json_t *document);
    json_t *(*trace_figures)(const json_t *document);
    bool view; /* views/view/view.h */
};

static const struct format formats[] = {
    { .name = "gbench", .timed = true, .named = true, .run = export_gbench },
    { .name = "gbench-summary", .timed = true, .named = true, .run = export_gbench_summary },
    { .name = "bmf", .timed = true, .named = true, .run = export_bmf },
    { .name = "gha", .timed = true, .named = true, .run = export_gha },
    { .name = "hyperfine", .timed = true, .named = true, .run = export_hyperfine },
    { .name = "csv", .runs = export_csv_runs, .trace = export_trace },
    { .name = "tidy", .timed = true, .runs = export_tidy },
    { .name = "markdown", .page = SHEET_MARKDOWN },
    { .name = "latex", .page = SHEET_LATEX },
    { .name = "testbed", .run = export_testbed },
    { .name = "figures", .figures = export_figures, .trace_figures = export_figures_trace },
    { .name = "view", .view = true },
};
#define FORMAT_WORDS                                                                               \
    "gbench|gbench-summary|bmf|gha|hyperfine|csv|tidy|markdown|latex|testbed|view|figures"
enum { FORMAT_COUNT = sizeof(formats) / sizeof(formats[0]) };

static const struct format *format_find(const char *name)
{
    for (size_t i = 0; i < FORMAT_COUNT; i++)
        if (strcmp(name, formats[i].name) == 0)
            return &formats[i];
    return NULL;
}

static bool format_check(const char *name)
{
    const char *names[FORMAT_COUNT];
    if (format_find(name))
        return true;
    for (size_t i = 0; i < FORMAT_COUNT; i++)
        names[i] = formats[i].name;
    const char *nearest = nearest_find(name, names, FORMAT_COUNT);
    char *all = option_words(FORMAT_WORDS);
    if (strcmp(name, "plot") == 0)
        trouble("claimcheck plot RUN.json draws plots, from what --format figures writes");
    else if (strcmp(name, "json") == 0 || strcmp(name, "jsn") == 0)
        trouble("there is no format '%s': a run file is JSON already; claimcheck show RUN.json "
                "--export-json FILE adds what is computed from it",
                name);
    else if (strcmp(name, "junit") == 0 || strcmp(name, "tap") == 0)
        trouble(
            "there is no format '%s' of one run: claimcheck ab --%s FILE writes it of a comparison",
            name, name);
    else
        trouble("there is no format '%s'%s%s; there are %s", name, nearest ? ", did you mean " : "",
                nearest ? nearest : "", all);
    free(all);
    return false;
}

/* Runs, of which cases may have been chosen, or a trace. */
struct source {
    const char *command; /* that messages begin with */
    const struct format *format;
    const char *filter; /* NULL: all cases */
    struct run_list list;
    struct run *chosen;      /* of each the cases that are wanted */
    const struct run **runs; /* the same */
    json_t *trace;
    struct published_list published; /* papers whose figures are drawn */
    struct catalogue catalogue;
    json_t *figures; /* made before a file is opened, of a format that is figures */
    char *view;      /* likewise, of the format view */
};

/* The one file that is named. False with a message. */
static bool source_open_one(struct source *source, const char *path)
{
    source->list.runs = need_zeroed(1, sizeof(struct run *));
    source->list.runs[0] = run_load(path);
    source->list.count = source->list.runs[0] ? 1 : 0;
    json_t *document = source->list.count == 0 ? run_file_json(path) : NULL;
    if (trace_json_is(document))
        source->trace = json_incref(document);
    json_decref(document);
    if (source->list.count == 0 && !source->trace)
        message_error("%s: %s", source->command, trouble_text());
    else if (source->trace && !source->format->trace && !source->format->trace_figures)
        message_error("%s: '%s' is a trace: choose --format csv or figures", source->command, path);
    else if (source->trace && source->filter)
        message_error("%s: --filter chooses cases of a run, and '%s' is a trace", source->command,
                      path);
    else
        return true;
    return false;
}

/* False with a message. */
static bool source_open(struct source *source, const struct options *options)
{
    if (options->positional_count == 1
            ? !source_open_one(source, options->positionals[0])
            : run_list_open(&source->list, options, source->command, false) != EXIT_CODE_OK)
        return false;
    const struct run_wanted wanted = { .filter = source->filter };
    const size_t count = source->list.count;
    source->chosen = need_zeroed(count + 1, sizeof(*source->chosen));
    source->runs = need_zeroed(count + 1, sizeof(*source->runs));
    for (size_t i = 0; i < count; i++) {
        source->runs[i] = &source->chosen[i];
        if (!run_choose(&source->chosen[i], source->list.runs[i], &wanted))
            return message_refuse("%s: '%s': %s", source->command, source->list.runs[i]->path,
                                  trouble_text());
    }
    return true;
}

static void source_close(struct source *source)
{
    for (size_t i = 0; i < source->list.count && source->chosen; i++)
        run_choice_finish(&source->chosen[i]);
    free(source->chosen);
    free(source->runs);
    run_list_finish(&source->list);
    json_decref(source->trace);
    published_list_finish(&source->published);
    json_decref(source->figures);
    free(source->view);
}

/* Checks that the format can express the cases. Returns the exit code, with a message if it
 * cannot. */
static int source_check(const struct source *source)
{
    size_t rows = 0, cases = 0;
    for (size_t r = 0; r < source->list.count; r++)
        for (size_t i = 0; i < source->runs[r]->case_count; i++) {
            const struct run_case *c = &source->runs[r]->cases[i];
            const char *fault = export_rows_has(c) ? export_rows_name_fault(c->name) : NULL;
            rows += export_rows_has(c);
            cases++;
            if (fault && source->format->named)
                return message_error("%s: the case '%.200s' %s: leave it out by --filter",
                                     source->command, c->name, fault);
        }
    if (source->trace || rows > 0 || (cases > 0 && !source->format->timed))
        return EXIT_CODE_OK;
    message_error(cases > 0 ? "%s: no case of '%s' has a time" : "%s: '%s' has no case",
                  source->command, source->list.runs[0]->path);
    return EXIT_CODE_NOTHING;
}

/* Makes the figures. Returns the exit code, with a message: none is EXIT_CODE_NOTHING. */
static int figures_make(struct source *source)
{
    const struct format *format = source->format;
    source->figures = source->trace
                          ? format->trace_figures(source->trace)
                          : format->figures(source->runs, source->list.count, &source->published);
    if (json_array_size(json_object_get(source->figures, "figures")) > 0)
        return EXIT_CODE_OK;
    if (source->trace)
        message_error("%s: the trace has no pass: nothing to draw", source->command);
    else
        message_error("%s: '%s' has no case of a figure: nothing to draw", source->command,
                      source->list.runs[0]->path);
    return EXIT_CODE_NOTHING;
}

static void source_export(FILE *out, const struct source *source)
{
    char *figures = source->figures ? results_dump(source->figures) : NULL;
    if (source->view)
        fprintf(out, "%s\n", source->view);
    else if (figures)
        fputs(figures, out);
    else if (source->trace)
        source->format->trace(out, source->trace);
    else if (source->format->runs)
        source->format->runs(out, source->runs, source->list.count);
    else if (source->format->page)
        exports_run_write(
            out, &(struct exports_run){ source->runs[0], source->list.runs[0], &source->catalogue },
            source->format->page);
    else
        source->format->run(out, source->runs[0]);
    free(figures);
}

static int source_put(const struct source *source, const char *path)
{
    if (path && strcmp(path, "-") != 0) {
        struct output output;
        int code = output_open(&output, path, OUTPUT_DERIVED);
        if (code == 0) {
            source_export(output.file, source);
            code = output_commit(&output);
        }
        return code == 0 ? EXIT_CODE_OK
                         : message_error("export: cannot write '%s': %s", path, output_error(code));
    }
    source_export(stdout, source);
    return ferror(stdout) ? EXIT_CODE_UNTRIED : EXIT_CODE_OK;
}

/* EXIT_CODE_OK, or that of a message. */
static int arguments_check(const struct options *options, const struct format *format)
{
    const char *path = options_value(options, "out");
    for (size_t i = 0; i < options->positional_count && path; i++)
        if (disk_same_file(path, options->positionals[i]))
            return message_error("export: --out would replace %s: choose another file",
                                 options->positional_count == 1 ? "the run itself"
                                                                : options->positionals[i]);
    if (options->positional_count > 1 && !format->runs && !format->figures && !format->view)
        return message_error("export: one run file at a time for --format %s; csv, tidy, "
                             "figures and view take several",
                             format->name);
    if (options_has(options, "published") && !format->figures && !format->view)
        return message_error("export: --published has claims and figures: --format view and "
                             "--format figures write them");
    if (options_has(options, "filter") && format->view)
        return message_error("export: --format view has all cases of a run: leave --filter out");
    if (options_has(options, "trace") && !format->view)
        return message_error("export: --trace has passes of cases: --format view writes them");
    return EXIT_CODE_OK;
}

/* Opens what the command line names. Returns the exit code, with a message; source_close() is due
 * either way. */
static int source_take(struct source *source, const struct command_line *line)
{
    const struct options *options = line->options;
    int code = arguments_check(options, source->format);
    if (code == EXIT_CODE_OK && source->format->figures)
        code =
            published_option_open(&source->published, options, line->techniques, source->command);
    if (code == EXIT_CODE_OK && !source_open(source, options))
        code = EXIT_CODE_UNTRIED;
    if (code == EXIT_CODE_OK)
        code = published_option_check(&source->published, line, source->runs, source->list.count);
    return code;
}

/* Writes the document of the one device that the runs are of. */
static int view_write(struct source *source, const struct command_line *line)
{
    struct run_view view = { 0 };
    int code = arguments_check(line->options, source->format);
    if (code == EXIT_CODE_OK)
        code = run_view_open(&view, line);
    const struct claims *claims = code == EXIT_CODE_OK ? view.judged.claims : NULL;
    if (claims && claims->device_count > 1)
        code = message_error("export: '%s' and '%s' are of two devices: --format view writes one "
                             "document a device, so name the runs of one",
                             claims->devices[0].runs[0]->path, claims->devices[1].runs[0]->path);
    if (code == EXIT_CODE_OK) {
        json_t *document = run_view_document(&view, 0);
        source->view = view_dump(document);
        json_decref(document);
        code = source_put(source, options_value(line->options, "out"));
    }
    run_view_finish(&view);
    return code;
}

static int export_run(const struct command_line *line)
{
    const struct options *options = line->options;
    if (options->positional_count == 0)
        return message_error("export: which run file? claimcheck export RUN.json --format csv");
    if (!options_has(options, "format")) {
        char *all = option_words(FORMAT_WORDS);
        message_error("export: which format? --format %s", all);
        free(all);
        return EXIT_CODE_UNTRIED;
    }
    struct source source = { .command = "export",
                             .catalogue = plan_catalogue(line->techniques),
                             .format = format_find(options_value(options, "format")),
                             .filter = options_value(options, "filter") };
    int code = source.format->view ? view_write(&source, line) : source_take(&source, line);
    if (code == EXIT_CODE_OK && !source.format->view)
        code = source_check(&source);
    if (code == EXIT_CODE_OK && source.format->figures)
        code = figures_make(&source);
    if (code == EXIT_CODE_OK && !source.format->view)
        code = source_put(&source, options_value(options, "out"));
    source_close(&source);
    return code;
}

static const struct option_spec export_options[] = {
    OPTION_WITH("format", "FORMAT",
                "gbench, gbench-summary, bmf, gha, hyperfine, csv, tidy, markdown, latex, testbed, "
                "view, figures; the last two are JSON for pages and claimcheck plot",
                .words = FORMAT_WORDS, .check = format_check),
    OPTION("filter", "REGEX",
           "only the cases of a run whose name matches this extended regular expression"),
    OPTION("out", "FILE", "file to write; standard output unless given, or with -"),
    OPTION_WITH("trace", "TRACE.json", "a trace, for view", .file = true),
    PUBLISHED_OPTION,
    OPTION_END,
};

const struct command command_export = {
    .name = "export",
    .arguments = "[RUN.json|DEVICE...|TRACE.json] --format FORMAT [--filter REGEX] [--out FILE]",
    .summary = "writes a run file or a trace in a format that other tools read",
    .example = "claimcheck export run.json --format csv --out run.csv",
    .options = export_options,
    .operands = true,
    .names = COMMAND_NAMES_RUNS,
    .takes_latest = true,
    .run = export_run,
};

/* plot ----------------------------------------------------------------------------------------- */

/* Figures ------------------------------------------------------------------------------------- */

enum { NAME_BYTES = 48 };

/* Returns the name that scripts/plot/plot gives the file: "weber-5-6-hair". */
static const char *figure_name(const json_t *figure, char name[NAME_BYTES])
{
    const json_t *split = json_object_get(figure, "split"), *value;
    const char *key = json_string_value(json_object_get(figure, "key")), *of;
    size_t length = (size_t)snprintf(name, NAME_BYTES, "%s", key ? key : "");
    json_object_foreach((json_t *)split, of, value)
    {
        if (length < NAME_BYTES && json_is_string(value))
            length += (size_t)snprintf(name + length, NAME_BYTES - length, "-%s",
                                       json_string_value(value));
    }
    for (char *at = name; *at; at++)
        *at = isalnum((unsigned char)*at) || *at == '_' ? (char)tolower((unsigned char)*at) : '-';
    return name;
}

/* The figures that are to be drawn. Returns the exit code, with a message. */
static int figures_take(const struct command_line *line, json_t **document)
{
    const char *wanted = options_value(line->options, "figure");
    /* Makes the figures of the runs, or the trace, that the command line names: a document of
     * results/figures.schema.json. */
    struct source source = { .command = line->command->name,
                             .format = format_find("figures"),
                             .filter = options_value(line->options, "filter") };
    int code = source_take(&source, line);
    if (code == EXIT_CODE_OK)
        code = figures_make(&source);
    *document = code == EXIT_CODE_OK ? json_incref(source.figures) : NULL;
    source_close(&source);
    if (code != EXIT_CODE_OK || !wanted)
        return code;
    /* Leaves the figure of that name alone. */
    json_t *figures = json_object_get(*document, "figures");
    struct name_list names = { 0 };
    char hint[MESSAGE_BYTES / 2] = "", name[NAME_BYTES], (*all)[NAME_BYTES];
    const size_t count = json_array_size(figures);
    all = need_zeroed(count, sizeof(*all));
    for (size_t i = 0; i < count; i++)
        name_list_add(&names, figure_name(json_array_get(figures, i), all[i]));
    name_list_hint(&names, wanted, hint, sizeof(hint));
    for (size_t i = count; i-- > 0;)
        if (strcmp(figure_name(json_array_get(figures, i), name), wanted) != 0)
            json_array_remove(figures, i);
    name_list_finish(&names);
    free(all);
    return json_array_size(figures) > 0
               ? EXIT_CODE_OK
               : message_error("plot: the runs have no figure '%s'%s; --list names those that "
                               "they have",
                               wanted, hint);
}

/* Drawing ------------------------------------------------------------------------------------- */

/* Writes the document into a process that draws it. Returns its exit code, or that of a message. */
static int script_run(const char *script, const json_t *document, const char *out)
{
    int ends[2];
    const char *words[] = { "python3", "-I", script, "-", out, NULL };
    const int code_of_pipe = os_channel_pipe(ends);
    if (code_of_pipe != 0)
        return message_error("plot: no pipe: %s", strerror(code_of_pipe));
    struct process_run run = {
        .plan = { .words = (char *const *)words, .descriptors = { ends[0] } }, .wait_ms = INFINITY
    };
    fflush(stdout);
    const int failure = process_run_start(&run);
    os_channel_close(ends[0]);
    FILE *pipe = os_channel_stream(ends[1], "w");
    if (failure == 0 && pipe)
        json_dumpf(document, pipe, JSON_COMPACT); /* the script says what it could not read */
    if (pipe)
        fclose(pipe);
    else
        os_channel_close(ends[1]);
    if (failure != 0)
        return message_error("plot: python3 draws the figures, and cannot be started: %s%s",
                             strerror(failure),
                             failure == ENOENT ? " (Debian: apt-get install python3)" : "");
    process_run_wait(&run);
    const int code = process_exit_code(&run.process);
    return code >= 0 ? code : message_error("plot: the drawing script was killed");
}

static int figures_draw(const json_t *document, const char *out)
{
    char *folder = data_folder_find("scripts/plot");
    char *script = folder ? text_make("%s/plot", folder) : NULL;
    int code = EXIT_CODE_UNTRIED;
    if (script && disk_is_there(script))
        code = script_run(script, document, out);
    else
        message_error("plot: the templates, scripts/plot, are not beside the executable: a bundle, "
                      "an installation and the source have them; claimcheck export --format "
                      "figures writes the figures as data");
    free(script);
    free(folder);
    if (code != EXIT_CODE_OK)
        return code;
    const char *words[] = { "gnuplot", "--version", NULL };
    struct process_run run = { .plan = { .words = (char *const *)words,
                                         .descriptors = { PROCESS_NOWHERE, PROCESS_NOWHERE,
                                                          PROCESS_NOWHERE } },
                               .wait_ms = INFINITY };
    process_run(&run);
    const int fault = run.failure != 0 ? run.failure : run.end == PROCESS_RUN_DONE ? 0 : EIO;
    if (fault == 0)
        return EXIT_CODE_OK;
    message_error("plot: no pictures: gnuplot cannot be started: %s%s; then repeat, or run gnuplot "
                  "NAME.gp in '%s'",
                  strerror(fault), fault == ENOENT ? " (Debian: apt-get install gnuplot-nox)" : "",
                  out);
    return EXIT_CODE_NOTHING;
}

static int plot_run(const struct command_line *line)
{
    const struct options *options = line->options;
    if (options->positional_count == 0)
        return message_error("plot: which run file? claimcheck plot RUN.json --out FOLDER");
    if (options->positional_count > 1 && !options_has(options, "out") &&
        !options_has(options, "list"))
        return message_error("plot: which folder? Several runs need --out FOLDER");
    json_t *document = NULL;
    const char *given = options_value(options, "out");
    char *out = given ? need_copy(given) : kept_run_output(options->positionals[0], ".plots");
    int code = figures_take(line, &document);
    if (code == EXIT_CODE_OK && options_has(options, "list")) {
        const json_t *figure;
        size_t i;
        json_array_foreach(json_object_get(document, "figures"), i, figure)
        {
            const char *title = json_string_value(json_object_get(figure, "title"));
            char name[NAME_BYTES];
            printf("%-32s %s\n", figure_name(figure, name), title ? title : "");
        }
    } else if (code == EXIT_CODE_OK)
        code = figures_draw(document, out);
    json_decref(document);
    free(out);
    return code;
}

static const struct option_spec plot_options[] = {
    OPTION_WITH("out", "FOLDER", "folder to write; RUN.plots beside the run unless given",
                .file = true),
    OPTION("figure", "NAME", "draws this figure alone"),
    OPTION_FLAG("list", "only prints the names of the figures that the runs have cases of"),
    OPTION("filter", "REGEX", "only the cases of a run whose name matches"),
    PUBLISHED_OPTION,
    OPTION_END,
};

static const struct option_habit plot_habits[] = {
    { "format", NULL, "each figure is written as SVG, PNG and PDF" },
    { NULL, NULL, NULL },
};

const struct command command_plot = {
    .name = "plot",
    .arguments = "[RUN.json|DEVICE...|TRACE.json] [--out FOLDER] [--figure NAME]",
    .summary = "draws the papers' figures with these devices on them, as SVG, PNG and PDF; with "
               "several runs, side by side",
    .example = "claimcheck plot run.json --out plots",
    .options = plot_options,
    .habits = plot_habits,
    .choices = "list|out",
    .operands = true,
    .names = COMMAND_NAMES_RUNS,
    .takes_latest = true,
    .run = plot_run,
};

/* report --------------------------------------------------------------------------------------- */

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
    output_drop_link(path);
    int code = EXIT_CODE_UNTRIED, failure = disk_make_folders(path, 0777);
    if (failure != 0)
        message_error("report: cannot make the folder '%.*s': %s", (int)(os_path_last(path) - path),
                      path, strerror(failure));
    else if ((failure = output_write(path, OUTPUT_DERIVED, page, bytes)) != 0)
        message_error("report: cannot write '%s': %s", path, output_error(failure));
    else {
        message_wrote(path);
        code = link_print(path);
    }
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
    char *path = out && text_ends(out, ".html") ? need_copy(out)
                 : out                          ? text_make("%s/index.html", out)
                       : kept_run_output(options->positionals[0], ".report/index.html");
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
