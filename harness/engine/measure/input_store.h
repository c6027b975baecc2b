/* SPDX-License-Identifier: MIT */
/*
 * input_store.h: answers of references that the launches of a run share: one makes them, and those
 * behind it, each in a process of its own, copy them into memory of their own. It is memory without
 * a name, which goes with the last process that has it. One process at a time uses it. Benches see
 * context_recall() and context_keep() only.
 */
#ifndef CLAIMCHECK_HARNESS_ENGINE_MEASURE_INPUT_STORE_H
#define CLAIMCHECK_HARNESS_ENGINE_MEASURE_INPUT_STORE_H

#include "harness/context.h"

enum { INPUT_STORE_KEY_BYTES = 768 };

/* Returns the bytes of a run's store: a 16th of the host's memory, 4 GiB at most. */
uint64_t input_store_bytes(void);

struct input_store;

/* Holds `bytes_max` bytes at most: what does not fit is not kept. NULL where the system has no
 * memory for it. */
struct input_store *input_store_create(uint64_t bytes_max);

/* Returns the store of another process by its descriptor, which is then the store's. NULL when it
 * is none. */
struct input_store *input_store_attach(int descriptor, uint64_t bytes_max);

/* Returns its descriptor, for another process; 0 when the store is NULL. */
int input_store_descriptor(const struct input_store *store);

/* Accepts NULL, sets *store to NULL. */
void input_store_destroy(struct input_store **store);

/* Serve context_recall() and context_keep(). Both accept NULL. */
bool input_store_recall(const struct input_store *store, const char *key,
                        const struct context_part *parts, size_t count);
void input_store_keep(struct input_store *store, const char *key, const struct context_part *parts,
                      size_t count);

#endif
