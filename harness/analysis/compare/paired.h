/* SPDX-License-Identifier: MIT */
/* paired.h: two cases of a run compared by the rounds that they have in common. */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_COMPARE_PAIRED_H
#define CLAIMCHECK_HARNESS_ANALYSIS_COMPARE_PAIRED_H

#include "harness/record/run/run_case.h"

/*
 * The time of a over the time of b in each round that holds a sample of both which counts, a
 * throttled one as little as in the run's own ratios: the median of those with its interval, within
 * one process; of cases with several launches the median over the launches of both, with its
 * interval between them (launch_stats.h). By wall time where either of them is judged by it. No
 * pairs where they are of different workloads or cache modes.
 */
struct stats_ratio paired_ratio(const struct run_case *a, const struct run_case *b);

/* Whether a sample of the case is one of those that its medians and ratios are of. */
bool paired_counts(const struct run_case *c, const struct run_sample *sample);

/* One of two, and by which of its times. */
struct paired_side {
    const struct run_case *c;
    bool wall;
};

/* True of two cases of one workload and cache mode, whose rounds are then the same. */
bool paired_possible(const struct run_case *a, const struct run_case *b);

/* The times of both in the rounds of a launch (0 where there are none) that hold samples of both
 * which count and are above 0; each array has room for the samples of its case, or those of the
 * other. Returns how many. */
size_t paired_collect(struct paired_side a, struct paired_side b, uint32_t launch, double *times_a,
                      double *times_b);

/* Lists the times of one side alone. */
size_t paired_times(struct paired_side side, uint32_t launch, double *times);

#endif
