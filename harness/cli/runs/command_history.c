/* SPDX-License-Identifier: MIT */
#include "harness/base/data_folder.h"
#include "harness/base/disk.h"
#include "harness/base/expression.h"
#include "harness/base/message.h"
#include "harness/base/name_list.h"
#include "harness/base/plural.h"
#include "harness/base/text.h"
#include "harness/base/trouble.h"
#include "harness/cli/command.h"
#include "harness/cli/file_options.h"
#include "harness/cli/session/latest.h"
#include "harness/cli/sheet_options.h"
#include "harness/os/console.h"
#include "harness/os/path.h"
#include "harness/record/run/run_file.h"
#include "harness/record/run/run_history.h"
#include "harness/views/history/history_view.h"

#include <errno.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 8 };

static const char *const file_names[] = { "out" };
static const struct file_options files = { "history", file_names, 1, NULL };

/* The request. */
struct request {
    regex_t expression;
    enum sheet_style style;
};

/* Files ---------------------------------------------------------------------------------------- */

/* All that are called as run files are, below the folder, by name, malloc'ed each; links are not
 * followed. Returns 0 or an errno. */
static int folder_read(struct name_list *paths, const char *folder, int depth)
{
    size_t count = 0;
    char **entries = os_path_names(folder, &count);
    int failure = entries ? 0 : errno;
    for (size_t i = 0; i < count; i++) {
        const char *name = entries[i];
        char *path = name[0] != '.' && failure == 0 ? text_make("%s/%s", folder, name) : NULL;
        struct os_file_status status;
        if (!path || !os_path_look_link(path, &status))
            status.kind = OS_FILE_IS_OTHER;
        if (status.kind == OS_FILE_IS_FOLDER && depth < DEPTH_MAX)
            failure = folder_read(paths, path, depth + 1);
        else if (status.kind == OS_FILE_IS_REGULAR && run_file_stem_bytes(name) < strlen(name)) {
            name_list_add(paths, path);
            path = NULL; /* the list's */
        }
        free(path);
    }
    os_path_names_free(&entries);
    return failure;
}

/* Reads the folder that is named, or else the kept runs and those of this folder, into `paths`.
 * Returns the exit code, with a message. */
static int folders_read(struct name_list *paths, const struct options *options)
{
    char *kept = NULL;
    const char *folders[2] = { 0 };
    size_t count = 0;
    if (options->positional_count > 0) {
        folders[count++] = options->positionals[0];
    } else {
        if ((kept = data_folder_find("results/runs")))
            folders[count++] = kept;
        if (os_path_is_folder(LATEST_FOLDER))
            folders[count++] = LATEST_FOLDER;
    }
    int code =
        count > 0
            ? EXIT_CODE_OK
            : message_error("history: which folder? there are no kept runs, and no " LATEST_FOLDER
                            " here: claimcheck history DIR --case REGEX");
    for (size_t i = 0; code == EXIT_CODE_OK && i < count; i++) {
        const int failure = folder_read(paths, folders[i], 0);
        if (failure != 0)
            code = message_error("history: '%s': %s", folders[i], strerror(failure));
        else if (options->positional_count == 0)
            message_note("history: reads %s", folders[i]);
    }
    free(kept);
    return code;
}

static bool is_wanted(const void *context, const char *name)
{
    const struct request *request = context;
    return regexec(&request->expression, name, 0, NULL, 0) == 0;
}

/* One after the other: what is no run is said, and left out. */
static void runs_read(struct run_history *history, const struct name_list *paths,
                      const struct request *request)
{
    for (size_t i = 0; i < paths->count; i++) {
        struct run *run = run_load(paths->names[i]);
        if (!run || !run_history_add(history, run, is_wanted, request))
            message_note("history: left out: %s", trouble_text());
        run_destroy(&run);
    }
}

/* Options -------------------------------------------------------------------------------------- */

/* False with a message; the expression is there otherwise. */
static bool request_take(const struct options *options, struct request *request)
{
    const char *filter = options_value(options, "case");
    if (options->positional_count > 1 || !filter)
        return message_refuse("history: %s claimcheck history [DIR] --case REGEX",
                              filter ? "one folder at a time:" : "which case?");
    *request = (struct request){ .style = console_is(CONSOLE_OUTPUT) ? SHEET_TEXT : SHEET_CSV };
    if (options_has(options, "format"))
        request->style = sheet_options_style(options);
    if (!file_options_check(&files, options))
        return false;
    return expression_compile(&request->expression, "", filter, 0) ||
           message_refuse("history: %s", trouble_text());
}

/* Output --------------------------------------------------------------------------------------- */

struct shown {
    const struct run_history *history;
    const struct request *request;
};

static void history_write(FILE *out, const void *of)
{
    const struct shown *shown = of;
    sheet_write(out, &(struct sheet_look){ .style = shown->request->style }, history_view,
                shown->history);
}

static int history_show(const struct options *options, const struct run_history *history,
                        const struct request *request)
{
    const struct shown shown = { history, request };
    if (options_has(options, "out"))
        return file_options_write(&files, options, 0, history_write, &shown);
    history_write(stdout, &shown); /* main.c says what cannot be written */
    return EXIT_CODE_OK;
}

static int history_of(const struct options *options, const struct request *request,
                      const struct name_list *paths)
{
    const char *folder = options->positional_count > 0 ? options->positionals[0] : "results";
    struct run_history history = { 0 };
    int code = EXIT_CODE_NOTHING;
    runs_read(&history, paths, request);
    run_history_end(&history);
    if (paths->count == 0)
        message_error("history: '%s' has no run file", folder);
    else if (history.runs == 0)
        code = message_error("history: none of %zu file%s of '%s' is a run", paths->count,
                             plural(paths->count, "", "s"), folder);
    else if (history.point_count == 0)
        message_error("history: no case of %zu run%s of '%s' matches", history.runs,
                      plural(history.runs, "", "s"), folder);
    else
        code = history_show(options, &history, request);
    run_history_finish(&history);
    return code;
}

/* The run file of those that would be written over; NULL. */
static const char *run_replaced(const struct options *options, const struct name_list *paths)
{
    const char *out = options_value(options, "out");
    for (size_t i = 0; out && i < paths->count; i++)
        if (disk_same_file(out, paths->names[i]))
            return paths->names[i];
    return NULL;
}

static int history_run(const struct command_line *line)
{
    struct request request;
    struct name_list paths = { 0 };
    if (!request_take(line->options, &request))
        return EXIT_CODE_UNTRIED;
    int code = folders_read(&paths, line->options);
    const char *replaced = code == EXIT_CODE_OK ? run_replaced(line->options, &paths) : NULL;
    if (replaced)
        code = message_error("history: would replace %s: choose another --out", replaced);
    else if (code == EXIT_CODE_OK)
        code = history_of(line->options, &request, &paths);
    for (size_t i = 0; i < paths.count; i++)
        free((char *)paths.names[i]);
    name_list_finish(&paths);
    regfree(&request.expression);
    return code;
}

static const struct option_spec history_options[] = {
    OPTION("case", "REGEX", "cases, by their names"),
    OPTION_WITH("format", "FORMAT",
                "csv, a row per run, or text, markdown, latex, json; text on a terminal, else csv",
                .words = "csv|text|markdown|latex|json", .check = sheet_options_format),
    OPTION_WITH("out", "FILE", "file to write; standard output unless given, or with -",
                .file = true),
    OPTION_END,
};

const struct command command_history = {
    .name = "history",
    .arguments = "[DIR|DEVICE] --case REGEX [--format FORMAT] [--out FILE]",
    .summary = "lists times of cases over all runs of a folder, by date, card and driver; "
               "without DIR, over "
               "the kept runs and those of results/local",
    .example = "claimcheck history --case {variant}/ --out history.csv",
    .options = history_options,
    .operands = true,
    .names = COMMAND_NAMES_FOLDERS,
    .run = history_run,
};
