/* SPDX-License-Identifier: MIT */
/*
 * prefix_tile_packed.glsl: levels D-5 to D-13 of a tile, as the packed and the full layout have
 * them, and what the dispatch behind needs of it.
 *
 * Bindings    2 scratch: a word per tile, its leaves; then four per tile, its nodes of level D-14.
 */
#ifndef CBT_PREFIX_TILE_PACKED_GLSL
#define CBT_PREFIX_TILE_PACKED_GLSL

#include "cbt/prefix_tile.glsl"

layout(std430, binding = 2) writeonly buffer Scratch { uint scratch[]; };

const uint TILE_BITS = 17;

/* Words of levels D-5 to D-9 that a thread stores. */
struct tile_words {
    uvec4 fives; /* three of four lanes */
    uvec2 sixes; /* 14 of 16 */
    uint seven;
    uint upper; /* of D-8 18 lanes, of D-9 the 10 behind */
};

/* Where the tile's words of level D - below begin in the heap. */
uint tile_level(uint tile, uint below)
{
    return (below + 3 << DEPTH - below - 5) + tile * ((below + 1 << TILE_BITS - below) / 32);
}

/* D-5 of four words: 24 bits. Three lanes of a quad have a word of own bits and the next lane's. */
uint five_item(uvec4 counts)
{
    return counts.x | counts.y << 6 | counts.z << 12 | counts.w << 18;
}

uvec4 five_words(uvec4 items, uint lane)
{
    const uvec4 next = lane_read(items, lane + 1);
    const uint shift = 8 * (lane & 3);
    return items >> shift | next << 24 - min(shift, 16);
}

/* D-6 of four words: 14 bits. */
uint six_item(uvec4 counts)
{
    return counts.x + counts.y | counts.z + counts.w << 7;
}

/* Even lanes take over loads 0 and 1 of their neighbour, odd ones 2 and 3: items of 28 bits, of
 * which seven lanes of eight have a word. */
uvec2 six_words(uvec4 items, uint lane)
{
    const bool odd = (lane & 1) != 0;
    const uint low = items.x | items.y << 14, high = items.z | items.w << 14;
    const uint given = lane_read(mix(high, low, odd), lane ^ 1), kept = mix(low, high, odd);
    const uint left = mix(kept, given, odd), right = mix(given, kept, odd);
    const uvec2 own = uvec2(left & 0x3fff | (right & 0x3fff) << 14, left >> 14 | right >> 14 << 14);
    const uvec2 next = uvec2(lane_read(own.x, lane + 2), lane_read(own.y, lane + 2));
    const uint shift = 4 * (lane >> 1 & 7);
    return own >> shift | next << 28 - shift;
}

/* 18 words of D-8, of items of 18 bits, two nodes each; then 10 of D-9, of their sums. */
uint upper_word(uint item, uint lane)
{
    const bool nines = lane >= 18;
    const uint j = lane - mix(0, 18, nines), first = 16 * j / mix(9, 5, nines);
    const uvec4 items = uvec4(lane_read(item, first), lane_read(item, first + 1),
                              lane_read(item, first + 2), lane_read(item, first + 3));
    const uvec4 both = (items & 0x1ff) + (items >> 9);
    const uint s = 32 * j - first * mix(18, 10, nines), ten = 10 - min(s, 10);
    const uint of_eight = items.x >> s | items.y << 18 - s | items.z << 18 - s << 18;
    const uint of_nine = both.x >> s | both.y << ten | both.z << ten + 10 | both.w << ten + 20;
    return mix(of_eight, of_nine, nines);
}

/* All that asks other lanes; `nine` and `sum` are for sums_share(). */
tile_words tile_sum(uint lane, uvec4 a, uvec4 b, uvec4 c, uvec4 d, out uint nine, out uint sum)
{
    tile_words words;
    words.fives = five_words(uvec4(five_item(a), five_item(b), five_item(c), five_item(d)), lane);
    words.sixes = six_words(uvec4(six_item(a), six_item(b), six_item(c), six_item(d)), lane);
    words.seven =
        turn_bytes(four_sum(a) | four_sum(b) << 8 | four_sum(c) << 16 | four_sum(d) << 24, lane);
    const uint left = (words.seven & 0xff) + (words.seven >> 8 & 0xff);
    const uint right = (words.seven >> 16 & 0xff) + (words.seven >> 24);
    words.upper = upper_word(left | right << 9, lane);
    nine = left + right;
    sum = lane_sum(nine, lane);
    return words;
}

void tile_store_lower(uint tile, uint thread, tile_words words)
{
    const uint segment = thread >> 5, lane = thread & 31;
    if ((lane & 3) < 3) {
        const uint first = tile_level(tile, 5) + segment * 96 + (lane >> 2) * 3 + (lane & 3);
        heap[first] = words.fives.x;
        heap[first + 24] = words.fives.y;
        heap[first + 48] = words.fives.z;
        heap[first + 72] = words.fives.w;
    }
    if ((lane >> 1 & 7) < 7) {
        const uint first = tile_level(tile, 6) + segment * 56 + (lane & 1) * 28 + (lane >> 4) * 7 +
                           (lane >> 1 & 7);
        heap[first] = words.sixes.x;
        heap[first + 14] = words.sixes.y;
    }
    heap[tile_level(tile, 7) + thread] = words.seven;
    if (lane < 18)
        heap[tile_level(tile, 8) + segment * 18 + lane] = words.upper;
    else if (lane < 28)
        heap[tile_level(tile, 9) + segment * 10 + lane - 18] = words.upper;
}

/* Word j of level D - below, of 10 or more. */
void tile_store_word(uint tile, uint below, uint j)
{
    heap[tile_level(tile, below) + j] = sums_word(below + 1, below - 9, j);
}

/* Behind the barrier: 88 words, a level a segment or two, and scratch. */
void tile_store_upper(uint tile, uint thread)
{
    const uint segment = thread >> 5, lane = thread & 31;
    if (thread < 44)
        tile_store_word(tile, 10, thread);
    else if (segment == 2 && lane < 24)
        tile_store_word(tile, 11, lane);
    else if (segment == 3 && lane < 13)
        tile_store_word(tile, 12, lane);
    else if (segment == 4 && lane < 7)
        tile_store_word(tile, 13, lane);
    else if (segment == 5 && lane < 4)
        scratch[(1u << DEPTH - TILE_BITS) + 4 * tile + lane] =
            sums_node(64 * lane, 32) | sums_node(64 * lane + 32, 32) << 16;
    else if (thread == 192)
        scratch[tile] = sums_node(0, 256);
}

#endif
