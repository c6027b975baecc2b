/* SPDX-License-Identifier: MIT */
#include "harness/cli/cli.h"
#include "harness/views/case/case_print.h"
#include "harness/views/headline/headline.h"

/* show ----------------------------------------------------------------------------------------- */

enum { MEANING_LINES = 18 }; /* of TERMINAL_LINES, on a terminal */

/* The parts of a run to show. */
struct shown {
    struct catalogue catalogue;
    const struct options *options;
    const struct run *ordered; /* all cases */
    const struct run *chosen;
    const char *filter; /* NULL: none */
    enum sheet_style style;
    struct published_list published; /* for text of all cases */
};

/* The table has the baselines of what it shows from all cases. */
static void table_show(const struct shown *shown)
{
    const struct options *options = shown->options;
    OWNED_BY(regfree) regex_t expression = { 0 };
    OWNED char *word = disk_shell_word_here(shown->ordered->path);
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
        const struct run_end end = { .run = shown->ordered,
                                     .published = &shown->published,
                                     .catalogue = &shown->catalogue,
                                     .columns = table.columns,
                                     .file = word };
        table_begin(&short_table, stdout, &table, shown->ordered, true);
        digest_print(stdout, &end);
        table_end(&short_table, shown->ordered);
        return;
    }
    if (shown->filter && expression_compile(&expression, "", shown->filter, 0))
        table.filter = &expression;
    table_print(stdout, shown->ordered, &table);
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
        OWNED char *word = disk_shell_word_here(shown->chosen->path);
        OWNED char *operands = selection_operands(shown->catalogue.techniques, word);
        const struct run_end end = { .run = shown->chosen,
                                     .published = &shown->published,
                                     .catalogue = &shown->catalogue,
                                     .file = operands + 1,
                                     .columns = terminal_columns(CONSOLE_OUTPUT),
                                     .lines = console_is(CONSOLE_OUTPUT) &&
                                                      !options_has(shown->options, "all")
                                                  ? MEANING_LINES
                                                  : 0 };
        run_end_print(stdout, &end);
    }
    return exports_write_run(shown->options, "show", &exported);
}

static int run_show(const struct command_line *line, const struct run *run)
{
    const struct options *options = line->options;
    OWNED_BY(run_choice_finish) struct run chosen = { 0 }, ordered = { 0 };
    struct run_wanted all, wanted = { .filter = options_value(options, "filter"),
                                      .name = options_value(options, "case") };
    wanted.order = (enum run_order)(options_word(options, "sort") + 1); /* in that order */
    all = (struct run_wanted){ .order = wanted.order };
    const enum sheet_style style = sheet_options_style(options);
    if (options_has(options, "limits")) {
        const struct table_options table = { .style = style,
                                             .columns = terminal_columns(CONSOLE_OUTPUT),
                                             .colours = terminal_colours(CONSOLE_OUTPUT) };
        return table_limits_print(stdout, run, &table)
                   ? EXIT_CODE_OK
                   : message_nothing("show: '%s' has no device limits: claimcheck run --ceilings "
                                     "fresh measures them",
                                     run->path);
    }
    const bool chose = run_choose(&chosen, run, &wanted);
    if (!run_choose(&ordered, run, &all) || !chose) {
        OWNED char *fault = need_copy(trouble_text());
        OWNED char *hint = wanted.name ? word_hint(wanted.name) : need_copy("");
        return message_error("show: '%s': %s%s", run->path, fault, hint);
    }
    struct shown shown = { .catalogue = plan_catalogue(line->techniques),
                           .options = options,
                           .ordered = &ordered,
                           .chosen = &chosen,
                           .filter = wanted.filter,
                           .style = style };
    if (style == SHEET_TEXT && !wanted.filter)
        published_option_own(&shown.published, line);
    const int code = shown_write(&shown);
    published_list_finish(&shown.published);
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
    OWNED_BY(run_destroy)
    struct run *run = exports_check(options, "show") ? run_list_one(line) : NULL;
    return run ? run_show(line, run) : EXIT_CODE_UNTRIED;
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
