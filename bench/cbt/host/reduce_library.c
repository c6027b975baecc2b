/* SPDX-License-Identifier: MIT */
#include "bench/cbt/host/reduce_host.h"

#include <string.h>

enum { PREPASS_LEVELS = 6, WORD_BITS = 64 };

static uint64_t word_read(const struct heap *heap, uint64_t index)
{
    uint64_t word;
    memcpy(&word, &heap->words[2 * index], sizeof(word));
    return word;
}

static void word_write(struct heap *heap, uint64_t index, uint64_t word)
{
    memcpy(&heap->words[2 * index], &word, sizeof(word));
}

static uint64_t mask(uint32_t bits)
{
    return ((uint64_t)1 << bits) - 1;
}

static void part_write(struct heap *heap, uint64_t index, uint32_t at, uint32_t count,
                       uint64_t value)
{
    word_write(heap, index, word_read(heap, index) & ~(mask(count) << at));
    word_write(heap, index, word_read(heap, index) | (value & mask(count)) << at);
}

/* `count` bits, fewer than 64, in two parts, of which the second may have none. */
static void field_write(struct heap *heap, uint64_t address, uint32_t count, uint64_t value)
{
    const uint64_t last = cbt_heap_words(heap->depth) / 2 - 1, index = address / WORD_BITS;
    const uint32_t at = (uint32_t)(address % WORD_BITS), room = WORD_BITS - at;
    const uint32_t low = count < room ? count : room;
    part_write(heap, index, at, low, value);
    part_write(heap, index < last ? index + 1 : last, 0, count - low, value >> low);
}

static uint64_t field_read(const struct heap *heap, uint64_t address, uint32_t count)
{
    const uint64_t last = cbt_heap_words(heap->depth) / 2 - 1, index = address / WORD_BITS;
    const uint32_t at = (uint32_t)(address % WORD_BITS), room = WORD_BITS - at;
    const uint32_t low = count < room ? count : room;
    const uint64_t next = word_read(heap, index < last ? index + 1 : last);
    return (word_read(heap, index) >> at & mask(low)) | (next & mask(count - low)) << low;
}

/* Levels D-1 to D-6 of word number `word` of the bit field. */
static void prepass_word(struct heap *heap, uint64_t word)
{
    static const uint64_t masks[PREPASS_LEVELS] = { 0x5555555555555555, 0x3333333333333333,
                                                    0x0f0f0f0f0f0f0f0f, 0x00ff00ff00ff00ff,
                                                    0x0000ffff0000ffff, 0x00000000ffffffff };
    const uint32_t depth = heap->depth;
    uint64_t fields = word_read(heap, cbt_heap_bitfield_word(depth) / 2 + word);
    fields = (fields & masks[0]) + (fields >> 1 & masks[0]);
    word_write(heap, cbt_heap_level_address(depth, depth - 1) / WORD_BITS + word, fields);
    for (uint32_t below = 2; below <= PREPASS_LEVELS; below++) {
        const uint32_t stride = 1u << below, nodes = WORD_BITS / stride, bits = below + 1;
        const uint64_t first = ((uint64_t)1 << (depth - below)) + word * nodes;
        fields = (fields & masks[below - 1]) + (fields >> stride / 2 & masks[below - 1]);
        uint64_t packed = 0; /* the lowest bits of each field, one behind the other */
        for (uint32_t i = 0; i < nodes; i++)
            packed |= (fields >> i * stride & mask(bits)) << i * bits;
        field_write(heap, cbt_heap_node_address(depth, (uint32_t)first), nodes * bits, packed);
    }
}

void cbt_reduce_host_library(struct heap *heap)
{
    const uint32_t depth = heap->depth;
    for (uint64_t word = 0; word < cbt_heap_bitfield_words(depth) / 2; word++)
        prepass_word(heap, word);
    for (uint32_t level = depth - PREPASS_LEVELS; level-- > 0;) {
        const uint32_t bits = depth + 1 - level;
        for (uint32_t node = 1u << level; node < 2u << level; node++) {
            const uint64_t left = cbt_heap_node_address(depth, 2 * node);
            field_write(heap, cbt_heap_node_address(depth, node), bits,
                        field_read(heap, left, bits - 1) +
                            field_read(heap, left + bits - 1, bits - 1));
        }
    }
}
