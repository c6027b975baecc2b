/* SPDX-License-Identifier: MIT */
#include "bench/cbt/tree/tree.h"

#include <stdio.h>

enum { PACKED_BELOW = 5, ALIGNED_BELOW = 7, HALF_WORDS_BELOW = 15 };

/* Words of LAYOUT_ALIGNED before those of 16 bits, and before those of 8 bits, at heap id 0. */
static size_t halves_origin(uint32_t depth)
{
    return (size_t)1 << (depth - HALF_WORDS_BELOW);
}

static size_t bytes_origin(uint32_t depth)
{
    return halves_origin(depth) + ((size_t)1 << (depth - ALIGNED_BELOW - 1));
}

bool cbt_layout_copies(enum layout layout)
{
    return layout == LAYOUT_SNAPSHOT || layout == LAYOUT_ALIGNED_SNAPSHOT;
}

enum layout cbt_layout_constant(enum layout layout)
{
    return layout == LAYOUT_ALIGNED_SNAPSHOT ? LAYOUT_ALIGNED : layout;
}

static bool is_aligned(enum layout layout)
{
    return cbt_layout_constant(layout) == LAYOUT_ALIGNED;
}

uint32_t cbt_layout_stored_level(enum layout layout, uint32_t depth)
{
    if (layout == LAYOUT_FULL)
        return depth - 1;
    return depth - (is_aligned(layout) ? ALIGNED_BELOW : PACKED_BELOW);
}

size_t cbt_layout_tree_words(enum layout layout, uint32_t depth)
{
    if (layout == LAYOUT_FULL)
        return cbt_heap_bitfield_word(depth);
    if (is_aligned(layout))
        return bytes_origin(depth) + ((size_t)1 << (depth - ALIGNED_BELOW - 1));
    const uint64_t bits = cbt_heap_level_address(depth, depth - PACKED_BELOW + 1);
    const size_t shared = depth - 2;
    return bits / 32 > shared ? bits / 32 : shared;
}

struct layout_range cbt_layout_level(enum layout layout, uint32_t depth, uint32_t level)
{
    const size_t nodes = (size_t)1 << level;
    if (!is_aligned(layout))
        return (struct layout_range){ cbt_heap_level_address(depth, level) / 32,
                                      nodes * (depth + 1 - level) / 32 };
    if (level == depth)
        return (struct layout_range){ cbt_heap_bitfield_word(depth),
                                      cbt_heap_bitfield_words(depth) };
    if (depth - level > HALF_WORDS_BELOW)
        return (struct layout_range){ nodes, nodes };
    if (depth - level > ALIGNED_BELOW)
        return (struct layout_range){ halves_origin(depth) + nodes / 2, nodes / 2 };
    return (struct layout_range){ bytes_origin(depth) + nodes / 4, nodes / 4 };
}

struct layout_range cbt_layout_node(enum layout layout, uint32_t depth, uint32_t node)
{
    const uint32_t below = depth - cbt_heap_node_depth(node);
    if (is_aligned(layout) && below > HALF_WORDS_BELOW)
        return (struct layout_range){ node, 1 };
    if (is_aligned(layout) && below > ALIGNED_BELOW)
        return (struct layout_range){ halves_origin(depth) + node / 2, 1 };
    if (is_aligned(layout))
        return (struct layout_range){ bytes_origin(depth) + node / 4, 1 };
    const uint64_t address = cbt_heap_node_address(depth, node);
    const uint64_t last = address + cbt_heap_node_width(depth, node) - 1;
    return (struct layout_range){ address / 32, last / 32 - address / 32 + 1 };
}

/* Values of `count` nodes side by side, from a node on; in the heap they take 32 bits at most. */
static uint32_t side_by_side(const struct heap *heap, size_t node, uint32_t count)
{
    const uint32_t width = cbt_heap_node_width(heap->depth, (uint32_t)node);
    const uint64_t address = cbt_heap_node_address(heap->depth, (uint32_t)node);
    const uint64_t bits = cbt_heap_bits_read(heap, address, count * width);
    const uint64_t mask = ((uint64_t)1 << width) - 1;
    uint32_t word = 0;
    for (uint32_t i = 0; i < count; i++)
        word |= (uint32_t)(bits >> i * width & mask) << i * (32 / count);
    return word;
}

static uint32_t aligned_word(const struct heap *heap, size_t index)
{
    const uint32_t depth = heap->depth;
    const size_t halves = halves_origin(depth), bytes = bytes_origin(depth);
    if (index == 0)
        return 1u << depth;
    if (index < halves)
        return side_by_side(heap, index, 1);
    if (index >= halves + halves / 2 && index < bytes)
        return side_by_side(heap, 2 * (index - halves), 2);
    if (index >= bytes + (bytes - halves) / 2 &&
        index < cbt_layout_tree_words(LAYOUT_ALIGNED, depth))
        return side_by_side(heap, 4 * (index - bytes), 4);
    return 0;
}

uint32_t cbt_layout_word(enum layout layout, const struct heap *heap, size_t index)
{
    const size_t bitfield = cbt_heap_bitfield_word(heap->depth);
    const size_t copy = bitfield - cbt_heap_bitfield_words(heap->depth);
    if (layout == LAYOUT_FULL || index >= bitfield)
        return heap->words[index];
    if (cbt_layout_copies(layout) && index >= copy)
        return heap->words[index - copy + bitfield];
    if (is_aligned(layout))
        return aligned_word(heap, index);
    /* Words of levels 0 to 4 may hold levels that are not kept, in small trees. */
    const uint64_t end = cbt_heap_level_address(heap->depth, heap->depth - PACKED_BELOW + 1);
    if (32 * (index + 1) <= end)
        return heap->words[index];
    return 32 * index >= end ? 0 : heap->words[index] & ((1u << end % 32) - 1);
}

/* False for words between what the layout keeps. */
static bool is_kept(enum layout layout, uint32_t depth, size_t index)
{
    const size_t bitfield = cbt_heap_bitfield_word(depth);
    if (layout == LAYOUT_FULL || index >= bitfield)
        return true;
    if (cbt_layout_copies(layout) && index >= bitfield - cbt_heap_bitfield_words(depth))
        return true;
    if (!is_aligned(layout))
        return index < cbt_layout_tree_words(layout, depth);
    const size_t halves = halves_origin(depth), bytes = bytes_origin(depth);
    return index < halves || (index >= halves + halves / 2 && index < bytes) ||
           (index >= bytes + (bytes - halves) / 2 && index < cbt_layout_tree_words(layout, depth));
}

struct layout_answer {
    enum layout layout;
    const struct heap *heap;
};

static bool wanted_word(const void *argument, uint64_t at, void *word)
{
    const struct layout_answer *answer = argument;
    if (!is_kept(answer->layout, answer->heap->depth, at))
        return false;
    *(uint32_t *)word = cbt_layout_word(answer->layout, answer->heap, at);
    return true;
}

bool cbt_layout_check(struct context *context, const char *where, enum layout layout,
                      const struct heap *wanted, const uint32_t *words, size_t first, size_t count)
{
    const uint32_t depth = wanted->depth;
    const size_t bitfield = cbt_heap_bitfield_word(depth);
    const size_t copy = bitfield - cbt_heap_bitfield_words(depth);
    const uint64_t packed = cbt_heap_level_address(depth, depth - PACKED_BELOW + 1) / 32;
    /* Where the words are that the layout has just as they are; NULL where it has not. */
    const uint32_t *same = NULL;
    if (layout == LAYOUT_FULL || first >= bitfield ||
        (!is_aligned(layout) && first + count <= packed))
        same = &wanted->words[first];
    else if (cbt_layout_copies(layout) && first >= copy && first + count <= bitfield)
        same = &wanted->words[first - copy + bitfield];
    const struct layout_answer answer = { layout, wanted };
    char name[128];
    snprintf(name, sizeof(name), "%sthe heap (bit field from word %zu)", where, bitfield);
    return context_compare(
        context, name, words, same, count,
        (struct context_element){ .first = first, .answer = wanted_word, .argument = &answer });
}

/* In parts, and in memory that the parts share. */
bool cbt_layout_check_buffer(struct context *context, const char *where, enum layout layout,
                             const struct heap *wanted, struct gpu_buffer *buffer, size_t first,
                             size_t count)
{
    enum { PART_WORDS = 1 << 22 };
    const size_t most = count < PART_WORDS ? count : PART_WORDS;
    uint32_t *words = context_read_mutable(context, buffer, 4 * (uint64_t)first, 4 * most);
    for (size_t done = 0; words && done < count; done += most) {
        const size_t part = count - done < most ? count - done : most;
        if ((done > 0 &&
             !gpu_buffer_read_by_threads(buffer, 4 * (first + done), words, 4 * part)) ||
            !cbt_layout_check(context, where, layout, wanted, words, first + done, part))
            return false;
    }
    return words;
}
