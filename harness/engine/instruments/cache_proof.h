/* SPDX-License-Identifier: MIT */
/*
 * cache_proof.h: on this device, cold is colder than hot, and the sweep leaves no dirty lines that
 * would be billed to what comes after it. A buffer is read: right after it was read; after a whole
 * sweep; after a sweep that only reads and so leaves nothing dirty; and after one that only writes.
 */
#ifndef CLAIMCHECK_HARNESS_ENGINE_INSTRUMENTS_CACHE_PROOF_H
#define CLAIMCHECK_HARNESS_ENGINE_INSTRUMENTS_CACHE_PROOF_H

#include "harness/engine/instruments/cache.h"
#include "harness/record/run/run_case.h"

/* Some tens of milliseconds of work on a GPU. False on a failed device. */
bool cache_prove(struct gpu *gpu, struct cache *cache, struct run_cache_proof *proof);

/* Says of measured times whether cold is cold: its lower quartile is above the upper one of hot.
 * Says too whether the sweep is clean: a read takes no longer than after a sweep that cannot leave
 * dirty lines, but for 5 %. */
void cache_proof_judge(struct run_cache_proof *proof, double hot_high_ns, double cold_low_ns);

#endif
