/* SPDX-License-Identifier: MIT */
/*
 * cache_proof.h: on this device, cold is colder than hot, and the sweep leaves no dirty lines that
 * would be billed to what comes after it. A buffer is read: right after it was read; after a whole
 * sweep; after a sweep that only reads and so leaves nothing dirty; and after one that only writes.
 */
#ifndef CLAIMCHECK_HARNESS_ENGINE_INSTRUMENTS_CACHE_PROOF_H
#define CLAIMCHECK_HARNESS_ENGINE_INSTRUMENTS_CACHE_PROOF_H

#include "harness/engine/instruments/cache.h"

/* Medians of the time to read read_bytes. */
struct cache_proof {
    uint64_t sweep_bytes;        /* of one region; 0: nothing was measured */
    double sweep_ns;             /* of a whole sweep */
    uint64_t read_bytes;         /* of the sizes tried, the one at which hot and cold differ most */
    double hot_ns, hot_high_ns;  /* median; upper quartile */
    double cold_ns, cold_low_ns; /* after a whole sweep; lower quartile */
    double clean_ns;             /* after reading alone: what cold_ns must not exceed */
    double dirty_ns;             /* after writing alone: what dirty lines would add to clean_ns */
};

/* Some tens of milliseconds of work on a GPU. False on a failed device. */
bool cache_prove(struct gpu *gpu, struct cache *cache, struct cache_proof *proof);

/* The lower quartile of cold is above the upper one of hot. */
bool cache_proof_is_cold(const struct cache_proof *proof);

/* After a whole sweep a read takes no longer than after one that cannot leave dirty lines, but for
 * 5 %. */
bool cache_proof_is_clean(const struct cache_proof *proof);

#endif
