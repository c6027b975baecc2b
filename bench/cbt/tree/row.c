/* SPDX-License-Identifier: MIT */
#include "bench/cbt/tree/tree.h"

#include "bench/common/hash.h"
#include "harness/base/need.h"
#include "harness/random.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { UNSTORED_LEVELS = 4 }; /* between level D-5 and the bit field */

/* The number whose lowest byte is the first, as it is in files; and back. */
static uint64_t lowest_first(uint64_t x)
{
    return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? __builtin_bswap64(x) : x;
}

static int compare_ids(const void *a, const void *b)
{
    const uint64_t x = lowest_first(*(const uint64_t *)a), y = lowest_first(*(const uint64_t *)b);
    return x < y ? -1 : x > y;
}

void cbt_row_leaves(struct row_leaves *row, const uint32_t *leaves, size_t count)
{
    OWNED uint64_t *ids = need_bytes(count * sizeof(*ids));
    *row = (struct row_leaves){ .count = count, .depth_min = count > 0 ? UINT32_MAX : 0 };
    for (size_t i = 0; i < count; i++) {
        const uint32_t depth = leaves[i] == 0 ? 0 : cbt_heap_node_depth(leaves[i]);
        const uint64_t mixed = random_next(&(uint64_t){ leaves[i] });
        row->depth_min = depth < row->depth_min ? depth : row->depth_min;
        row->depth_max = depth > row->depth_max ? depth : row->depth_max;
        row->sum += mixed;
        row->exclusive_or ^= mixed;
        ids[i] = lowest_first(leaves[i]);
    }
    row->decoded = hash_bytes(ids, count * sizeof(*ids));
    qsort(ids, count, sizeof(*ids), compare_ids);
    row->sorted = hash_bytes(ids, count * sizeof(*ids));
}

uint64_t cbt_row_heap(const struct heap *heap)
{
    uint64_t hash = HASH_START;
    for (size_t i = 0; i < cbt_heap_words(heap->depth); i++)
        hash = hash_more_word(hash, heap->words[i]);
    return hash;
}

void cbt_row_text(char text[ROW_TEXT_BYTES], const char *sequence, uint32_t frame,
                  const struct heap *heap, const uint32_t *leaves, size_t count)
{
    struct row_leaves row;
    cbt_row_leaves(&row, leaves, count);
    const int length =
        snprintf(text, ROW_TEXT_BYTES,
                 "%s D=%" PRIu32 " f=%" PRIu32 " leaves=%" PRIu64 " dmin=%" PRIu32 " dmax=%" PRIu32
                 " sum=%016" PRIx64 " xor=%016" PRIx64 " fnv_sorted=%016" PRIx64
                 " fnv_decode=%016" PRIx64 " heap=%016" PRIx64,
                 sequence, heap->depth, frame, row.count, row.depth_min, row.depth_max, row.sum,
                 row.exclusive_or, row.sorted, row.decoded, cbt_row_heap(heap));
    assert(length < ROW_TEXT_BYTES);
    (void)length;
}

void cbt_row_text_r(char text[ROW_TEXT_BYTES], const struct heap *heap)
{
    uint64_t values = HASH_START; /* over those of levels 0 to D-5 as 32-bit words */
    for (uint32_t node = 1; node < 2u << (heap->depth - UNSTORED_LEVELS - 1); node++)
        values = hash_more_word(values, cbt_heap_node_read(heap, node));
    snprintf(text, ROW_TEXT_BYTES,
             "R D=%" PRIu32 " bytes=%zu root=%" PRIu32 " values_0..D-5=%016" PRIx64
             " fullheap=%016" PRIx64,
             heap->depth, 4 * cbt_heap_words(heap->depth), cbt_heap_leaf_count(heap), values,
             cbt_row_heap(heap));
}
