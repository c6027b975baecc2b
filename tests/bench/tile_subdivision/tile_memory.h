/* SPDX-License-Identifier: MIT */
/* tile_memory.h: pyramids and lists in memory of the test's. */
#ifndef CLAIMCHECK_TESTS_BENCH_TILE_SUBDIVISION_TILE_MEMORY_H
#define CLAIMCHECK_TESTS_BENCH_TILE_SUBDIVISION_TILE_MEMORY_H

#include "bench/tile_subdivision/answer.h"
#include "tests/unit.h"

/* Zeroed. */
static inline void tile_pyramid_init(struct pyramid *pyramid, uint32_t top)
{
    *pyramid =
        (struct pyramid){ .top = top, .values = calloc(tiles_pyramid_count(top), sizeof(float)) };
    assert_non_null(pyramid->values);
}

static inline void tile_pyramid_finish(struct pyramid *pyramid)
{
    free(pyramid->values);
}

/* Empty. */
static inline void tile_list_init(struct tile_list *list, size_t capacity)
{
    uint32_t *words = calloc(3 * capacity, sizeof(uint32_t));
    assert_non_null(words);
    *list =
        (struct tile_list){ words, words + capacity, words + 2 * capacity, .capacity = capacity };
}

/* Accepts a zeroed list. */
static inline void tile_list_finish(struct tile_list *list)
{
    free(list->keys);
}

#endif
