/* SPDX-License-Identifier: MIT */
/* unpaired.h: two cases that share no rounds, of two runs or of two groups of one, compared by an
 * interval each. What both ran beside, and when, differs: a smaller number than paired.h has. */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_COMPARE_UNPAIRED_H
#define CLAIMCHECK_HARNESS_ANALYSIS_COMPARE_UNPAIRED_H

#include "harness/record/run/run_case.h"

/* Confidence of each of two intervals: both hold at once with 95 % at least. */
#define UNPAIRED_CONFIDENCE 0.975

/*
 * Of the median of the case's GPU or wall times, by the samples that count. Of several launches it
 * is the one between them; where those are too few for that confidence, the one that holds the
 * median of each and the interval of each within its process. Both ends NAN where there is none:
 * fewer than 7 samples.
 */
struct stats_interval unpaired_interval(const struct run_case *c, bool wall, double confidence);

/* Median of those times; NAN where there is none. */
double unpaired_median_ns(const struct run_case *c, bool wall);

/*
 * The time of a over the time of b, with an interval of at least 95 %: from the low end of a's
 * over the high end of b's to the other way round. By wall time where either of them is judged by
 * it. NAN where one has no time; both ends of the interval NAN where one has none. pairs is 0:
 * there are none.
 */
struct stats_ratio unpaired_ratio(const struct run_case *a, const struct run_case *b);

#endif
