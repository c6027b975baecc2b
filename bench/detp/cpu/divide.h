/* SPDX-License-Identifier: MIT */
/*
 * divide.h: rays and discs divided together, depth first: the rays that meet a node's box, found
 * among those that meet its parent's, go down a tree of discs to its leaves. Rays come in batches
 * whose lists stay in the caches; threads take batches, and where there are few of those, batches
 * with a subtree each. Every thread has sums of its own, which are added in the end.
 */
#ifndef CLAIMCHECK_BENCH_DETP_CPU_DIVIDE_H
#define CLAIMCHECK_BENCH_DETP_CPU_DIVIDE_H

#include "bench/detp/cpu/tree.h"

struct detp_divide_thread {
    struct detp_cpu_slab *slabs; /* of a batch, where they are its own */
    uint32_t *lists;             /* a stack */
    uint32_t *sums;              /* in the tree's order */
    uint64_t tests, culls;       /* of rays with discs, of rays with boxes */
    uint64_t batch;              /* the last that it took, from 1; 0: none in this run */
};

struct detp_divide {
    const struct detp_cpu_loops *loops;
    const struct detp_cpu_packed *packed;
    struct cpu_pool *pool;
    struct detp_cpu_tree tree;
    struct detp_divide_thread *threads;
    uint32_t batch;              /* rays at most */
    uint32_t *identity;          /* 0, 1, .. */
    struct detp_cpu_slab *slabs; /* of all rays, for threads that share batches */
    uint32_t *out;               /* of the run that is going on, as the next */
    uint32_t parts;              /* subtrees that a batch is shared by: 1, 4, 16 */
    uint64_t tests, culls;
};

/* False when there is no memory. */
bool detp_divide_init(struct context *context, struct detp_divide *divide,
                      const struct detp_cpu_packed *packed, const struct detp_cpu_loops *loops,
                      struct cpu_pool *pool);

void detp_divide_build(struct detp_divide *divide);

/* Writes the sums, in the input's order. */
void detp_divide_trace(struct detp_divide *divide, uint32_t *sums);

#endif
