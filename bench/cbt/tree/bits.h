/* SPDX-License-Identifier: MIT */
/* bits.h: bit fields for the reduction alone, and what the dirty method is told of them. */
#ifndef CLAIMCHECK_BENCH_CBT_TREE_BITS_H
#define CLAIMCHECK_BENCH_CBT_TREE_BITS_H

#include "bench/cbt/tree/heap.h"

/* "zero", "quarter", "half", "one", "clustered", NULL. Quarter is sequence R. */
extern const char *const cbt_bits_names[];

/* Fills the bit field, reduces the heap, on all CPUs. `name` is one of cbt_bits_names. */
void cbt_bits_fill(struct heap *heap, const char *name);

/* Words that an update touched, and in how many tiles at most. */
enum { BITS_TOUCHED_WORDS = 10000, BITS_TOUCHED_TILES = 256 };

/*
 * Makes the tree what it was before BITS_TOUCHED_WORDS words changed, one bit each; the bit field
 * is that of after. *marks gets the tiles (cbt_reduction_marks_words() words, zeroed). Returns how
 * many tiles.
 */
uint32_t cbt_bits_outdate(struct heap *heap, uint32_t *marks);

#endif
