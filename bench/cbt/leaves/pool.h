/* SPDX-License-Identifier: MIT */
/*
 * pool.h: leaves of longest-edge bisection in a pool of slots, and what must be true of one.
 *
 * A bisector is a leaf: its id, 64 bits wide, and the slots of its three neighbours. A concurrent
 * binary tree serves as the allocator of slots: bit s is set when slot s holds a bisector. Its
 * stored levels begin at level D-7 of 2^D slots, 128 slots to a node, and have widths that never
 * straddle a word: 8 bits at level D-7, 16 bits down to level 7, 32 bits for levels 6 to 0.
 * Source: Benyoub and Dupuy 2024; kernels/cbt/ocbt.glsl has the layout.
 */
#ifndef CLAIMCHECK_BENCH_CBT_LEAVES_POOL_H
#define CLAIMCHECK_BENCH_CBT_LEAVES_POOL_H

#include "harness/context.h"

enum {
    POOL_DEPTH_MIN = 15, /* levels D-8 and up to 7 are 16 bits wide */
    POOL_DEPTH_MAX = 20, /* a node of level 7 counts 2^13 slots: 16 bits; more would not matter */
    POOL_LOWEST = 7,     /* the lowest stored level is D-7 */
};

#define POOL_NONE UINT32_MAX /* no neighbour: the square ends */

/* In the order of their words: across b-c, across a-b, across the longest edge a-c. */
enum pool_edge { POOL_LEFT, POOL_RIGHT, POOL_EDGE, POOL_EDGES };

/* Tree ----------------------------------------------------------------------------------------- */

uint32_t cbt_pool_tree_words(uint32_t depth); /* 831 for 2^17 slots, 6207 for 2^20 */
uint32_t cbt_pool_tree_read(const uint32_t *tree, uint32_t depth, uint32_t node);

/* Sums of all stored levels, from the bits. */
void cbt_pool_tree_reduce(uint32_t *tree, const uint32_t *bits, uint32_t depth);

/* Check ---------------------------------------------------------------------------------------- */

/* The pool as a device holds it. */
struct pool_view {
    uint32_t frame; /* that left it, for messages */
    uint32_t depth;
    uint32_t slots; /* of ids and neighbours: no bit is set beyond */
    const uint64_t *ids;
    const uint32_t (*neighbours)[POOL_EDGES];
    const uint32_t *bits, *tree;
    const uint32_t *live; /* slots in any order; NULL: not kept */
    uint32_t live_count;
};

/*
 * Everything a pool must be, against nothing but its own leaves: the bits are those of slots with
 * an id, the tree has their sums, `live` lists each once, and each neighbour is the leaf that
 * shares the edge, found by id arithmetic. Writes the leaves as 32-bit ids in the order of their
 * handles, live_count of them, to `leaves`. False, with a mismatch, where it is not so. Ids of more
 * than 32 bits are refused.
 */
bool cbt_pool_check(struct context *context, const struct pool_view *view, uint32_t *leaves);

#endif
