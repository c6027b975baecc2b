/* SPDX-License-Identifier: MIT */
#include "harness/cli/cli.h"
#include "harness/views/formats/export.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <string.h>

enum { NAME_BYTES = 48 };

/* Returns the name that scripts/plot/plot gives the file: "weber-5-6-hair". */
static const char *figure_name(const json_t *figure, char name[NAME_BYTES])
{
    const char *of;
    json_t *value;
    size_t length = (size_t)snprintf(name, NAME_BYTES, "%s", json_value_text_of(figure, "key"));
    json_object_foreach(json_object_get(figure, "split"), of, value)
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
    const int code = export_figures_take(line, document);
    if (code != EXIT_CODE_OK || !wanted)
        return code;
    /* Leaves the figure of that name alone. */
    json_t *figures = json_object_get(*document, "figures");
    OWNED_BY(name_list_finish) struct name_list names = { 0 };
    const size_t count = json_array_size(figures);
    OWNED char(*all)[NAME_BYTES] = need_zeroed(count, sizeof(*all));
    for (size_t i = 0; i < count; i++)
        name_list_add(&names, figure_name(json_array_get(figures, i), all[i]));
    for (size_t i = count; i-- > 0;)
        if (strcmp(all[i], wanted) != 0)
            json_array_remove(figures, i);
    if (json_array_size(figures) > 0)
        return EXIT_CODE_OK;
    return message_error("plot: the runs have no figure '%s'%s; --list names those that they have",
                         wanted, name_list_hint(&names, wanted));
}

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
    os_file_close(ends[0]);
    FILE *pipe = os_file_stream(ends[1], "w");
    if (failure == 0 && pipe)
        json_dumpf(document, pipe, JSON_COMPACT); /* the script says what it could not read */
    if (pipe)
        fclose(pipe);
    else
        os_file_close(ends[1]);
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
    OWNED char *folder = data_folder_find("scripts/plot");
    OWNED char *script = folder ? text_make("%s/plot", folder) : NULL;
    if (!script || !disk_is_there(script))
        return message_error(
            "plot: the templates, scripts/plot, are not beside the executable: a bundle, "
            "an installation and the source have them; claimcheck export --format "
            "figures writes the figures as data");
    const int code = script_run(script, document, out);
    if (code != EXIT_CODE_OK)
        return code;
    const char *words[] = { "gnuplot", "--version", NULL };
    struct process_run run = { .plan = { .words = (char *const *)words,
                                         .descriptors = { PROCESS_NOWHERE, PROCESS_NOWHERE,
                                                          PROCESS_NOWHERE } },
                               .wait_ms = INFINITY };
    process_run(&run);
    if (run.failure == 0 && run.end == PROCESS_RUN_DONE)
        return EXIT_CODE_OK;
    OWNED_TEXT struct text why = { 0 };
    if (run.failure != 0) {
        text_add_format(&why, "cannot be started: %s%s", strerror(run.failure),
                        run.failure == ENOENT ? " (Debian: apt-get install gnuplot-nox)" : "");
    } else {
        text_add(&why, "does not say its version: it ");
        process_run_end_add(&why, &run.process);
    }
    return message_nothing("plot: no pictures: gnuplot %s; then repeat, or run gnuplot NAME.gp in "
                           "'%s'",
                           text_string(&why), out);
}

static int plot_run(const struct command_line *line)
{
    const struct options *options = line->options;
    if (options->positional_count == 0)
        return message_error("plot: which run file? claimcheck plot RUN.json --out FOLDER");
    if (options->positional_count > 1 && !options_any(options, "out|list"))
        return message_error("plot: which folder? Several runs need --out FOLDER");
    json_auto_t *document = NULL;
    const char *given = options_value(options, "out");
    OWNED char *out = given ? need_copy(given) : kept_run_output(options->positionals[0], ".plots");
    const int code = figures_take(line, &document);
    if (code != EXIT_CODE_OK)
        return code;
    if (!options_has(options, "list"))
        return figures_draw(document, out);
    foreach_json (figure, json_object_get(document, "figures")) {
        char name[NAME_BYTES];
        printf("%-32s %s\n", figure_name(figure, name), json_value_text_of(figure, "title"));
    }
    return EXIT_CODE_OK;
}

static const struct option_spec plot_options[] = {
    OPTION("out", "FOLDER", "folder to write; RUN.plots beside the run unless given", .file = true),
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
