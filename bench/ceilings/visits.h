/* SPDX-License-Identifier: MIT */
/* visits.h: how work-groups pass over a set, again and again: as kernels/ceilings/visits.glsl. */
#ifndef CLAIMCHECK_BENCH_CEILINGS_VISITS_H
#define CLAIMCHECK_BENCH_CEILINGS_VISITS_H

#include <stdint.h>

/* Push constants: visits.glsl. */
struct ceilings_push {
    uint32_t shift; /* log2 of the set's blocks, rounded up */
    uint32_t each;  /* visits of a group */
    uint32_t seed;
};

struct ceilings_visits {
    uint32_t groups[3];
    uint32_t passes;   /* over the set, whole ones */
    uint32_t constant; /* BLOCKS of visits.glsl: the set's, 0 where they are a power of two */
    struct ceilings_push push;
};

/* So many visits, whole passes over a set of `bytes` in `blocks`: a power of two, or a multiple of
 * 64. Where the set lies in a cache, groups that make many visits are the fastest; where it does
 * not, few, so that those that run together span less than the set. */
struct ceilings_visits ceilings_visits_plan(uint64_t visits, uint64_t blocks, uint64_t bytes);

#endif
