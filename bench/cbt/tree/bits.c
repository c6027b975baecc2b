/* SPDX-License-Identifier: MIT */
#include "bench/cbt/tree/tree.h"

#include <string.h>

enum { BITS_ZERO, BITS_QUARTER, BITS_HALF, BITS_ONE, BITS_CLUSTERED };

const char *const cbt_bits_names[] = { "zero", "quarter", "half", "one", "clustered", NULL };

static uint32_t bits_word(int kind, uint32_t word)
{
    enum { CLUSTER_SHIFT = 6, CLUSTERS_ONE_OF = 16 };
    switch (kind) {
    case BITS_ZERO: return 0;
    case BITS_QUARTER: return cbt_sequence_r_word(word);
    case BITS_HALF: return cbt_sequence_hash(word);
    case BITS_ONE: return UINT32_MAX;
    default:
        return cbt_sequence_hash(word >> CLUSTER_SHIFT) % CLUSTERS_ONE_OF == 0
                   ? cbt_sequence_r_word(word)
                   : 0;
    }
}

struct filling {
    uint32_t *words; /* of the bit field */
    int kind;
};

static void fill_words(void *context, uint32_t thread, size_t begin, size_t end)
{
    const struct filling *filling = context;
    (void)thread;
    for (size_t i = begin; i < end; i++)
        filling->words[i] = bits_word(filling->kind, (uint32_t)i);
}

void cbt_bits_fill(struct heap *heap, const char *name)
{
    struct filling filling = { .words = &heap->words[cbt_heap_bitfield_word(heap->depth)] };
    struct cpu_pool *pool = cpu_pool_create(0);
    while (strcmp(cbt_bits_names[filling.kind], name) != 0)
        filling.kind++;
    cpu_pool_run(pool, cbt_heap_bitfield_words(heap->depth), 0, fill_words, &filling);
    cbt_heap_reduce(heap, pool);
    cpu_pool_destroy(&pool);
}

uint32_t cbt_bits_outdate(struct heap *heap, uint32_t *marks)
{
    enum { TILE_WORDS = 1 << (REDUCTION_TILE_BITS - 5) };
    const uint32_t tiles = cbt_reduction_tiles(heap->depth);
    const uint32_t clusters = tiles < BITS_TOUCHED_TILES ? tiles : BITS_TOUCHED_TILES;
    const uint32_t per_tile = BITS_TOUCHED_WORDS / clusters;
    const uint32_t count = per_tile < TILE_WORDS ? per_tile : TILE_WORDS;
    marks[1] = marks[2] = 1;
    for (uint32_t i = 0; i < clusters; i++) {
        const uint32_t tile = (uint32_t)((uint64_t)i * tiles / clusters);
        marks[MARKS_LIST_WORD + marks[0]++] = tile;
        marks[MARKS_LIST_WORD + tiles + tile / 32] |= 1u << tile % 32;
        for (uint32_t j = 0; j < count; j++) {
            const uint32_t word = tile * TILE_WORDS + j * TILE_WORDS / count;
            const uint32_t bit = cbt_sequence_hash(word) % 32;
            const uint32_t now = heap->words[cbt_heap_bitfield_word(heap->depth) + word] >> bit & 1;
            cbt_heap_position_add(heap, 32 * word + bit, now ? -1 : 1);
        }
    }
    return marks[0];
}
