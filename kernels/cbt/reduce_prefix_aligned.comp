/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_shuffle : require
/*
 * reduce_prefix_aligned: levels D-7 to D-17 from the bit field, in values of 8, 16 and 32 bits that
 * straddle no word, a tile of 4096 words a group: three of them within 32 lanes, by shuffles.
 *
 * Computes    for each node of these levels the number of set bits in its span.
 * Bench       cbt.sum_reduction, variant prefix_aligned; baseline prepass.
 * Bindings    0 heap with its bit field; 1 the same, as uvec4.
 * Constants   0 DEPTH (18 at least), 1 LAYOUT (aligned), 3 LANES: 0 shuffles, where subgroups are
 *             of a multiple of 32, or 1 shared memory.
 * Dispatch    2^(D-17) groups of 256, split over x and y.
 * Work        per tile: reads 16 KiB, writes 769 words; one barrier, no atomics. Four loads of 16
 *             bytes a thread are under way at once, before anything else.
 * Error       none: integers.
 * Needs       subgroup_shuffle; 3 KiB of shared memory.
 * Source      contender; the widths are those of the public code for Benyoub and Dupuy 2024.
 */
#include "cbt/heap_buffer.glsl"

layout(std430, binding = 1) readonly buffer HeapFours { uvec4 heap_fours[]; };

#include "cbt/prefix_tile_aligned.glsl"

void main()
{
    const uint thread = lanes_thread(), lane = thread & 31, tile = dispatch_group();
    const uint first = tile_first(tile, thread);
    const uvec4 a = heap_fours[first], b = heap_fours[first + 32];
    const uvec4 c = heap_fours[first + 64], d = heap_fours[first + 96];
    TILE_STORE_LOWER(tile, thread, lane, a, b, c, d)
    barrier();
    tile_store_upper(tile, thread);
}
