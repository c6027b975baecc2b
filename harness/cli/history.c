/* SPDX-License-Identifier: MIT */
#include "harness/analysis/judge/judge.h"
#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/cli/cli.h"
#include "harness/os/os.h"
#include "harness/record/record.h"
#include "harness/record/run/run.h"
#include "harness/views/history/history_view.h"

#include <errno.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 8 };

static const char *const file_names[] = { "out" };
static const struct file_options files = { "history", file_names, 1, NULL };

/* The request, and what was found. */
struct request {
    regex_t expression;
    enum sheet_style style;
    struct run_history history;
};

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
        else if (status.kind == OS_FILE_IS_REGULAR &&
                 (run_file_stem_bytes(name) < strlen(name) || row_file_is(name))) {
            name_list_add(paths, path);
            path = NULL; /* the list's */
        }
        free(path);
    }
    os_path_names_free(&entries);
    return failure;
}

/* Reads the folders and files that are named, or else the kept runs, the rows of evidence
 * and the runs of this folder, into `paths`. Returns the exit code, with a message. */
static int folders_read(struct name_list *paths, const struct options *options)
{
    char *kept = NULL, *rows = NULL;
    const char *usual[3] = { 0 }, *const *folders = options->positionals;
    size_t count = options->positional_count;
    const bool named = count > 0;
    if (!named) {
        folders = usual;
        if ((kept = data_folder_find("results/runs")))
            usual[count++] = kept;
        if ((rows = data_folder_find(ROW_FOLDER)))
            usual[count++] = rows;
        if (os_path_is_folder(LATEST_FOLDER))
            usual[count++] = LATEST_FOLDER;
    }
    int code =
        count > 0
            ? EXIT_CODE_OK
            : message_error("history: which folder? there are no kept runs, and no " LATEST_FOLDER
                            " here: claimcheck history DIR --case REGEX");
    for (size_t i = 0; code == EXIT_CODE_OK && i < count; i++) {
        const bool is_file = named && disk_is_there(folders[i]) && !os_path_is_folder(folders[i]);
        const int failure = is_file ? 0 : folder_read(paths, folders[i], 0);
        if (is_file)
            name_list_add(paths, need_copy(folders[i]));
        if (failure != 0)
            code = message_error("history: '%s': %s", folders[i], strerror(failure));
        else if (!named)
            message_note("history: reads %s", folders[i]);
    }
    free(kept);
    free(rows);
    return code;
}

static bool is_wanted(const void *context, const char *name)
{
    const struct request *request = context;
    return regexec(&request->expression, name, 0, NULL, 0) == 0;
}

/* Says of each point what moved it from those before, of any card of the device and any driver. */
static void moves_find(struct run_history *history)
{
    struct judge_point *points = need_zeroed(history->point_count + 1, sizeof(*points));
    struct judge_move *moves = need_zeroed(history->point_count + 1, sizeof(*moves));
    for (size_t i = 0; i < history->line_count; i++) {
        const struct run_history_line *line = &history->lines[i];
        for (size_t k = 0; k < line->count; k++) {
            const struct run_history_point *it = line->points[k];
            points[k] = (struct judge_point){ it->median_ns, it->seconds, it->card,
                                              it->driver,    it->kernels, it->commit };
        }
        const size_t found = judge_moves(points, line->count, moves);
        for (size_t k = 0; k < found; k++) {
            const struct judge_move *move = &moves[k];
            char text[128];
            snprintf(text, sizeof(text), "%s %.4g [%.4g, %.4g]: %s",
                     judge_verdict_name(move->verdict), move->ratio.ratio, move->ratio.low,
                     move->ratio.high, move->cause);
            line->points[move->at]->moved = arena_text(&history->arena, text);
        }
    }
    free(points);
    free(moves);
}

static void history_write(FILE *out, const void *of)
{
    const struct request *request = of;
    sheet_write(out, &(struct sheet_look){ .style = request->style }, history_view,
                &request->history);
}

static int history_of(const struct options *options, struct request *request,
                      const struct name_list *paths)
{
    struct run_history *history = &request->history;
    char *folder = need_copy(options->positional_count > 0 ? options->positionals[0] : "results");
    for (size_t i = 1; i < options->positional_count; i++) {
        char *more = text_make("%s', '%s", folder, options->positionals[i]);
        free(folder);
        folder = more;
    }
    int code = EXIT_CODE_NOTHING;
    /* One after the other: what is no run is said, and left out. */
    for (size_t i = 0; i < paths->count; i++) {
        struct row_list list = { 0 };
        struct run *run = NULL;
        if (row_file_is(paths->names[i]) ? !row_list_load(&list, paths->names[i])
                                         : !(run = run_load(paths->names[i])))
            message_note("history: left out: %s", trouble_text());
        for (size_t k = 0; k < list.count + (run ? 1 : 0); k++) {
            if (!run_history_add(history, run ? run : list.rows[k], is_wanted, request))
                message_note("history: left out: %s", trouble_text());
            run_destroy(run ? &run : &list.rows[k]);
        }
        free(list.rows);
    }
    run_history_end(history);
    moves_find(history);
    if (paths->count == 0)
        message_error("history: '%s' has no run file", folder);
    else if (history->runs == 0)
        code = message_error("history: none of %zu file%s of '%s' is a run", paths->count,
                             plural(paths->count, "", "s"), folder);
    else if (history->point_count == 0)
        message_error("history: no case of %zu run%s of '%s' matches", history->runs,
                      plural(history->runs, "", "s"), folder);
    else {
        code = EXIT_CODE_OK;
        if (options_has(options, "out"))
            code = file_options_write(&files, options, 0, history_write, request);
        else if (!console_is(CONSOLE_OUTPUT))
            history_write(stdout, request); /* main.c says what cannot be written */
        else {
            struct text text = { 0 };
            FILE *memory = text_stream(&text);
            history_write(memory, request);
            text_stream_close(memory);
            wrap_cut_print(text_string(&text), TERMINAL_LINES - 4);
            text_finish(&text);
        }
    }
    run_history_finish(history);
    free(folder);
    return code;
}

static int history_run(const struct command_line *line)
{
    struct request request;
    struct name_list paths = { 0 };
    const char *filter = options_value(line->options, "case");
    if (!filter) {
        char hint[MESSAGE_BYTES / 4] = "";
        const char *word = line->options->positional_count > 0 ? line->options->positionals[0] : "";
        if (*word && !disk_is_there(word)) {
            const char *name = selection_name(line->techniques, word);
            word_hint(word, hint, sizeof(hint));
            if (!*hint && name)
                snprintf(hint, sizeof(hint), "; of a variant: claimcheck history --case '%s'",
                         name);
        }
        return message_error("history: which case? claimcheck history [DIR] --case REGEX%s", hint);
    }
    request = (struct request){ .style = console_is(CONSOLE_OUTPUT) ? SHEET_TEXT : SHEET_CSV };
    if (options_has(line->options, "format"))
        request.style = sheet_options_style(line->options);
    if (!file_options_check(&files, line->options))
        return EXIT_CODE_UNTRIED;
    if (!expression_compile(&request.expression, "", filter, 0))
        return message_error("history: %s", trouble_text());
    int code = folders_read(&paths, line->options);
    const char *out = options_value(line->options, "out"), *replaced = NULL;
    for (size_t i = 0; code == EXIT_CODE_OK && out && !replaced && i < paths.count; i++)
        replaced = disk_same_file(out, paths.names[i]) ? paths.names[i] : NULL;
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
    OPTION("case", "REGEX", "only cases whose name matches"),
    OPTION("format", "FORMAT",
           "csv, a row per run, or text, markdown, latex, json; text on a terminal, else csv",
           .words = "csv|text|markdown|latex|json"),
    OPTION("out", "FILE", "file to write; standard output unless given, or with -", .file = true),
    OPTION_END,
};

const struct command command_history = {
    .name = "history",
    .arguments =
        "[DIR|RUN.json|ROWS.jsonl.xz|DEVICE...] --case REGEX [--format FORMAT] [--out FILE]",
    .summary =
        "lists times of cases by date, card and driver, and what moved them; without DIR, over "
        "kept runs, their rows of evidence, and results/local",
    .example = "claimcheck history --case {variant}/ --out history.csv",
    .options = history_options,
    .operands = true,
    .names = COMMAND_NAMES_HISTORY,
    .run = history_run,
};
