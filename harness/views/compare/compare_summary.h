/* SPDX-License-Identifier: MIT */
/* compare_summary.h: the beginning of a comparison of two runs: the whole in one line, the cases
 * that differ most, and device limits as rates. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_COMPARE_COMPARE_SUMMARY_H
#define CLAIMCHECK_HARNESS_VIEWS_COMPARE_COMPARE_SUMMARY_H

#include "harness/views/compare/compare_view.h"

/* One line; in JSON `headline` and `overall`. */
void compare_summary_headline(struct sheet *sheet, const struct compare *compare);

/* The few cases that differ most, of those whose interval says which run is faster. For
 * people, and where all rows are more than they see at once. */
void compare_summary_most(struct sheet *sheet, const struct compare *compare, bool brief);

/* Device limits that both runs have measured, as rates, or as times of a step. Nothing where no row
 * of the comparison measures one. A speed-up above 1 is in favour of B. */
void compare_summary_limits(struct sheet *sheet, const struct compare *compare);

/* True of a row that measures such a limit. */
bool compare_summary_is_limit(const struct compare_row *row);

#endif
