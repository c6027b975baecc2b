/* SPDX-License-Identifier: MIT */
#include "harness/views/formats/export.h"
#include "harness/cli/cli.h"
#include "harness/views/view/view.h"

#include <string.h>

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
enum { FORMAT_COUNT = COUNT_OF(formats) };

static const struct format *format_find(const char *name)
{
    return NAMED(formats, FORMAT_COUNT, name);
}

static bool format_check(const char *name)
{
    const char *names[FORMAT_COUNT];
    if (format_find(name))
        return true;
    if (strcmp(name, "plot") == 0)
        return trouble("claimcheck plot RUN.json draws plots, from what --format figures writes");
    if (strcmp(name, "json") == 0 || strcmp(name, "jsn") == 0)
        return trouble("there is no format '%s': a run file is JSON already; claimcheck show "
                       "RUN.json --export-json FILE adds what is computed from it",
                       name);
    if (strcmp(name, "junit") == 0 || strcmp(name, "tap") == 0)
        return trouble("there is no format '%s' of one run: claimcheck ab --%s FILE writes it of a "
                       "comparison",
                       name, name);
    for (size_t i = 0; i < FORMAT_COUNT; i++)
        names[i] = formats[i].name;
    const char *nearest = nearest_find(name, names, FORMAT_COUNT);
    OWNED char *all = option_words(FORMAT_WORDS);
    return trouble("there is no format '%s'%s%s; there are %s", name,
                   nearest ? ", did you mean " : "", nearest ? nearest : "", all);
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
    struct run *run = run_load(path);
    json_auto_t *document = run ? NULL : run_file_json(path);
    if (run) {
        source->list.runs = need_zeroed(1, sizeof(struct run *));
        source->list.runs[source->list.count++] = run;
        return true;
    }
    if (!trace_json_is(document))
        return message_refuse("%s: %s", source->command, trouble_text());
    source->trace = json_incref(document);
    if (!source->format->trace && !source->format->trace_figures)
        return message_refuse("%s: '%s' is a trace: choose --format csv or figures",
                              source->command, path);
    return !source->filter ||
           message_refuse("%s: --filter chooses cases of a run, and '%s' is a trace",
                          source->command, path);
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
        foreach (const struct run_case, c, source->runs[r]->cases, source->runs[r]->case_count) {
            const char *fault = export_rows_has(c) ? export_rows_name_fault(c->name) : NULL;
            rows += export_rows_has(c);
            cases++;
            if (fault && source->format->named)
                return message_error("%s: the case '%.200s' %s: leave it out by --filter",
                                     source->command, c->name, fault);
        }
    if (source->trace || rows > 0 || (cases > 0 && !source->format->timed))
        return EXIT_CODE_OK;
    const char *path = source->list.runs[0]->path;
    return cases > 0 ? message_nothing("%s: no case of '%s' has a time", source->command, path)
                     : message_nothing("%s: '%s' has no case", source->command, path);
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
    return source->trace
               ? message_nothing("%s: the trace has no pass: nothing to draw", source->command)
               : message_nothing("%s: '%s' has no case of a figure: nothing to draw",
                                 source->command, source->list.runs[0]->path);
}

static void source_export(FILE *out, const struct source *source)
{
    OWNED char *figures = source->figures ? results_dump(source->figures) : NULL;
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
}

static int source_put(const struct source *source, const char *path)
{
    struct output output;
    if (!path || strcmp(path, "-") == 0) {
        source_export(stdout, source);
        return EXIT_CODE_OK; /* cli_main() says where that could not be written */
    }
    int code = output_open(&output, path, OUTPUT_DERIVED);
    if (code == 0) {
        source_export(output.file, source);
        code = output_commit(&output);
    }
    return code == 0 ? EXIT_CODE_OK
                     : message_error("export: cannot write '%s': %s", path, output_error(code));
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
        code = published_option_open(&source->published, line);
    if (code == EXIT_CODE_OK && !source_open(source, options))
        code = EXIT_CODE_UNTRIED;
    if (code == EXIT_CODE_OK)
        code = published_option_check(&source->published, line, source->runs, source->list.count);
    return code;
}

/* Writes the document of the one device that the runs are of. */
static int view_write(struct source *source, const struct command_line *line)
{
    json_auto_t *document = NULL;
    int code = arguments_check(line->options, source->format);
    if (code == EXIT_CODE_OK)
        code = report_document(line, &document);
    if (code != EXIT_CODE_OK)
        return code;
    source->view = view_dump(document);
    return source_put(source, options_value(line->options, "out"));
}

int export_figures_take(const struct command_line *line, json_t **document)
{
    OWNED_BY(source_close)
    struct source source = { .command = line->command->name,
                             .format = format_find("figures"),
                             .filter = options_value(line->options, "filter") };
    int code = source_take(&source, line);
    if (code == EXIT_CODE_OK)
        code = figures_make(&source);
    *document = code == EXIT_CODE_OK ? json_incref(source.figures) : NULL;
    return code;
}

static int export_run(const struct command_line *line)
{
    const struct options *options = line->options;
    if (options->positional_count == 0)
        return message_error("export: which run file? claimcheck export RUN.json --format csv");
    if (!options_has(options, "format")) {
        OWNED char *all = option_words(FORMAT_WORDS);
        return message_error("export: which format? --format %s", all);
    }
    OWNED_BY(source_close)
    struct source source = { .command = "export",
                             .catalogue = plan_catalogue(line->techniques),
                             .format = format_find(options_value(options, "format")),
                             .filter = options_value(options, "filter") };
    if (source.format->view)
        return view_write(&source, line);
    int code = source_take(&source, line);
    if (code == EXIT_CODE_OK)
        code = source_check(&source);
    if (code == EXIT_CODE_OK && source.format->figures)
        code = figures_make(&source);
    return code == EXIT_CODE_OK ? source_put(&source, options_value(options, "out")) : code;
}

static const struct option_spec export_options[] = {
    OPTION("format", "FORMAT",
           "gbench, gbench-summary, bmf, gha, hyperfine, csv, tidy, markdown, latex, testbed, "
           "view, figures; the last two are JSON for pages and claimcheck plot",
           .words = FORMAT_WORDS, .check = format_check),
    OPTION("filter", "REGEX",
           "only the cases of a run whose name matches this extended regular expression"),
    OPTION("out", "FILE", "file to write; standard output unless given, or with -"),
    OPTION("trace", "TRACE.json", "a trace, for view", .file = true),
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
