/* SPDX-License-Identifier: MIT */
/*
 * shelf.h: what groups of one process share: things that several workloads or cases need and that
 * one of them has made, each under the key that names it. Benches see context_share() only.
 */
#ifndef CLAIMCHECK_HARNESS_ENGINE_MEASURE_SHELF_H
#define CLAIMCHECK_HARNESS_ENGINE_MEASURE_SHELF_H

#include "harness/context.h"

struct shelf;

/* Holds `bytes_max` bytes over from one group to the next at most. NULL when memory runs out. */
struct shelf *shelf_create(size_t bytes_max);

/* Accepts NULL, sets *shelf to NULL. */
void shelf_destroy(struct shelf **shelf);

/*
 * A group begins, and the contexts of the one before have ended: what was longest not asked for
 * goes until the rest fits. Accepts NULL.
 */
void shelf_turn(struct shelf *shelf);

size_t shelf_bytes(const struct shelf *shelf); /* that are held now */

/* context_share(), of a context whose shelf this is: what it makes is there until a later turn. */
void *shelf_share(struct shelf *shelf, struct context *context, const char *key, size_t bytes,
                  context_share_fn *make, const void *argument);

#endif
