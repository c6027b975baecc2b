/* SPDX-License-Identifier: MIT */
/*
 * gate_bounds.h: how much slower the new side is than the old one, from blocks of samples that took
 * turns. Pure functions on times.
 *
 * A block is what one launch gave: GATE_PAIRS samples of either side, in turns. Samples of two
 * blocks are never held against one another, so what differs from launch to launch alike for both
 * sides is in no ratio. Precision comes from more launches, never from more pairs in one.
 */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_GATE_GATE_BOUNDS_H
#define CLAIMCHECK_HARNESS_ANALYSIS_GATE_GATE_BOUNDS_H

#include "harness/base/stats.h"

#include <stddef.h>

enum { GATE_PAIRS = 5, GATE_LAUNCHES_MAX = 40 };

/* Times in ns, or of any one unit, above 0. */
struct gate_block {
    double old[GATE_PAIRS], new[GATE_PAIRS];
};

/* The time of the new side over that of the old one. */
struct gate_bounds {
    double ratio;     /* median over all pairs within blocks; of their logarithms */
    double low, high; /* either misses the truth with the probability asked for; NAN: too few */
};

/*
 * The 1-based rank of the lower bound among the GATE_PAIRS^2 ratios of each of `blocks` blocks,
 * ascending: the largest below which at most `alpha` lies when both sides are alike. Exact: the
 * number of ratios below 1 is then a sum of Mann and Whitney's U, one per block. 0 where no rank
 * is safe enough. At most GATE_LAUNCHES_MAX blocks.
 */
size_t gate_rank(size_t blocks, double alpha);

/* Hodges and Lehmann's estimate and its bounds, stratified by blocks. count: 1 to
 * GATE_LAUNCHES_MAX. */
struct gate_bounds gate_bounds(const struct gate_block *blocks, size_t count, double alpha);

/*
 * What a reader is shown: the interval of Wilcoxon's signed ranks over one estimate per launch,
 * by the means of all pairs of launches (Walsh), exact. Ends are NAN where so few launches give no
 * such confidence: of 99 %, below 8.
 */
struct stats_interval gate_interval(const struct gate_block *blocks, size_t count,
                                    double confidence);

/* The least time of the new side over the least of the old one: a second opinion. */
double gate_ratio_of_least(const struct gate_block *blocks, size_t count);

#endif
