/* SPDX-License-Identifier: MIT */
/*
 * fastest.h: which case of a workload is the fastest, by paired_ratio(): medians may cross where
 * the pairs of each round do not.
 *
 * GPU time and wall time are not compared, nor device and host, nor hot and cold caches: a workload
 * has a fastest case of each kind in each cache mode.
 */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_LIMITS_FASTEST_H
#define CLAIMCHECK_HARNESS_ANALYSIS_LIMITS_FASTEST_H

#include "harness/record/catalogue.h"
#include "harness/record/run/run.h"

/* Who is compared: verified cases with a time, which do all of the work. */
struct fastest_field {
    const char *workload;
    enum bench_kind kind;
    bool cold;
    const struct catalogue *catalogue; /* that knows who does not; NULL: all do */
};

/* True for a yardstick, and for what struct catalogue.does_part says. */
bool fastest_does_part(const struct catalogue *catalogue, const struct run_case *c);

struct fastest {
    /* The case that no other is below in the rounds of both, or by its median where two have no
     * round in common; where each case is below another, the one with the smallest median. NULL
     * where the field is empty. */
    const struct run_case *first;
    /* Ties have a ratio to the fastest whose interval contains 1, or lies on the other side.
     * Unpaired cases have fewer common rounds than an interval needs. Both are in the order of the
     * run; malloc'ed. */
    const struct run_case **ties, **unpaired;
    size_t tie_count, unpaired_count;
    size_t candidate_count; /* in the field, the first among them */
};

bool fastest_is_candidate(const struct run_case *c, const struct fastest_field *field);

void fastest_find(const struct run *run, const struct fastest_field *field,
                  struct fastest *fastest);
void fastest_finish(struct fastest *fastest);

#endif
