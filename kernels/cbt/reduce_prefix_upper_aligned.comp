/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_shuffle : require
/*
 * reduce_prefix_upper_aligned: all levels above those of reduce_prefix_aligned, at once, from level
 * D-17: by groups that wait for nobody.
 *
 * Computes    levels D-18 to 0, a word a node, and the header.
 * Bench       cbt.sum_reduction, variant prefix_aligned; baseline prepass.
 * Bindings    0 heap; level D-17 is stored; 1 the same, as uvec4.
 * Constants   0 DEPTH (18 at least), 1 LAYOUT (aligned; unused), 3 LANES: 0 shuffles, where
 *             subgroups are of a multiple of 32, or 1 shared memory.
 * Dispatch    a group for the top; from D = 23 on one for 1024 tiles of 2^17 leaves, at least one.
 *             All of 256, split over x and y.
 * Work        reads a word per tile twice; writes the levels. One barrier, no atomics.
 * Error       none: integers.
 * Needs       subgroup_shuffle; 4 KiB of shared memory.
 * Source      contender; the widths are those of the public code for Benyoub and Dupuy 2024.
 */
#include "cbt/heap_buffer.glsl"

layout(std430, binding = 1) readonly buffer HeapFours { uvec4 heap_fours[]; };

/* Levels 0 to 4 are not worth a group of their own. */
const uint TOP = DEPTH > 27 ? DEPTH - 23 : DEPTH < 22 ? DEPTH - 18 : 4;

#include "cbt/prefix_upper.glsl"

uvec4 tile_fours(uint i)
{
    if (TILE_LEVEL < 2)
        return uvec4(heap[2], heap[3], 0, 0);
    return heap_fours[(1u << TILE_LEVEL) / 4 + i];
}

/* The thread's values. Threads beyond them read what others do. */
uvec2 values_load(uint group, uint thread)
{
    const uint at = min(thread, pairs_of(MIDDLE_BITS) - 1);
    uvec2 pair;
    if (group == 0)
        pair = tile_pair(at, 1u << max(TILE_LEVEL, 10) - 10);
    else
        pair = tile_pair(256 * (group - 1) + at, 1);
    return pair * uint(thread < pairs_of(MIDDLE_BITS));
}

/* Nodes from level TOP up, a thread each, or the header. */
void store_top(uint node)
{
    if (node == 0) {
        heap[0] = 1u << DEPTH;
    } else if (node < 2u << TOP) {
        const uint level = uint(findMSB(node)), count = 1u << MIDDLE_BITS - level;
        heap[node] = sums_node((node - (1u << level)) * count, count);
    }
}

/* Nodes from D-18 to D-22, or to below TOP, in the order of a heap of the group's own. */
void store_middle(uint group, uint thread)
{
    const uint highest = TILE_LEVEL > 10 ? 5 : TOP + 1;
    for (uint node = (1u << highest) + thread; node < 2u << MIDDLE_BITS; node += 256) {
        const uint level = uint(findMSB(node)), count = 1u << MIDDLE_BITS - level;
        const uint index = node - (1u << level);
        heap[(1u << TILE_LEVEL - 1 - MIDDLE_BITS + level) + (group << level) + index] =
            sums_node(index * count, count);
    }
}

void main()
{
    const uint thread = lanes_thread(), group = dispatch_group();
    values_share(thread, values_load(group, thread));
    barrier();
    if (group == 0)
        store_top(thread);
    else
        store_middle(group - 1, thread);
}
