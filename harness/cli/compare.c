/* SPDX-License-Identifier: MIT */
#include "harness/cli/cli.h"

#include "harness/views/compare/compare_view.h"
#include "harness/views/headline/headline.h"

/* Comparison ----------------------------------------------------------------------------------- */

/* The comparison to show. */
struct compared {
    struct compare_several several;
    bool changed; /* only rows that have */
    bool brief;   /* no rows, in a text */
};

static void view(struct sheet *sheet, const void *of)
{
    const struct compared *compared = of;
    if (compared->several.count > 1)
        compare_several_view(sheet, &compared->several, compared->changed);
    else
        compare_view(sheet, compared->several.compares, compared->changed,
                     compared->brief && sheet->look.style == SHEET_TEXT);
}

static bool is_selected(const void *expression, const char *name)
{
    return regexec(expression, name, 0, NULL, 0) == 0;
}

/* Nothing to compare: one run, or no case of it in another. */
static bool is_nothing(const struct compare_several *several,
                       const struct comparison_wanted *wanted)
{
    const struct run *a = several->compares[0].a, *b = several->compares[0].b, *first;
    const bool two = several->count == 1;
    size_t rows = 0;
    for (size_t i = 0; i < several->count; i++)
        rows += several->compares[i].joined;
    if (two && estimate_run_again((const struct run *const[]){ a, b }, 2, &first))
        message_error("%s: '%s' and '%s' are one run: nothing to compare", wanted->command, a->path,
                      b->path);
    else if (rows == 0)
        message_error("%s: no case of '%s' is in %s%s%s%s: nothing to compare", wanted->command,
                      a->path, two ? "'" : "another run", two ? b->path : "", two ? "'" : "",
                      wanted->filter ? " and selected by the filter" : "");
    else
        return false;
    return true;
}

int comparison_run(const struct run *const *runs, size_t count,
                   const struct comparison_wanted *wanted)
{
    OWNED_BY(regfree) regex_t expression = { 0 };
    bool (*only)(const void *, const char *) = wanted->filter ? is_selected : NULL;
    struct compare compares[COMPARE_SEVERAL_MAX] = { { 0 } };
    struct compared compared = { .several = { .compares = compares }, .changed = wanted->changed };
    if (wanted->filter && !expression_compile(&expression, "the filter ", wanted->filter, 0))
        return message_error("%s: %s", wanted->command, trouble_text());
    for (size_t i = 1; i < count; i++) {
        struct compare *compare = &compares[compared.several.count++];
        compare_runs(compare, runs[0], runs[i], only, &expression);
        if (!only)
            compare_claims(compare, wanted->published);
    }
    compared.brief = wanted->brief && digest_suits(compares[0].joined, 0);
    int code = is_nothing(&compared.several, wanted) ? EXIT_CODE_NOTHING : EXIT_CODE_OK;
    if (code == EXIT_CODE_OK && (!wanted->exports || !exports_take_stdout(wanted->exports)))
        code = sheet_options_print(view, &compared, wanted->style, wanted->wide);
    if (code == EXIT_CODE_OK && wanted->exports)
        code = sheet_options_export(wanted->exports, wanted->command, view, &compared);
    size_t held = 0; /* rows and claims of which something is said */
    foreach (struct compare, compare, compares, compared.several.count) {
        held += compare->claims_decided;
        for (int verdict = 0; verdict < JUDGE_VERDICT_COUNT; verdict++)
            if (verdict != JUDGE_MISSING && verdict != JUDGE_NEW && verdict != JUDGE_INCOMPARABLE)
                held += compare->tally.counts[verdict];
        compare_finish(compare);
    }
    return code == EXIT_CODE_OK && held == 0 ? EXIT_CODE_NOTHING : code;
}

/* compare -------------------------------------------------------------------------------------- */

/* Opens the file, or the kept run of a device. NULL with a message. */
static struct run *run_open(const char *path, const char *device)
{
    struct run *run = device ? kept_run_find(device) : run_load(path);
    if (!run)
        message_error("compare: %s", trouble_text());
    return run;
}

/* Three or more; that of --with comes first. */
static int several_run(const struct options *options, const char *with,
                       const struct comparison_wanted *wanted)
{
    OWNED_BY(run_list_finish) struct run_list list = { 0 };
    OWNED_BY(run_destroy) struct run *kept = with ? run_open(NULL, with) : NULL;
    const struct run *runs[COMPARE_SEVERAL_MAX], *first;
    size_t count = 0;
    if ((with && !kept) || run_list_open(&list, options, "compare", false) != EXIT_CODE_OK)
        return EXIT_CODE_UNTRIED;
    if (kept)
        runs[count++] = kept;
    for (size_t i = 0; i < list.count; i++)
        runs[count++] = list.runs[i];
    const struct run *again = estimate_run_again(runs, count, &first);
    return again ? message_error("compare: '%s' and '%s' are one run: name it once", first->path,
                                 again->path)
                 : comparison_run(runs, count, wanted);
}

static int compare_run(const struct command_line *line)
{
    const struct options *options = line->options;
    const char *with = options_value(options, "with");
    OWNED_BY(published_list_finish) struct published_list published = { .count = 0 };
    const struct comparison_wanted wanted = {
        .command = "compare",
        .filter = options_value(options, "filter"),
        .style = sheet_options_style(options),
        .wide = options_has(options, "wide"),
        .changed = options_has(options, "changed"),
        .brief = console_is(CONSOLE_OUTPUT) && !options_any(options, "all|changed|wide|filter"),
        .exports = options,
        .published = &published,
    };
    const size_t runs = options->positional_count + (with ? 1 : 0);
    if (runs < 2 || runs > COMPARE_SEVERAL_MAX)
        return message_error("compare: %s claimcheck compare %s",
                             runs > 2 ? "26 runs at most:"
                             : with   ? "there is no last run here, name one with --with:"
                             : options->positional_count > 0
                                 ? "which two run files? B, or a kept device:"
                                 : "which two run files?",
                             with ? "RUN.json --with DEVICE" : "A.json B.json");
    if (runs > 2 && wanted.wide)
        return message_error("compare: --wide takes two runs: leave it out, or name two");
    if (!exports_check(options, "compare"))
        return EXIT_CODE_UNTRIED;
    int code = published_option_open(&published, line);
    if (code == EXIT_CODE_OK)
        code = published_option_check(&published, line, NULL, 0);
    if (code != EXIT_CODE_OK)
        return code;
    if (runs > 2)
        return several_run(options, with, &wanted);
    OWNED_BY(run_destroy) struct run *a = run_open(options->positionals[0], with);
    OWNED_BY(run_destroy)
    struct run *b = a ? run_open(options->positionals[with ? 0 : 1], NULL) : NULL;
    return b ? comparison_run((const struct run *const[]){ a, b }, 2, &wanted) : EXIT_CODE_UNTRIED;
}

static const struct option_spec compare_options[] = {
    OPTION("with", "DEVICE",
           "in place of A.json: the newest kept run, by the profile paper, of the device whose "
           "name contains this"),
    FILTER_OPTION,
    OPTION_FLAG("all", "every row, everywhere"),
    OPTION_FLAG("changed", "only rows that are faster, slower, or lost or gained their time"),
    OPTION_FLAG(
        "wide",
        "adds both intervals and the smallest change that would be found, beyond 80 columns"),
    SHEET_OPTIONS,
    SHEET_MARKDOWN_OPTION,
    PUBLISHED_OPTION,
    EXPORTS_OPTIONS,
    OPTION_END,
};

const struct command command_compare = {
    .name = "compare",
    .arguments = "[A.json|DEVICE] B.json|DEVICE... [--with DEVICE]",
    .summary = "compares two runs, of two devices or two days: what differs, and each case's ratio "
               "B / A; further runs get a column each",
    .example = "claimcheck compare before.json after.json",
    .options = compare_options,
    .choices = "wide|markdown|format filter|published",
    .operands = true,
    .names = COMMAND_NAMES_RUNS,
    .pair = true,
    .takes_latest = true,
    .run = compare_run,
};
