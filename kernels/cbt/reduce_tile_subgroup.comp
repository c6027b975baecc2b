/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
/*
 * reduce_tile_subgroup: seven levels at once from tiles of 1024 words, with shuffles between four
 * neighbouring threads in place of some shared memory and a barrier.
 *
 * Computes    levels D-5 to D-11 from the bit field, a tile of 1024 words a group.
 * Bench       cbt.sum_reduction, variant subgroup; baseline prepass.
 * Bindings    0 heap with its bit field; 1 the same.
 * Constants   0 DEPTH (16 at least), 1 LAYOUT (packed).
 * Dispatch    2^(D-15) groups of 256, split over x and y.
 * Work        per tile: reads 4096 bytes, writes 441 words; one barrier, no atomics.
 * Error       none: integers.
 * Needs       subgroup_shuffle; subgroups of four threads at least.
 * Source      contender.
 */
#include "cbt/heap_buffer.glsl"
#include "cbt/tile.glsl"

shared uint sixes[256], eights[64], nines[64];

#define ASSEMBLE(word, item, width, j)                                                             \
    for (uint i = 32 * (j) / (width); i * (width) < 32 * (j) + 32; i++) {                          \
        const int shift = int(i * (width)) - int(32 * (j));                                        \
        word |= shift < 0 ? (item) >> -shift : (item) << shift;                                    \
    }

/* D-5, D-7, and the sums of four threads. */
void store_first(uint tile, uint thread, uvec4 counts)
{
    const uint five = counts.x | counts.y << 6 | counts.z << 12 | counts.w << 18;
    const uint seven = counts.x + counts.y + counts.z + counts.w;
    const uint next = subgroupShuffleXor(five, 1), lane = thread & 3;
    /* The item of the next thread: of lane 1 it is two lanes on. */
    const uint after_one = subgroupShuffle(five, gl_SubgroupInvocationID & ~3u | 2);
    const uint shift = 8 * lane;
    if (lane < 3)
        tile_store(tile, 5, thread / 4 * 3 + lane,
                   five >> shift | (lane == 1 ? after_one : next) << 24 - shift);
    const uint pair = seven + subgroupShuffleXor(seven, 1);
    const uint four = pair + subgroupShuffleXor(pair, 2);
    uint bytes = seven << 8 * lane;
    bytes |= subgroupShuffleXor(bytes, 1);
    bytes |= subgroupShuffleXor(bytes, 2);
    const uint pairs = subgroupShuffleXor(pair, 2);
    if (lane != 0)
        return;
    tile_store(tile, 7, thread / 4, bytes);
    eights[thread / 4] = pair | pairs << 9;
    nines[thread / 4] = four;
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
    const uint thread = gl_LocalInvocationIndex, tile = dispatch_group();
    const uvec4 counts = uvec4(bitCount(tile_words(tile)));
    sixes[thread] = counts.x + counts.y | counts.z + counts.w << 7;
    store_first(tile, thread, counts);
    barrier();
    store_second(tile, thread);
}
