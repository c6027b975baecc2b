/* SPDX-License-Identifier: MIT */
/* batches.h: BOUNDED by the definition (Weber 2014, section 3.1), on the host; which batch drew
 * what. */
#ifndef CLAIMCHECK_BENCH_REYES_SUBDIVISION_BATCHES_H
#define CLAIMCHECK_BENCH_REYES_SUBDIVISION_BATCHES_H

#include "bench/reyes_subdivision/reference.h"

struct batches_params {
    uint64_t batch; /* p; with the number of ranges and more it is BREADTH */
    bool noninterleaved;
    /* Called before each iteration with all ranges that wait; may be NULL. */
    void (*visit)(void *state, const struct range_list *stack);
    void *state;
};

/*
 * Takes the last p ranges, again and again. *drawn has all drawn ranges in their order, and
 * ends[i] (malloc'ed, *iterations of them) how many there are after iteration i. False when memory
 * runs out. The caller finishes drawn and frees ends.
 */
bool reyes_batches_subdivide(const struct view *view, const struct bound_patch *patches,
                             uint32_t count, const struct batches_params *params,
                             struct range_list *drawn, uint64_t **ends, uint64_t *iterations);

#endif
