/* SPDX-License-Identifier: MIT */
/* host_cache.h: cold caches for cases of kind CPU, and the proof that they are cold. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_INSTRUMENTS_HOST_CACHE_H
#define CLAIMCHECK_HARNESS_ENGINE_INSTRUMENTS_HOST_CACHE_H

#include "harness/engine/instruments/cache.h"

struct host_cache;

/* With all threads that the process may have. NULL without memory for what is swept. */
struct host_cache *host_cache_create(void);
void host_cache_destroy(struct host_cache **cache);

/* Sweeps the caches of all CPUs, each by a thread that is held there; the caller is then held
 * nowhere. */
void host_cache_sweep(struct host_cache *cache);

/* Time of a sweep, as the host took it when the cache was made. */
double host_cache_sweep_ns(const struct host_cache *cache);

/* Some hundred milliseconds of work. */
void host_cache_prove(struct host_cache *cache, struct run_cache_proof *proof);

#endif
