/* SPDX-License-Identifier: MIT */
/*
 * tree.h: discs in a tree of tight boxes: a node's range of them is halved at the median of its
 * widest axis, and its halves are, so that nodes have four children, or two where that makes
 * leaves. Nothing but the ranges' ends says where: children of node i of the range first..last-1
 * are nodes 4i + 1.., of the ranges that detp_cpu_tree_split() gives.
 */
#ifndef CLAIMCHECK_BENCH_DETP_CPU_TREE_H
#define CLAIMCHECK_BENCH_DETP_CPU_TREE_H

#include "bench/detp/cpu/packed.h"

struct cpu_pool; /* harness/engine/cpu/cpu_pool.h */

/* Four words: quick to move. */
struct detp_cpu_place {
    float centre[3];
    uint32_t index;
};

struct detp_cpu_tree {
    struct detp_cpu_boxes *nodes;
    struct detp_cpu_place *places;
    struct detp_cpu_disc *discs; /* in the order of leaves; their index is the one here */
    uint32_t *order;             /* the index in the input */
    uint32_t count, leaf;        /* discs, and of a leaf at most */
};

/* Memory for as many discs as `packed` has, of `leaf` in a leaf at most. */
bool detp_cpu_tree_init(struct context *context, struct detp_cpu_tree *tree,
                        const struct detp_cpu_packed *packed, uint32_t leaf);

void detp_cpu_tree_build(struct detp_cpu_tree *tree, const struct detp_cpu_packed *packed,
                         struct cpu_pool *pool);

/* Ends of the children's ranges: child c has ends[c]..ends[c + 1] - 1. Returns how many. */
static inline uint32_t detp_cpu_tree_split(const struct detp_cpu_tree *tree, uint32_t first,
                                           uint32_t last, uint32_t ends[DETP_BOXES + 1])
{
    const uint32_t middle = first + (last - first) / 2;
    ends[0] = first;
    if (last - first <= 2 * tree->leaf) {
        ends[1] = middle;
        ends[2] = last;
        return 2;
    }
    ends[1] = first + (middle - first) / 2;
    ends[2] = middle;
    ends[3] = middle + (last - middle) / 2;
    ends[4] = last;
    return 4;
}

#endif
