/* SPDX-License-Identifier: MIT */
/*
 * compare_several_view.h: several runs beside the first of them, as a sheet: a column of ratios and
 * of verdicts for each. Runs are called A, which all are held against, B, C and so on. A text has
 * as many tables as 80 columns take; JSON has `comparisons`, of each run with A, as compare_view()
 * has it.
 */
#ifndef CLAIMCHECK_HARNESS_VIEWS_COMPARE_COMPARE_SEVERAL_VIEW_H
#define CLAIMCHECK_HARNESS_VIEWS_COMPARE_COMPARE_SEVERAL_VIEW_H

#include "harness/analysis/compare/compare.h"
#include "harness/views/sheet/sheet.h"

enum { COMPARE_SEVERAL_MAX = 26 }; /* runs: a letter each */

/* Comparisons with one A, one at least. */
struct compare_several {
    const struct compare *compares;
    size_t count;
};

/* With `changed` no rows but those of cases that are faster, slower, or had a time in one run
 * alone, in any comparison; in JSON those of each. */
void compare_several_view(struct sheet *sheet, const struct compare_several *several, bool changed);

#endif
