/* SPDX-License-Identifier: MIT */
#include "harness/cli/runs/comparison.h"

#include "harness/analysis/compare/compare.h"
#include "harness/base/exit_code.h"
#include "harness/base/expression.h"
#include "harness/base/message.h"
#include "harness/cli/runs/exports.h"
#include "harness/cli/sheet_options.h"
#include "harness/views/compare/compare_view.h"

#include <regex.h>

/* What is shown. */
struct compared {
    const struct compare *compare;
    const struct compare_several *several; /* NULL: of two */
    bool changed;                          /* only rows that have */
};

static void view(struct sheet *sheet, const void *of)
{
    const struct compared *compared = of;
    if (compared->several)
        compare_several_view(sheet, compared->several, compared->changed);
    else
        compare_view(sheet, compared->compare, compared->changed);
}

/* Printed and exported. */
static int compared_show(const struct compared *compared, const struct comparison_wanted *wanted)
{
    const struct sheet_source source = { view, compared, "claimcheck compare" };
    int code = EXIT_CODE_OK;
    if (!wanted->exports || !exports_take_stdout(wanted->exports))
        code = sheet_options_print(&source, wanted->style, wanted->wide);
    return code == EXIT_CODE_OK && wanted->exports
               ? sheet_options_export(wanted->exports, wanted->command, &source)
               : code;
}

static bool is_selected(const void *expression, const struct run_case *c)
{
    return regexec(expression, c->name, 0, NULL, 0) == 0;
}

static int comparison_show(const struct compare *compare, const struct comparison_wanted *wanted)
{
    const struct compared compared = { .compare = compare, .changed = wanted->changed };
    const struct run *const runs[] = { compare->a, compare->b }, *first;
    if (estimate_run_again(runs, 2, &first)) {
        message_error("%s: '%s' and '%s' are one run: nothing to compare", wanted->command,
                      compare->a->path, compare->b->path);
        return EXIT_CODE_NOTHING;
    }
    if (compare->row_count == 0) {
        message_error("%s: no case of '%s' is in '%s'%s: nothing to compare", wanted->command,
                      compare->a->path, compare->b->path,
                      wanted->filter ? " and selected by the filter" : "");
        return EXIT_CODE_NOTHING;
    }
    return compared_show(&compared, wanted);
}

/* What is selected, by the filter of the command. */
struct selection {
    regex_t expression;
    bool (*only)(const void *expression, const struct run_case *c); /* NULL: all */
};

/* The exit code, with a message. */
static int selection_init(struct selection *selection, const struct comparison_wanted *wanted)
{
    char why[EXPRESSION_WHY_BYTES];
    selection->only = wanted->filter ? is_selected : NULL;
    if (!wanted->filter || expression_compile(&selection->expression, wanted->filter, 0, why))
        return EXIT_CODE_OK;
    return message_error("%s: the filter '%.200s' is no regular expression: %s", wanted->command,
                         wanted->filter, why);
}

static void selection_finish(struct selection *selection)
{
    if (selection->only)
        regfree(&selection->expression);
}

/* Of some of the cases claims would be judged by what happens to be there. False when memory runs
 * out. */
static bool compare_make(struct compare *compare, const struct run *a, const struct run *b,
                         const struct selection *selection, const struct comparison_wanted *wanted)
{
    return compare_runs(compare, a, b, selection->only, &selection->expression) &&
           (selection->only || compare_claims(compare, wanted->published));
}

int comparison_run(const struct run *a, const struct run *b, const struct comparison_wanted *wanted)
{
    struct selection selection;
    struct compare compare;
    int code = selection_init(&selection, wanted);
    if (code != EXIT_CODE_OK)
        return code;
    if (compare_make(&compare, a, b, &selection, wanted))
        code = comparison_show(&compare, wanted);
    else
        code = message_error("no memory is left");
    compare_finish(&compare);
    selection_finish(&selection);
    return code;
}

static int several_show(const struct compare_several *several,
                        const struct comparison_wanted *wanted)
{
    const struct compared compared = { .several = several, .changed = wanted->changed };
    size_t rows = 0;
    for (size_t i = 0; i < several->count; i++)
        rows += several->compares[i].row_count;
    if (rows == 0) {
        message_error("%s: no case of '%s' is in another run%s: nothing to compare",
                      wanted->command, several->compares[0].a->path,
                      wanted->filter ? " and selected by the filter" : "");
        return EXIT_CODE_NOTHING;
    }
    return compared_show(&compared, wanted);
}

int comparison_run_several(const struct run *const *runs, size_t count,
                           const struct comparison_wanted *wanted)
{
    struct selection selection;
    struct compare compares[COMPARE_SEVERAL_MAX];
    struct compare_several several = { .compares = compares };
    int code = selection_init(&selection, wanted);
    if (code != EXIT_CODE_OK)
        return code;
    bool made = true;
    for (size_t i = 1; made && i < count; i++)
        made = compare_make(&compares[several.count++], runs[0], runs[i], &selection, wanted);
    code = made ? several_show(&several, wanted) : message_error("no memory is left");
    for (size_t i = 0; i < several.count; i++)
        compare_finish(&compares[i]);
    selection_finish(&selection);
    return code;
}
