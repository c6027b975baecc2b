/* SPDX-License-Identifier: MIT */
#include "harness/cli/cli.h"

#include "harness/analysis/judge/judge.h"
#include "harness/analysis/why/why.h"
#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/os/os.h"
#include "harness/record/record.h"
#include "harness/record/run/run.h"
#include "harness/views/case/case_print.h"
#include "harness/views/claims/claims.h"
#include "harness/views/headline/headline.h"
#include "harness/views/history/history_view.h"

#include <errno.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

/* show ----------------------------------------------------------------------------------------- */

enum { MEANING_LINES = 20 }; /* of DIGEST_LINES, on a terminal */

/* The parts of a run to show. */
struct shown {
    struct catalogue catalogue;
    const struct options *options;
    const struct run *ordered; /* all cases */
    const struct run *chosen;
    const char *filter; /* NULL: none */
    enum sheet_style style;
};

/* The table has the baselines of what it shows from all cases. */
static void table_show(const struct shown *shown)
{
    const struct options *options = shown->options;
    regex_t expression;
    char word[MESSAGE_BYTES / 2];
    disk_shell_word_here(shown->ordered->path, word, sizeof(word));
    struct table_options table = { .columns = terminal_columns(CONSOLE_OUTPUT),
                                   .file = word,
                                   .brief = !options_has(options, "wide"),
                                   .wide = options_has(options, "wide"),
                                   .colours = terminal_colours(CONSOLE_OUTPUT),
                                   .catalogue = &shown->catalogue };
    if (console_is(CONSOLE_OUTPUT) && !shown->filter && !table.wide &&
        !options_has(options, "all") && !options_has(options, "sort") &&
        digest_suits_run(shown->ordered)) {
        struct table short_table;
        struct published_list published = { 0 };
        const struct digest digest = { shown->ordered, &published, &shown->catalogue, table.columns,
                                       word };
        published_list_shipped(&published);
        table_begin(&short_table, stdout, &table, shown->ordered, true);
        digest_print(stdout, &digest);
        published_list_finish(&published);
        table_end(&short_table, shown->ordered);
        return;
    }
    if (shown->filter && expression_compile(&expression, "", shown->filter, 0))
        table.filter = &expression;
    table_print(stdout, shown->ordered, &table);
    if (table.filter)
        regfree(&expression);
}

static int shown_write(const struct shown *shown)
{
    const struct exports_run exported = { shown->chosen, shown->ordered, &shown->catalogue };
    const bool narrowed = shown->filter || options_has(shown->options, "case");
    if (exports_take_stdout(shown->options))
        return exports_write_run(shown->options, "show", &exported);
    if (shown->style != SHEET_TEXT)
        exports_run_write(stdout, &exported, shown->style);
    else if (narrowed && shown->chosen->case_count == 1)
        case_print(stdout, shown->ordered, &shown->chosen->cases[0]);
    else
        table_show(shown);
    if (!narrowed && shown->style == SHEET_TEXT) {
        /* Prints what the run means. */
        char word[MESSAGE_BYTES / 2];
        struct published_list published = { 0 };
        disk_shell_word_here(shown->chosen->path, word, sizeof(word));
        const struct run_end end = { .run = shown->chosen,
                                     .published = &published,
                                     .catalogue = &shown->catalogue,
                                     .file = word,
                                     .columns = terminal_columns(CONSOLE_OUTPUT),
                                     .lines = console_is(CONSOLE_OUTPUT) &&
                                                      !options_has(shown->options, "all")
                                                  ? MEANING_LINES
                                                  : 0 };
        published_list_shipped(&published);
        run_end_print(stdout, &end);
        published_list_finish(&published);
    }
    return exports_write_run(shown->options, "show", &exported);
}

static int run_show(const struct command_line *line, const struct run *run)
{
    const struct options *options = line->options;
    struct run chosen, ordered;
    struct run_wanted all, wanted = { .filter = options_value(options, "filter"),
                                      .name = options_value(options, "case") };
    int code = EXIT_CODE_UNTRIED;
    wanted.order = (enum run_order)(options_word(options, "sort") + 1); /* in that order */
    all = (struct run_wanted){ .order = wanted.order };
    const enum sheet_style style = sheet_options_style(options);
    if (options_has(options, "limits")) {
        const struct table_options table = { .style = style,
                                             .columns = terminal_columns(CONSOLE_OUTPUT),
                                             .colours = terminal_colours(CONSOLE_OUTPUT) };
        if (table_limits_print(stdout, run, &table))
            return EXIT_CODE_OK;
        message_error(
            "show: '%s' has no device limits: claimcheck run --ceilings fresh measures them",
            run->path);
        return EXIT_CODE_NOTHING;
    }
    const bool chose = run_choose(&chosen, run, &wanted);
    if (run_choose(&ordered, run, &all) && chose) {
        const struct shown shown = {
            plan_catalogue(line->techniques), options, &ordered, &chosen, wanted.filter, style
        };
        code = shown_write(&shown);
    } else {
        message_error("show: '%s': %s", run->path, trouble_text());
    }
    run_choice_finish(&ordered);
    run_choice_finish(&chosen);
    return code;
}

static int show_run(const struct command_line *line)
{
    const struct options *options = line->options;
    const char *name = options_value(options, "case");
    if (options->positional_count == 0 && name && disk_is_there(name))
        return message_error("show: --case took the file '%s' as the name of a case: claimcheck "
                             "show %s --case NAME",
                             name, name);
    struct run *run = exports_check(options, "show") ? run_list_one(line) : NULL;
    const int code = run ? run_show(line, run) : EXIT_CODE_UNTRIED;
    run_destroy(&run);
    return code;
}

static const struct option_spec show_options[] = {
    OPTION("filter", "REGEX", "only cases whose name matches; one in full"),
    OPTION("case", "NAME", "one case in full: its samples, kernels, lower bound"),
    OPTION_FLAG("limits", "only the measured limits of the device"),
    OPTION("sort", "time|name|speedup|floor",
           "order of cases and workloads; as measured unless given"),
    OPTION_FLAG("all", "every case, everywhere"),
    OPTION_FLAG("wide", "all columns, in long lines"),
    SHEET_MARKDOWN_OPTION,
    SHEET_OPTIONS,
    EXPORTS_OPTIONS,
    OPTION_END,
};

const struct command command_show = {
    .name = "show",
    .arguments = "[RUN.json|DEVICE] [OPTIONS]",
    .summary = "shows a run file as a table, or one of its cases in full",
    .example = "claimcheck show run.json --filter {technique} --sort time",
    .options = show_options,
    .choices = "filter|case|limits wide|markdown|format wide|limits",
    .operands = true,
    .names = COMMAND_NAMES_RUNS,
    .takes_latest = true,
    .run = show_run,
};

/* why ------------------------------------------------------------------------------------------ */

/* Why there is no sentence about the case. */
static const char *silence_of(const struct run_case *c)
{
    return c->status != BENCH_OK ? "It has no time: claimcheck show --case NAME says why."
           : c->ceiling != BENCH_CEILING_NONE ? "It measures a limit of the device itself."
           : !(c->floor_ns > 0) ? "No known limit of the device bounds its work: claimcheck run "
                                  "--ceilings fresh measures them."
           : run_case_median_ns(c) < c->floor_ns
               ? "It is faster than its lower bound: measure the device limits again, on a machine "
                 "at rest: claimcheck run --ceilings fresh."
               : "It takes less than twice its lower bound: little is left to explain.";
}

static void line_print(const char *text)
{
    const unsigned columns = console_is(CONSOLE_OUTPUT) ? terminal_columns(CONSOLE_OUTPUT) : 0;
    printf("  ");
    wrap_print(stdout, &(struct wrap){ .columns = columns, .used = 2, .indent = 2 }, text);
}

/* The cases of that name, or those whose name the expression matches. */
static int run_why(const struct run *run, const char *words)
{
    struct run chosen;
    struct run_wanted wanted = { .name = words };
    bool chose = run_choose(&chosen, run, &wanted);
    if (!chose) {
        run_choice_finish(&chosen);
        wanted = (struct run_wanted){ .filter = words };
        chose = run_choose(&chosen, run, &wanted);
    }
    for (size_t i = 0; chose && i < chosen.case_count; i++) {
        const struct run_case *c = &chosen.cases[i];
        struct why why;
        char time[32], least[32], line[128];
        why_find(&why, run, c);
        printf("%s\n", c->name);
        if (c->status == BENCH_OK) {
            units_format_ns(run_case_median_ns(c), time);
            units_format_ns(c->floor_ns, least);
            snprintf(line, sizeof(line), "%s; lower bound %s.", time, least);
            if (!(c->floor_ns > 0))
                snprintf(line, sizeof(line), "%s.", time);
            line_print(line);
        }
        line_print(*why.text ? why.text : silence_of(c));
    }
    run_choice_finish(&chosen);
    return chose ? EXIT_CODE_OK : message_error("why: '%s': %s", run->path, trouble_text());
}

static int why_run(const struct command_line *line)
{
    const struct options *options = line->options;
    const size_t count = options->positional_count;
    if (count < 1 || count > 2)
        return message_error("why: which case? claimcheck why CASE [RUN.json|DEVICE]");
    const bool first_is_file = count == 2 && disk_is_there(options->positionals[0]);
    const char *words = options->positionals[first_is_file ? 1 : 0];
    const char *path = count == 1 ? LATEST_FILE : options->positionals[first_is_file ? 0 : 1];
    if (count == 1 && !disk_is_there(path))
        return message_error("why: which run? There is no %s here: claimcheck why CASE RUN.json",
                             path);
    char *file = operand_names_run(path);
    struct run *run = file ? run_load(file) : NULL;
    free(file);
    const int code = run ? run_why(run, words) : message_error("why: %s", trouble_text());
    run_destroy(&run);
    return code;
}

static const struct option_spec why_options[] = { OPTION_END };

const struct command command_why = {
    .name = "why",
    .arguments = "CASE|REGEX [RUN.json|DEVICE]",
    .summary = "explains the time of a case in a sentence; of the last run unless one is named",
    .example = "claimcheck why {technique}.{bench}/{variant} run.json",
    .options = why_options,
    .operands = true,
    .run = why_run,
};

/* card ----------------------------------------------------------------------------------------- */

static int card_run(const struct command_line *line)
{
    struct run *run = run_list_one(line);
    struct card_shown card;
    int code = EXIT_CODE_UNTRIED;
    if (!run)
        return code;
    if (!card_find_kept(run, &card)) {
        message_error("card: %s", trouble_text());
    } else if (run->device.software || !card_measured(&card)) {
        message_error("card: '%s' %s", run->path,
                      run->device.software
                          ? "is of a software device, not of a card"
                          : "measured no device limits: run without --ceilings none");
        code = EXIT_CODE_NOTHING;
    } else {
        const struct sheet_source source = { card_view, &card };
        code = sheet_options_print(&source, sheet_options_style(line->options), false);
        for (int i = 0; i < CARD_UNITS; i++)
            if (code == EXIT_CODE_OK && card.places[i].cards < CARD_LEAST)
                code = EXIT_CODE_NOTHING;
    }
    run_destroy(&run);
    return code;
}

static const struct option_spec card_options[] = { SHEET_OPTIONS, OPTION_END };

const struct command command_card = {
    .name = "card",
    .arguments = "[RUN.json|DEVICE] [--format FORMAT]",
    .summary = "says whether the card of a run is normal, among the kept cards of its model",
    .example = "claimcheck card run.json",
    .options = card_options,
    .operands = true,
    .names = COMMAND_NAMES_RUNS,
    .takes_latest = true,
    .lines = true,
    .run = card_run,
};

/* history -------------------------------------------------------------------------------------- */

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
                     move->ratio.high, judge_cause_name(move->cause));
            line->points[move->at]->moved = arena_text(&history->arena, text);
        }
    }
    free(points);
    free(moves);
}

/* Output --------------------------------------------------------------------------------------- */

struct shown_history {
    const struct run_history *history;
    const struct request *request;
};

static void history_write(FILE *out, const void *of)
{
    const struct shown_history *shown = of;
    sheet_write(out, &(struct sheet_look){ .style = shown->request->style }, history_view,
                shown->history);
}

static int history_of(const struct options *options, const struct request *request,
                      const struct name_list *paths)
{
    struct run_history history = { 0 };
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
            if (!run_history_add(&history, run ? run : list.rows[k], is_wanted, request))
                message_note("history: left out: %s", trouble_text());
            run_destroy(run ? &run : &list.rows[k]);
        }
        free(list.rows);
    }
    run_history_end(&history);
    moves_find(&history);
    if (paths->count == 0)
        message_error("history: '%s' has no run file", folder);
    else if (history.runs == 0)
        code = message_error("history: none of %zu file%s of '%s' is a run", paths->count,
                             plural(paths->count, "", "s"), folder);
    else if (history.point_count == 0)
        message_error("history: no case of %zu run%s of '%s' matches", history.runs,
                      plural(history.runs, "", "s"), folder);
    else {
        const struct shown_history shown = { &history, request };
        code = EXIT_CODE_OK;
        if (options_has(options, "out"))
            code = file_options_write(&files, options, 0, history_write, &shown);
        else
            history_write(stdout, &shown); /* main.c says what cannot be written */
    }
    run_history_finish(&history);
    free(folder);
    return code;
}

static int history_run(const struct command_line *line)
{
    struct request request;
    struct name_list paths = { 0 };
    const char *filter = options_value(line->options, "case");
    if (!filter)
        return message_error("history: which case? claimcheck history [DIR] --case REGEX");
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
    OPTION("case", "REGEX", "cases, by their names"),
    OPTION_WITH("format", "FORMAT",
                "csv, a row per run, or text, markdown, latex, json; text on a terminal, else csv",
                .words = "csv|text|markdown|latex|json"),
    OPTION_WITH("out", "FILE", "file to write; standard output unless given, or with -",
                .file = true),
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
