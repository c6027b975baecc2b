/* SPDX-License-Identifier: MIT */
/* cbt_heap.h: heaps as tests begin with them, and the way back from a leaf to its handle. */
#ifndef CLAIMCHECK_TESTS_BENCH_CBT_CBT_HEAP_H
#define CLAIMCHECK_TESTS_BENCH_CBT_CBT_HEAP_H

#include "bench/cbt/tree/heap.h"

#include <string.h>

/* All nodes of one level are leaves; reduced. */
static inline void heap_reset(struct heap *heap, uint32_t level)
{
    memset(heap->words, 0, cbt_heap_words(heap->depth) * sizeof(*heap->words));
    for (uint32_t node = 1u << level; node < 2u << level; node++)
        cbt_heap_mark(heap, &node, 1);
    cbt_heap_reduce(heap, NULL);
}

/* The handle of a leaf of a reduced heap. */
static inline uint32_t heap_encode(const struct heap *heap, uint32_t leaf)
{
    uint32_t handle = 0;
    for (uint32_t node = leaf; node > 1; node >>= 1)
        handle += node & 1 ? cbt_heap_node_read(heap, node - 1) : 0;
    return handle;
}

#endif
