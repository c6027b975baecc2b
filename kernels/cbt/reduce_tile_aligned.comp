/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * reduce_tile_aligned: levels D-7 to D-11 from the bit field, in values of 8 and 16 bits that
 * straddle no word.
 *
 * Computes    for each node of these levels the number of set bits in its span.
 * Bench       cbt.sum_reduction, variant aligned; baseline naive.
 * Bindings    0 heap with its bit field; 1 the same.
 * Constants   0 DEPTH (16 at least), 1 LAYOUT (aligned), 2 LENGTH (0).
 * Dispatch    2^(D-15) groups of 256, split over x and y.
 * Work        per tile: reads 4096 bytes, writes 184 words; one barrier, no atomics. Bound by
 *             reading.
 * Error       none: integers.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      contender; the widths are those of the public code for Benyoub and Dupuy 2024.
 */
#include "cbt/heap_buffer.glsl"
#include "cbt/tile.glsl"

shared uint sevens[256];

/* Sum of `count` threads' values. */
uint sum(uint first, uint count)
{
    uint total = 0;
    for (uint i = 0; i < count; i++)
        total += sevens[first + i];
    return total;
}

void main()
{
    const uint thread = gl_LocalInvocationIndex, tile = dispatch_group();
    const ivec4 counts = bitCount(tile_words(tile));
    sevens[thread] = uint(counts.x + counts.y + counts.z + counts.w);
    barrier();
    if (thread < 64) {
        const uint j = thread, s = 4 * j;
        tile_store(tile, 7, j,
                   sevens[s] | sevens[s + 1] << 8 | sevens[s + 2] << 16 | sevens[s + 3] << 24);
    } else if (thread < 128) {
        const uint j = thread - 64;
        tile_store(tile, 8, j, sum(4 * j, 2) | sum(4 * j + 2, 2) << 16);
    } else if (thread < 160) {
        const uint j = thread - 128;
        tile_store(tile, 9, j, sum(8 * j, 4) | sum(8 * j + 4, 4) << 16);
    } else if (thread < 176) {
        const uint j = thread - 160;
        tile_store(tile, 10, j, sum(16 * j, 8) | sum(16 * j + 8, 8) << 16);
    } else if (thread >= 192 && thread < 200) {
        const uint j = thread - 192;
        tile_store(tile, 11, j, sum(32 * j, 16) | sum(32 * j + 16, 16) << 16);
    }
}
