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

#include "cbt/prefix_tile.glsl"

const uint TILE_BITS = 17;

/* Where the tile's words of level D - below begin in the heap. */
uint tile_level(uint tile, uint below)
{
    const uint level = DEPTH - below, width = heap_level_width(level);
    return (heap_level_origin(level) + (width << level)) / 32 +
           tile * ((width << TILE_BITS - below) / 32);
}

/* From D-9 up, whose words lie as their pairs do in a heap: 128 words of D-9 to two of D-15. Nodes
 * of D-16 and D-17 are a word each. */
void tile_store_upper(uint tile, uint thread)
{
    if (thread == 0) {
        heap[tile_level(tile, 17)] = sums_node(0, 256);
    } else if (thread == 1) {
        const uint first = tile_level(tile, 16);
        heap[first] = sums_node(0, 128);
        heap[first + 1] = sums_node(128, 128);
    } else {
        const uint power = uint(findMSB(thread)), pair = thread - (1u << power);
        const uint count = 1u << 7 - power;
        heap[tile_level(tile, 16 - power) + pair] =
            sums_node(2 * pair * count, count) | sums_node((2 * pair + 1) * count, count) << 16;
    }
}

void main()
{
    const uint thread = lanes_thread(), lane = thread & 31, tile = dispatch_group();
    const uint first = tile_first(tile, thread);
    const uvec4 a = heap_fours[first], b = heap_fours[first + 32];
    const uvec4 c = heap_fours[first + 64], d = heap_fours[first + 96];
    const uint seven =
        turn_bytes(four_sum(uvec4(bitCount(a))) | four_sum(uvec4(bitCount(b))) << 8 |
                       four_sum(uvec4(bitCount(c))) << 16 | four_sum(uvec4(bitCount(d))) << 24,
                   lane);
    const uint eights = (seven & 0x00ff00ff) + (seven >> 8 & 0x00ff00ff);
    const uint nine = (eights & 0xffff) + (eights >> 16), sum = lane_sum(nine, lane);
    sums_share(thread, nine, sum);
    heap[tile_level(tile, 7) + thread] = seven;
    heap[tile_level(tile, 8) + thread] = eights;
    barrier();
    tile_store_upper(tile, thread);
}
