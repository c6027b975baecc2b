/* SPDX-License-Identifier: MIT */
/* launch_stats.h: what several launches, a process each, say together of one number. Within a
 * process samples share what it was dealt: where its buffers lie, how its driver compiled. */
#ifndef CLAIMCHECK_HARNESS_BASE_LAUNCH_STATS_H
#define CLAIMCHECK_HARNESS_BASE_LAUNCH_STATS_H

#include "harness/base/stats.h"

struct launch_stats {
    size_t launches;
    double median;                  /* of theirs; NAN for 0 launches */
    struct stats_interval interval; /* of what many launches would have as their median; both ends
                                       NAN for fewer than 2 */
    double confidence;              /* of the interval; NAN where there is none */
    bool bimodal;                   /* the launches fall into two groups: stats_bimodal_few() */
};

/*
 * Launches are independent, so their order means nothing. The interval goes from one order
 * statistic to another: the narrowest symmetric pair with at least 95 %, from 6 launches on (10:
 * the 2nd to the 9th, 97.9 %); below that from the least to the greatest, with what those have (5:
 * 93.8 %, 2: 50 %).
 */
struct launch_stats launch_stats_launches(const double *values, size_t launches);

#endif
