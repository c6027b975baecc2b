/* SPDX-License-Identifier: MIT */
#include "harness/analysis/judge/judge.h"
#include "harness/cli/cli.h"
#include "harness/views/history/history_view.h"

#include <errno.h>
#include <string.h>

enum { DEPTH_MAX = 8 };

static const char *const file_names[] = { "out" };
static const struct file_options files = { "history", file_names, 1, NULL };

/* The request, and what was found. */
struct request {
    regex_t expression; /* where it is compiled */
    bool compiled;
    enum sheet_style style;
    struct name_list paths; /* malloc'ed each */
    struct run_history history;
};

static void request_finish(struct request *request)
{
    if (request->compiled)
        regfree(&request->expression);
    for (size_t i = 0; i < request->paths.count; i++)
        free((char *)request->paths.names[i]);
    name_list_finish(&request->paths);
    run_history_finish(&request->history);
}

/* All that are called as run files are, below the folder, by name, malloc'ed each; links are not
 * followed. Returns 0 or an errno. */
static int folder_read(struct name_list *paths, const char *folder, int depth)
{
    size_t count = 0;
    OWNED_BY(os_path_names_free) char **entries = os_path_names(folder, &count);
    int failure = entries ? 0 : errno;
    for (size_t i = 0; i < count && failure == 0; i++) {
        const char *name = entries[i];
        OWNED char *path = text_make("%s/%s", folder, name);
        struct os_file_status status;
        if (name[0] == '.' || !os_path_look_link(path, &status))
            continue;
        if (status.kind == OS_FILE_IS_FOLDER && depth < DEPTH_MAX)
            failure = folder_read(paths, path, depth + 1);
        else if (status.kind == OS_FILE_IS_REGULAR &&
                 (run_file_stem_bytes(name) < strlen(name) || row_file_is(name)))
            name_list_add(paths, need_copy(path));
    }
    return failure;
}

/* Reads the folders and files that are named, or else the kept runs, the rows of evidence
 * and the runs of this folder, into `paths`. Returns the exit code, with a message. */
static int folders_read(struct name_list *paths, const struct options *options)
{
    OWNED char *kept = data_folder_find("results/runs"), *rows = data_folder_find(ROW_FOLDER);
    const char *const all[] = { kept, rows,
                                os_path_is_folder(LATEST_FOLDER) ? LATEST_FOLDER : NULL };
    const char *usual[COUNT_OF(all)] = { 0 }, *const *folders = options->positionals;
    size_t count = options->positional_count;
    const bool named = count > 0;
    for (size_t i = 0; i < COUNT_OF(all) && !named; i++)
        if (all[i])
            usual[count++] = all[i];
    if (!named)
        folders = usual;
    if (count == 0)
        return message_error("history: which folder? there are no kept runs, and no " LATEST_FOLDER
                             " here: claimcheck history DIR --case REGEX");
    for (size_t i = 0; i < count; i++) {
        const bool is_file = named && disk_is_there(folders[i]) && !os_path_is_folder(folders[i]);
        const int failure = is_file ? 0 : folder_read(paths, folders[i], 0);
        if (is_file)
            name_list_add(paths, need_copy(folders[i]));
        if (failure != 0)
            return message_error("history: '%s': %s", folders[i], strerror(failure));
        if (!named)
            message_note("history: reads %s", folders[i]);
    }
    return EXIT_CODE_OK;
}

static bool is_wanted(const void *context, const char *name)
{
    const struct request *request = context;
    return regexec(&request->expression, name, 0, NULL, 0) == 0;
}

/* Says of each point what moved it from those before, of any card of the device and any driver. */
static void moves_find(struct run_history *history)
{
    OWNED struct judge_point *points = need_zeroed(history->point_count + 1, sizeof(*points));
    OWNED struct judge_move *moves = need_zeroed(history->point_count + 1, sizeof(*moves));
    foreach (const struct run_history_line, line, history->lines, history->line_count) {
        for (size_t k = 0; k < line->count; k++) {
            const struct run_history_point *it = line->points[k];
            points[k] = (struct judge_point){ it->median_ns, it->seconds, it->card,
                                              it->driver,    it->kernels, it->commit };
        }
        const size_t found = judge_moves(points, line->count, moves);
        foreach (const struct judge_move, move, moves, found) {
            char text[128];
            snprintf(text, sizeof(text), "%s %.4g [%.4g, %.4g]: %s",
                     judge_verdict_name(move->verdict), move->ratio.ratio, move->ratio.low,
                     move->ratio.high, move->cause);
            line->points[move->at]->moved = arena_text(&history->arena, text);
        }
    }
}

static void history_write(FILE *out, const void *of)
{
    const struct request *request = of;
    sheet_write(out, &(struct sheet_look){ .style = request->style }, history_view,
                &request->history);
}

/* Reads one file after the other: what is no run is said, and left out. */
static void paths_read(struct request *request, const struct name_list *paths)
{
    for (size_t i = 0; i < paths->count; i++) {
        OWNED_BY(row_list_finish) struct row_list list = { 0 };
        OWNED_BY(run_destroy) struct run *run = NULL;
        if (row_file_is(paths->names[i]) ? !row_list_load(&list, paths->names[i])
                                         : !(run = run_load(paths->names[i])))
            message_note("history: left out: %s", trouble_text());
        for (size_t k = 0; k < list.count + (run ? 1 : 0); k++)
            if (!run_history_add(&request->history, run ? run : list.rows[k], is_wanted, request))
                message_note("history: left out: %s", trouble_text());
    }
    run_history_end(&request->history);
    moves_find(&request->history);
}

static int history_of(const struct options *options, struct request *request,
                      const struct name_list *paths)
{
    const struct run_history *history = &request->history;
    OWNED_TEXT struct text folders = { 0 };
    for (size_t i = 0; i < options->positional_count; i++)
        text_join(&folders, "', '", "%s", options->positionals[i]);
    const char *folder = folders.length > 0 ? folders.string : "results";
    paths_read(request, paths);
    if (paths->count == 0)
        return message_nothing("history: '%s' has no run file", folder);
    if (history->runs == 0)
        return message_error("history: none of %zu file%s of '%s' is a run", COUNTED(paths->count),
                             folder);
    if (history->point_count == 0)
        return message_nothing("history: no case of %zu run%s of '%s' matches",
                               COUNTED(history->runs), folder);
    if (options_has(options, "out"))
        return file_options_write(&files, options, 0, history_write, request);
    OWNED_TEXT struct text text = { 0 };
    FILE *memory = console_is(CONSOLE_OUTPUT) ? text_stream(&text) : NULL;
    history_write(memory ? memory : stdout, request); /* main.c says what cannot be written */
    if (memory) {
        text_stream_close(memory);
        wrap_cut_print(text_string(&text), TERMINAL_LINES - 4);
    }
    return EXIT_CODE_OK;
}

/* Which case is meant is not said: a hint for the word in its place. */
static int case_refuse(const struct command_line *line)
{
    const char *word = line->options->positional_count > 0 ? line->options->positionals[0] : "";
    const bool meant = *word && !disk_is_there(word);
    const char *name = meant ? selection_name(line->techniques, word) : NULL;
    OWNED char *hint = meant ? word_hint(word) : need_copy("");
    OWNED char *variant =
        *hint || !name ? NULL : text_make("; of a variant: claimcheck history --case '%s'", name);
    return message_error("history: which case? claimcheck history [DIR] --case REGEX%s",
                         variant ? variant : hint);
}

static int history_run(const struct command_line *line)
{
    const struct options *options = line->options;
    OWNED_BY(request_finish)
    struct request request = { .style = options_has(options, "format")
                                            ? sheet_options_style(options)
                                        : console_is(CONSOLE_OUTPUT) ? SHEET_TEXT
                                                                     : SHEET_CSV };
    struct name_list *paths = &request.paths;
    const char *filter = options_value(options, "case"), *out = options_value(options, "out");
    if (!filter)
        return case_refuse(line);
    if (!file_options_check(&files, options))
        return EXIT_CODE_UNTRIED;
    request.compiled = expression_compile(&request.expression, "", filter, 0);
    if (!request.compiled)
        return message_error("history: %s", trouble_text());
    const int code = folders_read(paths, options);
    if (code != EXIT_CODE_OK)
        return code;
    for (size_t i = 0; out && i < paths->count; i++)
        if (disk_same_file(out, paths->names[i]))
            return message_error("history: would replace %s: choose another --out",
                                 paths->names[i]);
    return history_of(options, &request, paths);
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
