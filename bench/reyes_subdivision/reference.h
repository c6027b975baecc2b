/* SPDX-License-Identifier: MIT */
/* reference.h: bound-and-split by the definition, on the host: breadth first, and in batches. */
#ifndef CLAIMCHECK_BENCH_REYES_SUBDIVISION_REFERENCE_H
#define CLAIMCHECK_BENCH_REYES_SUBDIVISION_REFERENCE_H

#include "bench/reyes_subdivision/bound.h"

enum { REYES_LEVELS = RANGE_DEPTH_MAX + 1 };

/* Ranges of one depth: in = drawn + split + culled_frustum + culled_depth. */
struct reyes_reference_level {
    uint64_t in, drawn, split, culled_frustum, culled_depth;
};

struct reyes_reference_counts {
    uint64_t n_in, n_out, splits, culled_frustum, culled_depth;
    uint64_t bounds;      /* n_in + 2 splits */
    uint64_t peak_ranges; /* the most at one depth: what BREADTH must hold */
    uint32_t level_count; /* depths that have ranges: iterations of BREADTH */
    struct reyes_reference_level levels[REYES_LEVELS];
};

struct range_list {
    struct range *ranges; /* malloc'ed */
    size_t count, capacity;
    bool failed; /* no memory was left for all that was added */
};

void reyes_range_list_add(struct range_list *list, struct range range);
void reyes_range_list_finish(struct range_list *list);

struct reyes_reference {
    struct reyes_reference_counts counts;
    struct range_list drawn;     /* sorted as reyes_range_sort() has it */
    struct range_list undecided; /* where rounding may turn the decision: reyes_bound() */
};

/*
 * Subdivides all patches. view->max_depth is 1..REYES_LEVELS. False, with a message, when memory
 * runs out, or with more than `ranges_max` ranges at one depth or drawn. finish() takes what there
 * is.
 */
bool reyes_reference_subdivide(struct reyes_reference *reference, const struct view *view,
                               const struct bound_patch *patches, uint32_t count,
                               uint64_t ranges_max);
void reyes_reference_finish(struct reyes_reference *reference);

/*
 * Is the sorted list what a device may answer? It must equal reference->drawn, except within ranges
 * that are undecided. On the first difference that is not: false, with a message. *differences
 * counts those that are.
 */
bool reyes_reference_matches(const struct reyes_reference *reference, const struct range *ranges,
                             size_t count, uint64_t *differences);

/* Batches -------------------------------------------------------------------------------------- */
/* BOUNDED by the definition (Weber 2014, section 3.1); which batch drew what. */

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
