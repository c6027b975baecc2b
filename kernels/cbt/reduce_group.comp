/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * reduce_group: several levels at once, from a level that is stored; with one group, all levels up
 * to the root.
 *
 * Computes    levels SOURCE-1 down to SOURCE-LEVELS; with LEVELS = SOURCE the header, too.
 * Bench       cbt.sum_reduction, variants fused, subgroup, aligned, dirty, and packed ones where
 *             the tree is small; baseline naive.
 * Bindings    0 heap; level SOURCE is stored, or counted in the bit field.
 * Constants   0 DEPTH, 1 LAYOUT (not full), 2 LENGTH (0), 3 SOURCE, 4 NODES: log2 of the nodes of
 *             level SOURCE that a group reduces, 13 at most, 5 LEVELS: SOURCE, with one group, or
 *             NODES - 5 at most.
 * Dispatch    2^(SOURCE - NODES) groups of 256, split over x and y.
 * Work        reads level SOURCE, writes the levels; two barriers a level, no atomics.
 * Error       none: integers.
 * Needs       nothing beyond Vulkan 1.3; 16 KiB of shared memory.
 * Source      contender.
 */
layout(local_size_x = 256) in;

#include "cbt/heap_buffer.glsl"

layout(constant_id = 3) const uint SOURCE = 10;
layout(constant_id = 4) const uint NODES = 10;
layout(constant_id = 5) const uint LEVELS = 10;

/* Below this, levels share words. */
const uint SHARING_LEVELS = 5;

shared uint values[4096];

/* Word j of the group's nodes of a level. */
uint assemble(uint width, uint j)
{
    const uint first_bit = 32 * j;
    uint word = 0;
    for (uint i = first_bit / width; i * width < first_bit + 32; i++) {
        const int shift = int(i * width) - int(first_bit);
        word |= shift < 0 ? values[i] >> -shift : values[i] << shift;
    }
    return word;
}

void store_level(uint level, uint count)
{
    const uint width = heap_level_width(level);
    const uint first = heap_node_address((1u << level) + dispatch_group() * count) / 32;
    for (uint j = gl_LocalInvocationIndex; j < count * width / 32; j += 256)
        heap[first + j] = assemble(width, j);
}

/* values: from `count` nodes of a level to those of the level above. Begins and ends in step. */
void sum_pairs(uint count)
{
    uint sums[8];
    for (uint k = 0; k < 8; k++) {
        const uint i = gl_LocalInvocationIndex + 256 * k;
        sums[k] = i < count / 2 ? values[2 * i] + values[2 * i + 1] : 0;
    }
    barrier();
    for (uint k = 0; k < 8; k++) {
        const uint i = gl_LocalInvocationIndex + 256 * k;
        if (i < count / 2)
            values[i] = sums[k];
    }
    barrier();
}

/* The header and the levels that share its words, from `count` = 2^level nodes. */
void store_top(uint level, uint count)
{
    const uint node = gl_LocalInvocationIndex, thread = gl_LocalInvocationIndex;
    uint sum = 0;
    if (node > 0 && node < 2 * count) {
        const uint span = count >> heap_node_depth(node);
        const uint first = (node - (1u << heap_node_depth(node))) * span;
        for (uint i = 0; i < span; i++)
            sum += values[first + i];
    }
    barrier();
    if (node < 2 * count)
        values[node] = sum;
    barrier();
    if (thread >= DEPTH - 2)
        return;
    uint word = thread == 0 ? 1u << DEPTH : 0;
    for (uint n = 1; n < 2 * count; n++) {
        const int shift = int(heap_node_address(n)) - int(32 * thread);
        if (shift < 0 && shift > -32)
            word |= values[n] >> -shift;
        else if (shift >= 0 && shift < 32)
            word |= values[n] << shift;
    }
    heap[thread] = word;
}

void main()
{
    const uint first_count = 1u << NODES - 1;
    const uint first = (1u << SOURCE - 1) + dispatch_group() * first_count;
    for (uint i = gl_LocalInvocationIndex; i < first_count; i += 256) {
        const uint node = first + i;
        values[i] = heap_node_read(2 * node) + heap_node_read(2 * node + 1);
    }
    barrier();
    for (uint made = 0; made < LEVELS; made++) {
        const uint level = SOURCE - 1 - made, count = first_count >> made;
        if (LAYOUT != LAYOUT_ALIGNED && level < SHARING_LEVELS) {
            store_top(level, count);
            return;
        }
        store_level(level, count);
        sum_pairs(count);
    }
    if (LEVELS == SOURCE && gl_LocalInvocationIndex == 0)
        heap[0] = 1u << DEPTH;
}
