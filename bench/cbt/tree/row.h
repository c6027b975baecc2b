/* SPDX-License-Identifier: MIT */
/* row.h: what is compared of a state: counts and hashes, in the form that `inspect cbt` prints. */
#ifndef CLAIMCHECK_BENCH_CBT_TREE_ROW_H
#define CLAIMCHECK_BENCH_CBT_TREE_ROW_H

#include "bench/cbt/tree/heap.h"

enum { ROW_TEXT_BYTES = 256 };

/* Hashes of a set of leaves. sum and xor do not depend on the order. */
struct row_leaves {
    uint64_t count;
    uint32_t depth_min, depth_max;
    uint64_t sum, exclusive_or; /* of splitmix64's first output from each id */
    uint64_t sorted, decoded;   /* FNV-1a of the ids as 64-bit words: sorted, and as given */
};

/* Hashes `count` leaves as given, that is in the order of their handles. False when there is no
 * memory. */
bool cbt_row_leaves(struct row_leaves *row, const uint32_t *leaves, size_t count);

/* FNV-1a over the bytes of the whole heap, words as little endian. */
uint64_t cbt_row_heap(const struct heap *heap);

/* "P D=8 f=63 leaves=...", and for R "R D=8 bytes=...". False when there is no memory. */
bool cbt_row_text(char text[ROW_TEXT_BYTES], const char *sequence, uint32_t frame,
                  const struct heap *heap, const uint32_t *leaves, size_t count);
void cbt_row_text_r(char text[ROW_TEXT_BYTES], const struct heap *heap);

#endif
