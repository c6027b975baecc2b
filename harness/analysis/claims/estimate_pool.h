/* SPDX-License-Identifier: MIT */
/* estimate_pool.h: processes together, of one card or of a model. Private to estimate*.c. */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_CLAIMS_ESTIMATE_POOL_H
#define CLAIMCHECK_HARNESS_ANALYSIS_CLAIMS_ESTIMATE_POOL_H

#include "harness/analysis/claims/estimate.h"

/* The value of one process. */
struct estimate_point {
    double value;
    struct stats_interval interval;
    size_t n;
    bool same_rounds;
    const struct run *run;
};

struct estimate_points {
    struct estimate_point *points;
    size_t count, room;
};

/* Sets the estimate's value, interval and counts; it knows already which times it is of. */
void estimate_pool(const struct estimate_points *processes, const struct estimate_request *request,
                   struct estimate *estimate);

#endif
