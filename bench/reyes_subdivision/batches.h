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

/*
 * The fate of all ranges, for many values of p: the patches, then the two halves of each range that
 * is split, side by side. halves[i] is the first one of range i; 0: it is drawn or culled.
 */
struct batches_tree {
    uint32_t *halves; /* malloc'ed */
    uint32_t count, patch_count;
};

/* False when memory runs out, or there are 2^32 ranges; the caller frees halves. */
bool reyes_batches_tree(struct batches_tree *tree, const struct view *view,
                        const struct bound_patch *patches, uint32_t patch_count);

/* Calls `take` with the number of ranges that each iteration of reyes_batches_subdivide() takes;
 * does not call params->visit. False when memory runs out. */
bool reyes_batches_walk(const struct batches_tree *tree, const struct batches_params *params,
                        void (*take)(void *state, uint64_t ranges), void *state);

#endif
