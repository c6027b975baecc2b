/* SPDX-License-Identifier: MIT */
/*
 * compare_several.h: several runs beside the first of them: a column of ratios and of verdicts for
 * each. Runs are called A, which all are held against, B, C and so on. In at most 80 columns, with
 * as many tables as that takes.
 */
#ifndef CLAIMCHECK_HARNESS_VIEWS_COMPARE_COMPARE_SEVERAL_H
#define CLAIMCHECK_HARNESS_VIEWS_COMPARE_COMPARE_SEVERAL_H

#include "harness/analysis/compare/compare.h"
#include "harness/views/compare/compare_print.h"

#include <stdio.h>

enum { COMPARE_SEVERAL_MAX = 26 }; /* runs: a letter each */

/* Comparisons with one A, one at least. */
struct compare_several {
    const struct compare *compares;
    size_t count;
};

/* `wide` of the look says nothing here. */
void compare_several_print(FILE *out, const struct compare_several *several,
                           const struct compare_look *look);

/* Each of them with `changed` has no rows but those of cases that are faster, slower, or had a time
 * in one run alone, in any comparison; JSON those of each. */

/* Tables of runs, techniques, claims and cases. False where not all was written, as below. */
bool compare_several_markdown(FILE *out, const struct compare_several *several, bool changed);

/* A line per case of A that another run has, too; columns of each run behind its letter. */
bool compare_several_csv(FILE *out, const struct compare_several *several, bool changed);

/* An object with `comparisons`, of each run with A, as export_compare_json() writes it. */
bool compare_several_json(FILE *out, const struct compare_several *several, bool changed);

#endif
