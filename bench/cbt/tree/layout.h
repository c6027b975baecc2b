/* SPDX-License-Identifier: MIT */
/*
 * layout.h: where the methods of reduction keep what they sum, in the words of one heap. All have
 * the bit field in its last quarter and the header in word 0; heap.glsl reads all of them.
 */
#ifndef CLAIMCHECK_BENCH_CBT_TREE_LAYOUT_H
#define CLAIMCHECK_BENCH_CBT_TREE_LAYOUT_H

#include "bench/cbt/tree/heap.h"
#include "harness/context.h"

enum layout {
    LAYOUT_FULL,             /* the standard one: every level */
    LAYOUT_PACKED,           /* of it levels 0 to D-5; the rest is counted in the bit field */
    LAYOUT_SNAPSHOT,         /* the same, and a copy of the bit field in the room of level D-1 */
    LAYOUT_ALIGNED,          /* levels 0 to D-7 in 32, 16 (from D-15) and 8 bits (D-7); D >= 16 */
    LAYOUT_ALIGNED_SNAPSHOT, /* the same, and that copy */
};

/* Whether it has the copy. */
bool cbt_layout_copies(enum layout layout);

/* Returns the constant for heap.glsl, whose includers know of a copy beside LAYOUT_ALIGNED. */
enum layout cbt_layout_constant(enum layout layout);

/* Words from the beginning that hold the tree; the bit field and a copy are apart. */
size_t cbt_layout_tree_words(enum layout layout, uint32_t depth);

/* The lowest level above the bit field that is kept. */
uint32_t cbt_layout_stored_level(enum layout layout, uint32_t depth);

/* First word and number of words of one level, 5 at least or kept in whole words. */
struct layout_range {
    size_t first, count;
};

struct layout_range cbt_layout_level(enum layout layout, uint32_t depth, uint32_t level);

/* The words that hold a node of a level that the layout keeps, two at most. */
struct layout_range cbt_layout_node(enum layout layout, uint32_t depth, uint32_t node);

/* A word as a method of that layout leaves it for a reduced heap; 0 where it keeps nothing. */
uint32_t cbt_layout_word(enum layout layout, const struct heap *heap, size_t index);

/*
 * Compares `count` words from index `first` on, as read from the device, with what they should be;
 * words that the layout leaves alone may be anything. False with a mismatch on the first that
 * differs, whose line begins with `where`.
 */
bool cbt_layout_check(struct context *context, const char *where, enum layout layout,
                      const struct heap *wanted, const uint32_t *words, size_t first, size_t count);

/* Compares a buffer that holds a heap, read back part by part. False, too, if it cannot be read. */
bool cbt_layout_check_buffer(struct context *context, const char *where, enum layout layout,
                             const struct heap *wanted, struct gpu_buffer *buffer, size_t first,
                             size_t count);

/*
 * Makes a standard heap, in place, of words that have this layout: the header and the levels that
 * it keeps are taken as they are, the others are summed from the bit field. False when there is no
 * memory.
 */
bool cbt_layout_expand(enum layout layout, struct heap *words);

#endif
