/* SPDX-License-Identifier: MIT */
/* changes.h: which words of a layout differ between two heaps. */
#ifndef CLAIMCHECK_BENCH_CBT_TREE_CHANGES_H
#define CLAIMCHECK_BENCH_CBT_TREE_CHANGES_H

#include "bench/cbt/tree/layout.h"

struct changes {
    uint32_t count;  /* words that differ */
    uint32_t *pairs; /* of each its index, ascending, and the word of before */
};

/*
 * Between two reduced heaps of one depth, in memory of the context. Only bits that differ and their
 * ancestors are looked at: it takes a walk of the bit fields, and what these are. False when there
 * is no memory.
 */
bool cbt_changes_list(struct context *context, struct changes *changes, enum layout layout,
                      const struct heap *before, const struct heap *after);

#endif
