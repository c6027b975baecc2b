/* SPDX-License-Identifier: MIT */
/* pairs.h: two cases of a run compared by the rounds that they have in common. */
#ifndef CLAIMCHECK_HARNESS_JUDGE_PAIRS_H
#define CLAIMCHECK_HARNESS_JUDGE_PAIRS_H

#include "harness/run/run_case.h"

/*
 * The time of a over the time of b in each round that holds a sample of both which counts, a
 * throttled one as little as in the run's own ratios: the median of those with its interval, within
 * one process; of cases with several launches the median over the launches of both, with its
 * interval between them (between.h). By wall time where either of them is judged by it. No pairs
 * where they are of different workloads or cache modes, or where memory runs out.
 */
struct stats_ratio pairs_ratio(const struct run_case *a, const struct run_case *b);

#endif
