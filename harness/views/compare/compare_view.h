/* SPDX-License-Identifier: MIT */
/*
 * compare_view.h: two runs side by side, as a sheet: what differs between them, each case of both,
 * techniques, claims, and what the numbers hold for.
 *
 *   case     variant, and the axes that the workload's name does not hold; the name in pages
 *   A, B     medians
 *   B / A    ratio of times, with its interval
 *   verdict  analysis/compare/compare.h; '*' where a kernel has another hash, 'c' where its
 *            constants differ
 */
#ifndef CLAIMCHECK_HARNESS_VIEWS_COMPARE_COMPARE_VIEW_H
#define CLAIMCHECK_HARNESS_VIEWS_COMPARE_COMPARE_VIEW_H

#include "harness/analysis/compare/compare.h"
#include "harness/views/sheet/sheet.h"

/* All of it. With `changed` no rows but those that are faster, slower, or had a time in one run
 * alone. Markdown, which has little room, leaves out rows that say nothing. */
void compare_view(struct sheet *sheet, const struct compare *compare, bool changed);

/* Parts of it. */
void compare_view_differences(struct sheet *sheet, const void *compare); /* struct compare */
void compare_view_techniques(struct sheet *sheet, const void *compare);

#endif
