/* SPDX-License-Identifier: MIT */
/*
 * reference_tree.h: discs in a tree of boxes, for the reference. A ray is shown each disc that is
 * within `reach` of its segment, and others.
 */
#ifndef CLAIMCHECK_BENCH_DETP_REFERENCE_TREE_H
#define CLAIMCHECK_BENCH_DETP_REFERENCE_TREE_H

#include "bench/detp/input.h"

enum { DETP_TREE_LEAF = 8 };

/* Half the extents of a box around its centre; negative where it holds nothing. */
struct detp_box {
    double centre[3], half[3];
};

/* A complete binary tree: the children of node i are 2i + 1 and 2i + 2, the last `leaf_count`
 * nodes are leaves, of DETP_TREE_LEAF discs each. */
struct detp_tree {
    struct detp_box *nodes; /* malloc'ed, like the next */
    uint32_t *order;        /* discs along a curve */
    double (*centres)[3];   /* theirs, in this order */
    uint32_t count, leaf_count;
};

/* False when there is no memory. */
bool detp_tree_init(struct detp_tree *tree, const struct detp_discs *discs, const float lower[3],
                    const float upper[3], double reach);
void detp_tree_finish(struct detp_tree *tree);

/* The middle of a segment, and half of it. */
struct detp_segment {
    double middle[3], half[3];
};

/* Calls visit for places first..last-1 of the order: those of each leaf that the segment touches,
 * or that rounding could have it touch. */
typedef void detp_tree_visit_fn(void *context, uint32_t first, uint32_t last);
void detp_tree_walk(const struct detp_tree *tree, const struct detp_segment *segment,
                    detp_tree_visit_fn *visit, void *context);

#endif
