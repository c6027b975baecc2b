/* SPDX-License-Identifier: MIT */
#include "bench/cbt/host/reduce_host.h"

#include "harness/engine/cpu/cpu.h"

#include <string.h>

enum { UNIT_TILES = 8, UNITS_FROM_DEPTH = 24, SHARED_LEVELS = 5 };

static uint32_t log2_of(uint64_t power)
{
    return (uint32_t)__builtin_ctzll(power);
}

bool cbt_reduce_host_init(struct context *context, struct reduce_host *reduce, uint32_t depth)
{
    const size_t words = cbt_heap_bitfield_words(depth);
    *reduce = (struct reduce_host){ .loops = cbt_tile_loops_best(cpu_features()), .depth = depth };
    reduce->tile_words = words < TILE_LOOPS_WORDS_MAX ? (uint32_t)words : TILE_LOOPS_WORDS_MAX;
    reduce->unit_tiles = depth >= UNITS_FROM_DEPTH ? UNIT_TILES : 1;
    reduce->tops = context_alloc(context, 4 * TILE_LOOPS_NODES *
                                              (words / reduce->tile_words / reduce->unit_tiles));
    return reduce->tops;
}

/* Words of the heap in which nodes of a level lie, from node number `node` of it on, a multiple of
 * 32. */
static uint32_t *level_words(const struct heap *heap, uint32_t level, uint64_t node)
{
    const uint32_t width = heap->depth + 1 - level;
    return &heap->words[cbt_heap_level_address(heap->depth, level) / 32 + node / 32 * width];
}

/* Values of `width` bits, a multiple of 32 of them. */
static void pack(uint32_t *to, const uint32_t *values, size_t count, uint32_t width)
{
    uint64_t bits = 0;
    uint32_t held = 0;
    for (size_t i = 0; i < count; i++) {
        bits |= (uint64_t)values[i] << held;
        held += width;
        if (held >= 32) {
            *to++ = (uint32_t)bits;
            bits >>= 32;
            held -= 32;
        }
    }
}

/* From `count` values of a level, in place, up to the level at which 32 are left. */
static void reduce_values(const struct heap *heap, uint32_t level, uint64_t first, uint32_t *values,
                          size_t count)
{
    while (count > TILE_LOOPS_NODES) {
        count /= 2;
        first /= 2;
        level--;
        for (size_t i = 0; i < count; i++)
            values[i] = values[2 * i] + values[2 * i + 1];
        pack(level_words(heap, level, first), values, count, heap->depth + 1 - level);
    }
}

static void reduce_units(void *context, uint32_t thread, size_t begin, size_t end)
{
    const struct reduce_host *reduce = context;
    const struct heap *heap = reduce->heap;
    const uint32_t tile_level = reduce->depth - 5 - log2_of(reduce->tile_words / TILE_LOOPS_NODES);
    const size_t nodes = (size_t)TILE_LOOPS_NODES * reduce->unit_tiles;
    uint32_t values[TILE_LOOPS_NODES * UNIT_TILES];
    (void)thread;
    for (size_t unit = begin; unit < end; unit++) {
        for (size_t tile = 0; tile < reduce->unit_tiles; tile++) {
            const uint64_t word = (reduce->unit_tiles * unit + tile) * reduce->tile_words;
            uint8_t *to[TILE_LOOPS_LEVELS_MAX];
            for (uint32_t i = 0; reduce->tile_words >> i >= TILE_LOOPS_NODES; i++)
                to[i] = (uint8_t *)level_words(heap, reduce->depth - 5 - i, word >> i);
            reduce->loops->tile(&heap->words[cbt_heap_bitfield_word(reduce->depth) + word],
                                reduce->tile_words, to, &values[TILE_LOOPS_NODES * tile]);
        }
        reduce_values(heap, tile_level, nodes * unit, values, nodes);
        memcpy(&reduce->tops[TILE_LOOPS_NODES * unit], values, 4 * TILE_LOOPS_NODES);
    }
}

void cbt_reduce_host_packed(struct reduce_host *reduce, struct heap *heap, struct cpu_pool *pool)
{
    const size_t units =
        cbt_heap_bitfield_words(heap->depth) / reduce->tile_words / reduce->unit_tiles;
    const size_t nodes = TILE_LOOPS_NODES * units;
    reduce->heap = heap;
    cpu_pool_run(pool, units, 1, reduce_units, reduce);
    reduce_values(heap, log2_of(nodes), 0, reduce->tops, nodes);
    /* Levels 0 to 4 share words. */
    for (uint32_t level = SHARED_LEVELS; level-- > 0;) {
        for (uint32_t i = 0; i < 1u << level; i++) {
            reduce->tops[i] = reduce->tops[2 * i] + reduce->tops[2 * i + 1];
            cbt_heap_node_write(heap, (1u << level) + i, reduce->tops[i]);
        }
    }
}
