/* SPDX-License-Identifier: MIT */
/* distribution.h: how often the times of a case lie where. */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_COMPARE_DISTRIBUTION_H
#define CLAIMCHECK_HARNESS_ANALYSIS_COMPARE_DISTRIBUTION_H

#include "harness/record/run/run_case.h"

enum { DISTRIBUTION_BINS_MAX = 16 };

struct distribution {
    size_t count; /* of bins; 0: no times, or one */
    struct {
        double low_ns, high_ns; /* a time at the border of two is in the upper one */
        size_t times;
    } bins[DISTRIBUTION_BINS_MAX]; /* of one width, from the least time to the greatest */
};

/* Sorts the times that the case is judged by, of all samples, into bins: the square root of their
 * number, 4 at least. */
void distribution_find(struct distribution *distribution, const struct run_case *c);

#endif
