/* SPDX-License-Identifier: MIT */
/* claims_names.h: names in a user's claims and plots, held against what there is. */
#ifndef CLAIMCHECK_HARNESS_CLI_CLAIMS_CLAIMS_NAMES_H
#define CLAIMCHECK_HARNESS_CLI_CLAIMS_CLAIMS_NAMES_H

#include "harness/analysis/published/published.h"
#include "harness/record/run/run.h"

/* Where names are known from. */
struct claims_names {
    const struct technique *const *techniques; /* ends with NULL */
    const struct run *const *runs;             /* that are judged */
    size_t run_count;                          /* 0: none is there yet */
};

/*
 * False, with a one-line message that has the nearest match, for the first name of those files that
 * is none:
 *   - a technique, bench or variant that an expression begins with, as far as it is a plain name,
 *     and an axis in it
 *   - an axis that the relation joins on or goes along
 *   - a counter
 *   - a technique, bench, variant or axis of a plot
 * and, where runs are judged that have cases of the claim, for a range that is of no axis and of no
 * fact, and for a metric or a fact that none of these cases has.
 */
bool claims_names_check(const struct claims_names *names, const struct published_list *list);

#endif
