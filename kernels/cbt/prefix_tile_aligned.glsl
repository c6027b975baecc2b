/* SPDX-License-Identifier: MIT */
/* prefix_tile_aligned.glsl: of prefix_tile.glsl, where the words of a tile lie whose values are of
 * 8, 16 and 32 bits, levels D-7 to D-17. */
#ifndef CBT_PREFIX_TILE_ALIGNED_GLSL
#define CBT_PREFIX_TILE_ALIGNED_GLSL

#include "cbt/prefix_tile.glsl"

const uint TILE_BITS = 17;

/* Where the tile's words of level D - below begin in the heap. */
uint tile_level(uint tile, uint below)
{
    const uint level = DEPTH - below, width = heap_level_width(level);
    return (heap_level_origin(level) + (width << level)) / 32 +
           tile * ((width << TILE_BITS - below) / 32);
}

/*
 * D-7 and D-8, a word a thread, from the thread's four loads; shares the sums of D-9. Before a
 * barrier.
 */
#define TILE_STORE_LOWER(tile, thread, lane, a, b, c, d)                                           \
    const uint seven =                                                                             \
        turn_bytes(four_sum(uvec4(bitCount(a))) | four_sum(uvec4(bitCount(b))) << 8 |              \
                       four_sum(uvec4(bitCount(c))) << 16 | four_sum(uvec4(bitCount(d))) << 24,    \
                   lane);                                                                          \
    const uint eights = (seven & 0x00ff00ff) + (seven >> 8 & 0x00ff00ff);                          \
    const uint nine = (eights & 0xffff) + (eights >> 16), sum = lane_sum(nine, lane);              \
    sums_share(thread, nine, sum);                                                                 \
    heap[tile_level(tile, 7) + thread] = seven;                                                    \
    heap[tile_level(tile, 8) + thread] = eights;

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

#endif
