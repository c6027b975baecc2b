/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * reduce_tile: seven levels at once, D-5 to D-11, from the bit field, a tile of 1024 words a group.
 *
 * Computes    for each node of these levels the number of set bits in its span.
 * Bench       cbt.sum_reduction, variants fused and dirty; baseline naive.
 * Bindings    0 heap with its bit field; 1 the same; 2 marks.
 * Constants   0 DEPTH (16 at least), 1 LAYOUT (packed), 2 LENGTH (0), 3 MARKED, 4
 *             TILES of a group.
 * Dispatch    2^(D-15) / TILES groups of 256, split over x and y; MARKED: indirect, a group per
 *             listed tile.
 * Work        per tile: reads 4096 bytes, writes 441 words; two barriers, no atomics. The
 *             next tile's words are loaded before the barriers. Bound by memory: 70 of every 100
 *             bytes moved are the bit field.
 * Error       none: integers.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      contender: the packed scheme of Deliot et al. 2021 with its passes fused.
 */
#include "cbt/heap_buffer.glsl"
#include "cbt/tile.glsl"

/*
 * Items of each thread: four 6-bit values, two 7-bit values, one 8-bit value; for two tiles in
 * turn, so that one need not wait until the other is stored.
 */
shared uint fives[512], sixes[512], sevens[512];
/* Items of four threads: two 9-bit values, one 10-bit value. */
shared uint eights[128], nines[128];

/* Word j of a row of items that are `width` bits wide. */
#define ASSEMBLE(word, item, width, j)                                                             \
    for (uint i = 32 * (j) / (width); i * (width) < 32 * (j) + 32; i++) {                          \
        const int shift = int(i * (width)) - int(32 * (j));                                        \
        word |= shift < 0 ? (item) >> -shift : (item) << shift;                                    \
    }

/*
 * D-5 by 192 threads; D-7 by the other 64, which sum on. `s` and `f` are where the tile's items of
 * a thread and of four threads begin.
 */
void store_first(uint tile, uint thread, uint s, uint f)
{
    if (thread < 192) {
        const uint item = s + thread / 3 * 4 + thread % 3, shift = 8 * (thread % 3);
        tile_store(tile, 5, thread, fives[item] >> shift | fives[item + 1] << 24 - shift);
        return;
    }
    const uint j = thread - 192, item = s + 4 * j;
    const uvec4 v = uvec4(sevens[item], sevens[item + 1], sevens[item + 2], sevens[item + 3]);
    tile_store(tile, 7, j, v.x | v.y << 8 | v.z << 16 | v.w << 24);
    eights[f + j] = v.x + v.y | v.z + v.w << 9;
    nines[f + j] = v.x + v.y + v.z + v.w;
}

void store_second(uint tile, uint thread, uint s, uint f)
{
    uint word = 0;
    if (thread < 112) {
        ASSEMBLE(word, sixes[s + i], 14, thread);
        tile_store(tile, 6, thread, word);
    } else if (thread < 128) {
        const uint j = thread - 112;
        if (j < 11) {
            ASSEMBLE(word, (nines[f + 2 * i] + nines[f + 2 * i + 1]), 11, j);
            tile_store(tile, 10, j, word);
        }
    } else if (thread < 160) {
        const uint j = thread - 128;
        if (j < 20) {
            ASSEMBLE(word, nines[f + i], 10, j);
            tile_store(tile, 9, j, word);
        }
    } else if (thread < 196) {
        const uint j = thread - 160;
        ASSEMBLE(word, eights[f + i], 18, j);
        tile_store(tile, 8, j, word);
    } else if (thread < 202) {
        const uint j = thread - 196;
        ASSEMBLE(word,
                 (nines[f + 4 * i] + nines[f + 4 * i + 1] + nines[f + 4 * i + 2] +
                  nines[f + 4 * i + 3]),
                 12, j);
        tile_store(tile, 11, j, word);
    }
}

void main()
{
    const uint thread = gl_LocalInvocationIndex;
    uvec4 words = tile_words(tile_index(0));
    for (uint k = 0; k < TILES; k++) {
        const uint tile = tile_index(k), s = 256 * (k & 1), f = 64 * (k & 1);
        const uvec4 counts = uvec4(bitCount(words));
        fives[s + thread] = counts.x | counts.y << 6 | counts.z << 12 | counts.w << 18;
        sixes[s + thread] = counts.x + counts.y | counts.z + counts.w << 7;
        sevens[s + thread] = counts.x + counts.y + counts.z + counts.w;
        if (k + 1 < TILES)
            words = tile_words(tile_index(k + 1));
        barrier();
        store_first(tile, thread, s, f);
        barrier();
        store_second(tile, thread, s, f);
    }
}
