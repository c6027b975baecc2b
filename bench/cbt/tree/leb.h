/* SPDX-License-Identifier: MIT */
/*
 * leb.h: longest-edge bisection of the unit square, driven by the nodes of a heap.
 *
 * Square mode: nodes 2 and 3 are the two halves of the square; node 1 is no triangle and never a
 * leaf. In a triangle (a, b, c) the edge a-c is the longest and b the apex; with m = (a + c) / 2
 * the children of n are 2n = (a, m, b) and 2n+1 = (b, m, c), so the winding flips at each level.
 * Conforming operations keep the mesh free of T-junctions.
 * Source: Dupuy 2020; rules in Deliot et al. 2021. kernels/cbt/leb.glsl has the same names,
 * without `cbt_`.
 */
#ifndef CLAIMCHECK_BENCH_CBT_TREE_LEB_H
#define CLAIMCHECK_BENCH_CBT_TREE_LEB_H

#include "bench/cbt/tree/heap.h"

/* Coordinates are exact: the square's side, and every midpoint down to depth 32. */
enum { LEB_SIDE = 65536 };

struct leb_point {
    int32_t x, y;
};

struct leb_triangle {
    struct leb_point a, b, c;
};

struct leb_triangle cbt_leb_node_triangle(uint32_t node); /* node > 1 */

/*
 * Nodes of the same depth, whether or not they are leaves: across b-c, across a-b, across the
 * longest edge a-c, and the node itself. 0 where the square ends.
 */
struct leb_neighbours {
    uint32_t left, right, edge, node;
};

struct leb_neighbours cbt_leb_node_neighbours(uint32_t node);

/* The two parents whose four children merge together: the node's, and its neighbour across the
 * longest edge (the node's once more at the border). Asserts depth >= 2. */
struct leb_diamond {
    uint32_t base, top;
};

struct leb_diamond cbt_leb_node_diamond(uint32_t node);

/*
 * Splits a leaf of a conforming mesh, and all that must be split for it to stay so: the chain of
 * same-or-coarser neighbours across longest edges, which ends where one has been split before.
 * Asserts 1 <= depth < D. Levels above the bit field are not read. `changed` is called with each
 * position whose bit was not set before; may be NULL.
 */
void cbt_leb_node_split(struct heap *heap, uint32_t node,
                        void (*changed)(void *context, uint32_t position), void *context);

/* True when base and top have at most two leaves each in the (reduced) heap: their children may
 * then be merged. */
bool cbt_leb_diamond_merges(const struct heap *heap, const struct leb_diamond *diamond);

#endif
