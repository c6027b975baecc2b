/* SPDX-License-Identifier: MIT */
/*
 * input_cache.h: what groups of one process share: things that several workloads or cases need and
 * that one of them has made, each under the key that names it. Benches see context_share() only.
 */
#ifndef CLAIMCHECK_HARNESS_ENGINE_MEASURE_INPUT_CACHE_H
#define CLAIMCHECK_HARNESS_ENGINE_MEASURE_INPUT_CACHE_H

#include "harness/context.h"

struct input_cache;
struct input_store; /* harness/engine/measure/input_store.h */

/* Holds `bytes_max` bytes over from one group to the next at most. */
struct input_cache *input_cache_create(size_t bytes_max);

/* Accepts NULL, sets *shelf to NULL. */
void input_cache_destroy(struct input_cache **shelf);

/*
 * A group begins, and the contexts of the one before have ended: what was longest not asked for
 * goes until the rest fits. Accepts NULL.
 */
void input_cache_evict(struct input_cache *shelf);

/* Sets what launches share, for the groups from now on; outlives the cache. NULL, as at the start:
 * nothing. */
void input_cache_set_store(struct input_cache *shelf, struct input_store *store);
struct input_store *input_cache_store(const struct input_cache *shelf);

size_t input_cache_bytes(const struct input_cache *shelf); /* that are held now */

/* context_share(), of a context whose shelf this is: what it makes is there until a later turn. */
void *input_cache_share(struct input_cache *shelf, struct context *context, const char *key,
                        size_t bytes, context_share_fn *make, const void *argument);

#endif
