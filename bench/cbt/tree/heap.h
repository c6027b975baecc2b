/* SPDX-License-Identifier: MIT */
/*
 * heap.h: a concurrent binary tree in its standard layout: bit field, sum-reduction tree, header.
 *
 * Nodes are heap ids: the root is 1, the children of n are 2n and 2n+1, depth(n) = floor(log2 n).
 * D is the greatest depth. The node value is the number of leaves in the node's span of the bit
 * field; level d has 2^d values of D+1-d bits. Node n lies at bit 2^(d+1) + n (D+1-d), least
 * significant bit first, and may straddle two words. The first D+3 bits are a header, of which only
 * bit D is set. The bit field is level D, the last quarter of 2^(D-1) bytes. Its bit p is set when
 * a leaf starts at position p, that is when 2^D+p is the ceiling of a leaf, the leftmost
 * descendant at depth D. Levels 0 to 4 share words; deeper ones share none.
 * Source: Dupuy 2020; Deliot et al. 2021. kernels/cbt/heap.glsl has functions of the same names,
 * without `cbt_`.
 */
#ifndef CLAIMCHECK_BENCH_CBT_TREE_HEAP_H
#define CLAIMCHECK_BENCH_CBT_TREE_HEAP_H

#include "harness/context.h"
#include "harness/engine/cpu/cpu.h"

enum {
    HEAP_DEPTH_MIN = 5,  /* the bit field is a word at least */
    HEAP_DEPTH_MAX = 30, /* bit addresses fit 32 bits */
};

struct heap {
    uint32_t depth;  /* D */
    uint32_t *words; /* cbt_heap_words(depth), and one more, 0, that reads may touch */
};

/* A heap without leaves, its header in place. False when there is no memory. */
bool cbt_heap_init(struct heap *heap, uint32_t depth);
void cbt_heap_finish(struct heap *heap);

/* Make a heap, or a copy of another, in memory of the context; not to be finished. */
bool cbt_heap_create(struct context *context, struct heap *heap, uint32_t depth);
bool cbt_heap_copy(struct context *context, struct heap *heap, const struct heap *from);

/* Makes a heap of these leaves, in any order, reduced, in memory of the context. A deep tree of few
 * leaves touches little of its memory. */
bool cbt_heap_create_leaves(struct context *context, struct heap *heap, uint32_t depth,
                            const uint32_t *leaves, size_t count);

/* Layout --------------------------------------------------------------------------------------- */

size_t cbt_heap_words(uint32_t depth);          /* of the whole heap: 2^(D-3) */
size_t cbt_heap_bitfield_words(uint32_t depth); /* 2^(D-5) */
size_t cbt_heap_bitfield_word(uint32_t depth);  /* where the bit field begins: 3 * 2^(D-5) */

/* Bit address of the first node of a level; level D+1 is the end. */
uint64_t cbt_heap_level_address(uint32_t depth, uint32_t level);

uint32_t cbt_heap_node_depth(uint32_t node);
uint32_t cbt_heap_node_width(uint32_t depth, uint32_t node);   /* in bits */
uint64_t cbt_heap_node_address(uint32_t depth, uint32_t node); /* of its first bit */
uint32_t cbt_heap_node_ceiling(uint32_t depth, uint32_t node);

/* Nodes ---------------------------------------------------------------------------------------- */

/* Bits from a bit address on, 32 at most. */
uint32_t cbt_heap_bits_read(const struct heap *heap, uint64_t address, uint32_t count);

uint32_t cbt_heap_node_read(const struct heap *heap, uint32_t node);
void cbt_heap_node_write(struct heap *heap, uint32_t node, uint32_t value);

/*
 * One node, alone: sets the bit of its right child's ceiling, or clears that of its right sibling's
 * (from either sibling). Levels above the bit field stay as they are until the next reduction. True
 * when the bit field changed. Split asserts depth(node) < D, merge that node is not the root.
 */
bool cbt_heap_node_split(struct heap *heap, uint32_t node);
bool cbt_heap_node_merge(struct heap *heap, uint32_t node);

/* Bit positions that the two change. */
uint32_t cbt_heap_split_position(uint32_t depth, uint32_t node);
uint32_t cbt_heap_merge_position(uint32_t depth, uint32_t node);

/* Tree ----------------------------------------------------------------------------------------- */

/* Adds leaves to a heap without any: their bits alone, or their sums, too; pool NULL: this thread
 * alone. */
void cbt_heap_mark(struct heap *heap, const uint32_t *leaves, size_t count);
void cbt_heap_fill(struct heap *heap, const uint32_t *leaves, size_t count, struct cpu_pool *pool);

/* Sums all levels from the bit field; writes the header. Pool NULL: this thread alone. */
void cbt_heap_reduce(struct heap *heap, struct cpu_pool *pool);

/* Adds `change` to every ancestor of a position: what one changed bit does to a reduced heap. */
void cbt_heap_position_add(struct heap *heap, uint32_t position, int change);
/* Adds for many positions, each as often as it is listed; pool NULL: this thread alone. */
void cbt_heap_positions_add(struct heap *heap, const uint32_t *positions, size_t count, int change,
                            struct cpu_pool *pool);

/* Read a reduced heap: leaves; the leaf of a handle 0..leaves-1, in the order of the bit field. */
uint32_t cbt_heap_leaf_count(const struct heap *heap);
uint32_t cbt_heap_decode(const struct heap *heap, uint32_t handle);

/* Writes all leaves in the order of their handles, by one walk of the tree; or by as many as there
 * are threads, unless the pool is NULL. */
void cbt_heap_leaves(const struct heap *heap, uint32_t *leaves, struct cpu_pool *pool);

#endif
