/* SPDX-License-Identifier: MIT */
/* compare_view.h: two runs or several beside each other. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_COMPARE_COMPARE_VIEW_H
#define CLAIMCHECK_HARNESS_VIEWS_COMPARE_COMPARE_VIEW_H

#include "harness/analysis/compare/compare.h"
#include "harness/base/base.h"
#include "harness/views/sheet/sheet.h"

/* Adds "NVIDIA H200 is 1.08 × faster than NVIDIA H100 over 1204 cases; 14 of 80 verdicts differ",
 * with these names for the runs; NULL: of their devices, and "A" and "B" where those have one
 * name. Claims are not spoken of where compare_claims() found none that both decide. */
void compare_words_headline(const struct compare *compare, const char *a, const char *b,
                            struct text *text);

/*
 * Two runs side by side: what differs between them, each case of both, techniques, claims, and what
 * the numbers hold for. The rows are those of ab, with the medians of both runs.
 */

/* All of it, or where it is `brief` all but the rows of cases and what is the same in both. With
 * `changed` no rows but those that are faster, slower, or had a time in one run
 * alone. Markdown, which has little room, leaves out rows that say nothing. */
void compare_view(struct sheet *sheet, const struct compare *compare, bool changed, bool brief);

/*
 * Several runs beside the first of them: a column of ratios and of verdicts for each. Runs are
 * called A, which all are held against, B, C and so on. A text has as many tables as 80 columns
 * take; JSON has `comparisons`, of each run with A, as compare_view() has it.
 */

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
