/* SPDX-License-Identifier: MIT */
#include "harness/cli/runs/comparison.h"

#include "harness/analysis/compare/compare.h"
#include "harness/base/exit_code.h"
#include "harness/base/expression.h"
#include "harness/base/message.h"
#include "harness/base/trouble.h"
#include "harness/cli/runs/exports.h"
#include "harness/cli/sheet_options.h"
#include "harness/views/compare/compare_view.h"
#include "harness/views/headline/digest.h"

#include <regex.h>

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

/* Printed and exported. */
static int compared_show(const struct compared *compared, const struct comparison_wanted *wanted)
{
    const struct sheet_source source = { view, compared };
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

/* Nothing to compare: one run, or no case of it in another. */
static bool is_nothing(const struct compare_several *several,
                       const struct comparison_wanted *wanted)
{
    const struct run *a = several->compares[0].a, *b = several->compares[0].b, *first;
    const bool two = several->count == 1;
    size_t rows = 0;
    for (size_t i = 0; i < several->count; i++)
        rows += several->compares[i].row_count;
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

/* The cases that the filter of the command selects. */
struct selection {
    regex_t expression;
    bool (*only)(const void *expression, const struct run_case *c); /* NULL: all */
};

static void selection_finish(struct selection *selection)
{
    if (selection->only)
        regfree(&selection->expression);
}

/* Compares two runs. Claims are compared only over all cases, since a filter would change their
 * verdicts. */
static void compare_make(struct compare *compare, const struct run *a, const struct run *b,
                         const struct selection *selection, const struct comparison_wanted *wanted)
{
    compare_runs(compare, a, b, selection->only, &selection->expression);
    if (!selection->only)
        compare_claims(compare, wanted->published);
}

int comparison_run(const struct run *const *runs, size_t count,
                   const struct comparison_wanted *wanted)
{
    struct selection selection = { .only = wanted->filter ? is_selected : NULL };
    struct compare compares[COMPARE_SEVERAL_MAX] = { { 0 } };
    struct compared compared = { .several = { .compares = compares }, .changed = wanted->changed };
    if (wanted->filter &&
        !expression_compile(&selection.expression, "the filter ", wanted->filter, 0))
        return message_error("%s: %s", wanted->command, trouble_text());
    for (size_t i = 1; i < count; i++)
        compare_make(&compares[compared.several.count++], runs[0], runs[i], &selection, wanted);
    compared.brief = wanted->brief && digest_suits(compares[0].row_count, 0);
    const int code = is_nothing(&compared.several, wanted) ? EXIT_CODE_NOTHING
                                                           : compared_show(&compared, wanted);
    for (size_t i = 0; i < compared.several.count; i++)
        compare_finish(&compares[i]);
    selection_finish(&selection);
    return code;
}
