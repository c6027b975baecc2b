/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * reduce_group: several levels at once, from a level that is stored; with one group, all levels up
 * to the root.
 *
 * Computes    levels SOURCE-1 up to SOURCE-LEVELS; with LEVELS = SOURCE the header, too.
 * Bench       cbt.sum_reduction, variants fused, subgroup, aligned, dirty, and packed ones where
 *             the tree is small; baseline prepass.
 * Bindings    0 heap; level SOURCE is stored, or counted in the bit field.
 * Constants   0 DEPTH, 1 LAYOUT (not full), 3 SOURCE, 4 NODES: log2 of the nodes of
 *             level SOURCE that a group reduces (12 at most), 5 LEVELS: SOURCE, with one group, or
 *             NODES - 5 at most, 6 threads of the group.
 * Dispatch    2^(SOURCE - NODES) groups, split over x and y.
 * Work        reads level SOURCE, writes the levels; a barrier for three levels, no atomics.
 * Error       none: integers.
 * Needs       nothing beyond Vulkan 1.3; 16 KiB of shared memory.
 * Source      contender.
 */
layout(local_size_x_id = 6) in;

#include "cbt/heap_buffer.glsl"

layout(constant_id = 3) const uint SOURCE = 10;
layout(constant_id = 4) const uint NODES = 10;
layout(constant_id = 5) const uint LEVELS = 10;

/* Below this, levels share words. */
const uint SHARING_LEVELS = 5;

/* The group's nodes as a heap of their own: node i has the children 2i and 2i+1. */
shared uint sums[4096];

/* Level SOURCE - 1, from two nodes each. Their words are read without asking whether they straddle:
 * no load waits for another, and behind the levels lies the bit field. */
void load(uint count)
{
    const uint width = heap_level_width(SOURCE);
    const uint first = heap_level_origin(SOURCE) + (1u << SOURCE) * width +
                       dispatch_group() * 2 * count * width;
    const uint mask = 0xffffffffu >> 32 - width;
    for (uint i = gl_LocalInvocationIndex; i < count; i += gl_WorkGroupSize.x) {
        const uint left = first + 2 * i * width, right = left + width;
        const uvec4 words = uvec4(heap_word(left >> 5), heap_word((left >> 5) + 1),
                                  heap_word(right >> 5), heap_word((right >> 5) + 1));
        sums[count + i] =
            ((words.x >> (left & 31) | words.y << 1 << 31 - (left & 31)) & mask) +
            ((words.z >> (right & 31) | words.w << 1 << 31 - (right & 31)) & mask);
    }
}

/* In trees that are one group's, level SOURCE may be counted in the bit field. */
void load_counted(uint count)
{
    const uint first = (1u << SOURCE - 1) + dispatch_group() * count;
    for (uint i = gl_LocalInvocationIndex; i < count; i += gl_WorkGroupSize.x)
        sums[count + i] = heap_node_read(2 * (first + i)) + heap_node_read(2 * (first + i) + 1);
}

/* The levels above `count` nodes, three between two barriers. Ends in step. */
void sum_up(uint count)
{
    for (; count >= 8; count >>= 3) {
        barrier();
        for (uint i = gl_LocalInvocationIndex; i < count / 8; i += gl_WorkGroupSize.x) {
            const uint at = count + 8 * i;
            const uvec4 pairs =
                uvec4(sums[at] + sums[at + 1], sums[at + 2] + sums[at + 3],
                      sums[at + 4] + sums[at + 5], sums[at + 6] + sums[at + 7]);
            for (uint k = 0; k < 4; k++)
                sums[at / 2 + k] = pairs[k];
            sums[at / 4] = pairs.x + pairs.y;
            sums[at / 4 + 1] = pairs.z + pairs.w;
            sums[at / 8] = pairs.x + pairs.y + pairs.z + pairs.w;
        }
    }
    barrier();
    for (uint node = count - 1; gl_LocalInvocationIndex == 0 && node > 0; node--)
        sums[node] = sums[2 * node] + sums[2 * node + 1];
    barrier();
}

/* `count` nodes of a level, whole words. */
void store_level(uint level, uint count)
{
    const uint width = heap_level_width(level);
    const uint first = heap_node_address((1u << level) + dispatch_group() * count) / 32;
    for (uint j = gl_LocalInvocationIndex; j < count * width / 32; j += gl_WorkGroupSize.x) {
        const uint first_bit = 32 * j;
        uint word = 0;
        for (uint i = first_bit / width; i * width < first_bit + 32; i++) {
            const int shift = int(i * width) - int(first_bit);
            word |= shift < 0 ? sums[count + i] >> -shift : sums[count + i] << shift;
        }
        heap[first + j] = word;
    }
}

/* The header and the levels that share its words; the group's nodes are the tree's. */
void store_top()
{
    const uint levels = min(SHARING_LEVELS, SOURCE), j = gl_LocalInvocationIndex;
    if (j >= DEPTH - 2)
        return;
    uint word = j == 0 ? 1u << DEPTH : 0;
    for (uint level = 0; level < levels; level++) {
        const int width = int(DEPTH + 1 - level), count = 1 << level;
        /* From the level's first bit to the word's. */
        const int offset = int(32 * j) - ((2 << level) + (width << level));
        for (int i = max(0, offset / width); i < count && i * width < offset + 32; i++) {
            const int shift = i * width - offset;
            if (shift >= 0)
                word |= sums[count + i] << shift;
            else if (shift > -32)
                word |= sums[count + i] >> -shift;
        }
    }
    heap[j] = word;
}

void main()
{
    const uint first_count = 1u << NODES - 1;
    const uint lowest_whole = LAYOUT == LAYOUT_ALIGNED ? 0 : SHARING_LEVELS;
    if (SOURCE > heap_stored_level())
        load_counted(first_count);
    else
        load(first_count);
    sum_up(first_count);
    for (uint made = 0; made < LEVELS && SOURCE - made > lowest_whole; made++)
        store_level(SOURCE - 1 - made, first_count >> made);
    if (LEVELS != SOURCE)
        return;
    if (LAYOUT != LAYOUT_ALIGNED)
        store_top();
    else if (gl_LocalInvocationIndex == 0)
        heap[0] = 1u << DEPTH;
}
