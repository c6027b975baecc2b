/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * reduce_tile: seven levels at once, D-5 to D-11, from the bit field, a tile of 1024 words a group.
 *
 * Computes    for each node of these levels the number of set bits in its span.
 * Bench       cbt.sum_reduction, variants fused and dirty; baseline naive.
 * Bindings    0 heap with its bit field; 1 the same; 2 marks.
 * Constants   0 DEPTH (16 at least), 1 LAYOUT (packed), 2 LENGTH (0), 3 MARKED.
 * Dispatch    2^(D-15) groups of 256, split over x and y; MARKED: indirect, a group per listed
 *             tile.
 * Work        per tile: reads 4096 bytes, writes 441 words; two barriers, no atomics. Bound by
 *             memory: 64 of every 100 bytes moved are the bit field.
 * Error       none: integers.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      contender: the packed scheme of Deliot et al. 2021 with its passes fused.
 */
#include "cbt/heap_buffer.glsl"
#include "cbt/tile.glsl"

/* Items of each thread: four 6-bit values, two 7-bit values, one 8-bit value. */
shared uint fives[256], sixes[256], sevens[256];
/* Items of four threads: two 9-bit values, one 10-bit value. */
shared uint eights[64], nines[64];

/* Word j of a row of items that are `width` bits wide. */
#define ASSEMBLE(word, item, width, j)                                                             \
    for (uint i = 32 * (j) / (width); i * (width) < 32 * (j) + 32; i++) {                          \
        const int shift = int(i * (width)) - int(32 * (j));                                        \
        word |= shift < 0 ? (item) >> -shift : (item) << shift;                                    \
    }

/* 1 and 2: D-5 by 192 threads; D-7 by the other 64, which sum on. */
void store_first(uint tile, uint thread)
{
    if (thread < 192) {
        const uint item = thread / 3 * 4 + thread % 3, shift = 8 * (thread % 3);
        tile_store(tile, 5, thread, fives[item] >> shift | fives[item + 1] << 24 - shift);
        return;
    }
    const uint j = thread - 192;
    const uvec4 s = uvec4(sevens[4 * j], sevens[4 * j + 1], sevens[4 * j + 2], sevens[4 * j + 3]);
    tile_store(tile, 7, j, s.x | s.y << 8 | s.z << 16 | s.w << 24);
    eights[j] = s.x + s.y | s.z + s.w << 9;
    nines[j] = s.x + s.y + s.z + s.w;
}

void store_second(uint tile, uint thread)
{
    uint word = 0;
    if (thread < 112) {
        ASSEMBLE(word, sixes[i], 14, thread);
        tile_store(tile, 6, thread, word);
    } else if (thread < 128) {
        const uint j = thread - 112;
        if (j < 11) {
            ASSEMBLE(word, (nines[2 * i] + nines[2 * i + 1]), 11, j);
            tile_store(tile, 10, j, word);
        }
    } else if (thread < 160) {
        const uint j = thread - 128;
        if (j < 20) {
            ASSEMBLE(word, nines[i], 10, j);
            tile_store(tile, 9, j, word);
        }
    } else if (thread < 196) {
        const uint j = thread - 160;
        ASSEMBLE(word, eights[i], 18, j);
        tile_store(tile, 8, j, word);
    } else if (thread < 202) {
        const uint j = thread - 196;
        ASSEMBLE(word, (nines[4 * i] + nines[4 * i + 1] + nines[4 * i + 2] + nines[4 * i + 3]), 12,
                 j);
        tile_store(tile, 11, j, word);
    }
}

void main()
{
    const uint thread = gl_LocalInvocationIndex, tile = tile_index();
    const uvec4 counts = uvec4(bitCount(tile_words(tile)));
    fives[thread] = counts.x | counts.y << 6 | counts.z << 12 | counts.w << 18;
    sixes[thread] = counts.x + counts.y | counts.z + counts.w << 7;
    sevens[thread] = counts.x + counts.y + counts.z + counts.w;
    barrier();
    store_first(tile, thread);
    barrier();
    store_second(tile, thread);
}
