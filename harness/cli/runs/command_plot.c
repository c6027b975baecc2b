/* SPDX-License-Identifier: MIT */
#include "harness/base/data_folder.h"
#include "harness/base/disk.h"
#include "harness/base/exit_code.h"
#include "harness/base/message.h"
#include "harness/base/name_list.h"
#include "harness/base/need.h"
#include "harness/base/process_run.h"
#include "harness/base/text.h"
#include "harness/cli/command.h"
#include "harness/cli/command_export.h"
#include "harness/cli/published_option.h"
#include "harness/cli/runs/kept_run.h"
#include "harness/os/channel.h"
#include "harness/os/process.h"
#include "harness/record/run/run_file.h"

#include <ctype.h>
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* Leaves the figure of that name alone. Returns the exit code, with a message. */
static int figure_choose(json_t *figures, const char *wanted)
{
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

static int figures_list(const json_t *figures)
{
    char name[NAME_BYTES];
    for (size_t i = 0; i < json_array_size(figures); i++) {
        const json_t *figure = json_array_get(figures, i);
        const char *title = json_string_value(json_object_get(figure, "title"));
        printf("%-32s %s\n", figure_name(figure, name), title ? title : "");
    }
    return EXIT_CODE_OK;
}

/* The figures that are to be drawn. Returns the exit code, with a message. */
static int figures_take(const struct command_line *line, json_t **document)
{
    const char *wanted = options_value(line->options, "figure");
    const int code = command_export_figures(line, document);
    return code == EXIT_CODE_OK && wanted
               ? figure_choose(json_object_get(*document, "figures"), wanted)
               : code;
}

/* Drawing ------------------------------------------------------------------------------------- */

/* Returns 0 where it is, or the errno for which it cannot be started. */
static int start_fault(const char *program)
{
    struct process process = { 0 };
    const char *words[] = { program, "--version", NULL };
    const struct process_run run = { .plan = { .words = (char *const *)words,
                                               .descriptors = { PROCESS_NOWHERE, PROCESS_NOWHERE,
                                                                PROCESS_NOWHERE } },
                                     .wait_ms = INFINITY };
    int failure;
    process_run(&run, &process, &failure);
    return failure != 0 ? failure : process_exit_code(&process) == 0 ? 0 : EIO;
}

/* The script that draws; malloc'ed. NULL with a message. */
static char *script_find(void)
{
    char *folder = data_folder_find("scripts/plot");
    char *script = folder ? text_make("%s/plot", folder) : NULL;
    free(folder);
    if (script && disk_is_there(script))
        return script;
    free(script);
    message_error("plot: the templates, scripts/plot, are not beside the executable: a bundle, an "
                  "installation and the source have them; claimcheck export --format figures "
                  "writes the figures as data");
    return NULL;
}

/* Writes the document into a process that draws it. Returns its exit code, or that of a message. */
static int script_run(const char *script, const json_t *document, const char *out)
{
    int ends[2];
    struct process process = { 0 };
    const char *words[] = { "python3", "-I", script, "-", out, NULL };
    const int code_of_pipe = os_channel_pipe(ends);
    if (code_of_pipe != 0)
        return message_error("plot: no pipe: %s", strerror(code_of_pipe));
    const struct process_plan plan = { .words = (char *const *)words, .descriptors = { ends[0] } };
    fflush(stdout);
    const int failure = process_start(&process, &plan);
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
    process_wait(&process, INFINITY, NULL, NULL);
    const int code = process_exit_code(&process);
    return code >= 0 ? code : message_error("plot: the drawing script was killed");
}

static int figures_draw(const json_t *document, const char *out)
{
    char *script = script_find();
    const int code = script ? script_run(script, document, out) : EXIT_CODE_UNTRIED;
    free(script);
    const int fault = code == EXIT_CODE_OK ? start_fault("gnuplot") : 0;
    if (fault == 0)
        return code;
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
    if (code == EXIT_CODE_OK && options_has(options, "list"))
        code = figures_list(json_object_get(document, "figures"));
    else if (code == EXIT_CODE_OK)
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

static const char *const ends[] = { "list", "out", NULL };
static const char *const *const plot_choices[] = { ends, NULL };

const struct command command_plot = {
    .name = "plot",
    .arguments = "[RUN.json|DEVICE...|TRACE.json] [--out FOLDER] [--figure NAME]",
    .summary = "draws the papers' figures with these devices on them, as SVG, PNG and PDF; with "
               "several runs, side by side",
    .example = "claimcheck plot run.json --out plots",
    .options = plot_options,
    .habits = plot_habits,
    .choices = plot_choices,
    .operands = true,
    .names = COMMAND_NAMES_RUNS,
    .takes_latest = true,
    .run = plot_run,
};
