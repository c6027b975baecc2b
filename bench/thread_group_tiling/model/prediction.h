/* SPDX-License-Identifier: MIT */
/*
 * prediction.h: what the model says of orders on a device's profile, and how far that depends on
 * details of the device that nobody publishes. Bytes of memory are those read and written.
 */
#ifndef CLAIMCHECK_BENCH_THREAD_GROUP_TILING_MODEL_PREDICTION_H
#define CLAIMCHECK_BENCH_THREAD_GROUP_TILING_MODEL_PREDICTION_H

#include "bench/thread_group_tiling/model/profile.h"

enum { TILING_PREDICTION_ORDERS = 256, TILING_RANGE_WAYS = 32 };

struct tiling_span {
    double low, high;
};

struct tiling_prediction {
    struct tiling_launch_order order;
    struct tiling_traffic traffic;
    struct tiling_cache_counts counts; /* of the shared cache, as the profile has it */
    double ratio;                      /* memory's bytes of the first order over those of this */
    /* Over all combinations of LRU and random replacement, 8, 16 and 32 ways, fetches of 32 and 64
     * bytes, launch windows of 1 and 64, linear addresses and blocks, and the profile's own. The
     * ratio is that of the same combination. Without a range: the numbers themselves. */
    struct tiling_span hit_range, bytes_range, ratio_range;
};

double tiling_prediction_hit_rate(const struct tiling_cache_counts *counts);
double tiling_prediction_bytes(const struct tiling_cache_counts *counts);

struct tiling_prediction_request {
    const struct tiling_profile *profile;
    struct tiling_footprint footprint;
    const struct tiling_launch_order *orders; /* up to TILING_PREDICTION_ORDERS */
    size_t order_count;
    bool range;       /* cache_bytes is then a multiple of 128 * TILING_RANGE_WAYS */
    uint32_t threads; /* 0: one per CPU that the process may use */
};

/* Returns the profile's machine for groups of this footprint's size. */
struct tiling_machine tiling_prediction_machine(const struct tiling_prediction_request *request);

/* Fills order_count predictions, the same for any number of threads. False when memory runs out. */
bool tiling_predict(const struct tiling_prediction_request *request,
                    struct tiling_prediction *predictions);

#endif
