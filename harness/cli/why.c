/* SPDX-License-Identifier: MIT */
#include "harness/analysis/why/why.h"
#include "harness/cli/cli.h"

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
    OWNED_BY(run_choice_finish) struct run chosen = { 0 };
    if (!run_choose(&chosen, run, &(struct run_wanted){ .name = words })) {
        run_choice_finish(&chosen);
        if (!run_choose(&chosen, run, &(struct run_wanted){ .filter = words }))
            return message_error("why: '%s': %s", run->path, trouble_text());
    }
    const size_t most = console_is(CONSOLE_OUTPUT) ? TERMINAL_LINES / 5 : chosen.case_count;
    for (size_t i = 0; i < chosen.case_count && i < most; i++) {
        const struct run_case *c = &chosen.cases[i];
        struct why why;
        why_find(&why, run, c);
        printf("%s\n", c->name);
        if (c->status == BENCH_OK) {
            OWNED_TEXT struct text line = { 0 };
            text_add(&line, units_format_ns(run_case_median_ns(c), UNITS_ROOM));
            if (c->floor_ns > 0)
                text_add_format(&line, "; lower bound %s",
                                units_format_ns(c->floor_ns, UNITS_ROOM));
            text_add(&line, ".");
            line_print(text_string(&line));
        }
        line_print(*why.text ? why.text : silence_of(c));
    }
    if (chosen.case_count > most)
        printf("and %zu more cases: name one, or take a pipe\n", chosen.case_count - most);
    return EXIT_CODE_OK;
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
    if (count == 1 && disk_is_there(words) && !os_path_is_folder(words))
        return message_error("why: which case of '%s'? claimcheck why CASE %s", words, words);
    if (count == 1 && !disk_is_there(path))
        return message_error("why: which run? There is no %s here: claimcheck why CASE RUN.json",
                             path);
    OWNED char *file = operand_names_run(path);
    OWNED_BY(run_destroy) struct run *run = file ? run_load(file) : NULL;
    return run ? run_why(run, words) : message_error("why: %s", trouble_text());
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
