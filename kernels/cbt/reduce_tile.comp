/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * reduce_tile: nine levels at once, D-5 to D-13, from the bit field, a tile of 4096 words a group.
 *
 * Computes    for each node of these levels the number of set bits in its span.
 * Bench       cbt.sum_reduction, variants fused and dirty; baseline prepass.
 * Bindings    0 heap with its bit field; 1 the same, as uvec4; 2 marks (update.glsl), read where
 *             MARKED.
 * Constants   0 DEPTH (18 at least), 1 LAYOUT (packed; unused), 3 MARKED: 1 takes the
 *             tiles from the list in marks, without it all of them in order.
 * Dispatch    2^(D-17) groups of 256, split over x and y; MARKED: indirect, a group per listed
 *             tile.
 * Work        per tile: reads 16 KiB, writes 1784 words; three barriers, no atomics. Bound by
 *             memory: 70 of every 100 bytes moved are the bit field. Four loads of 16 bytes a
 *             thread are under way at once; every store of a warp is a run of words.
 * Error       none: integers.
 * Needs       nothing beyond Vulkan 1.3; 13 KiB of shared memory.
 * Source      contender: the packed scheme of Deliot et al. 2021 with its passes fused.
 */
layout(local_size_x = 256) in;

#include "cbt/heap_buffer.glsl"

layout(std430, binding = 1) readonly buffer HeapFours { uvec4 heap_fours[]; };
layout(std430, binding = 2) readonly buffer Marks { uint marks[]; };

layout(constant_id = 3) const uint MARKED = 0;

const uint MARKS_LIST = 4, TILE_BITS = 17;

/* Four 6-bit values each, of four neighbouring words; a gap every 32 keeps banks apart. */
shared uint counts[1024 + 32];
/* Level D-5 as it is stored, and items of each thread, which owns 16 words: twice two 7-bit values,
 * two 9-bit values, one 10-bit value. */
shared uint fives[768], sixes[512], eights[256], nines[256];
/* Levels D-10 to D-13 as a heap: D-13 begins at 16. */
shared uint upper[256];

/* Word j of a row of items that are `width` bits wide. */
#define ASSEMBLE(word, item, width, j)                                                             \
    for (uint i = 32 * (j) / (width); i * (width) < 32 * (j) + 32; i++) {                          \
        const int shift = int(i * (width)) - int(32 * (j));                                        \
        word |= shift < 0 ? (item) >> -shift : (item) << shift;                                    \
    }

/* Stores word j of what the tile has of level D - below. */
void tile_store(uint tile, uint below, uint j, uint word)
{
    const uint level = DEPTH - below, width = below + 1, nodes = 1u << TILE_BITS - below;
    heap[((2u << level) + (width << level)) / 32 + tile * (nodes * width / 32) + j] = word;
}

void count_words(uint tile, uint thread)
{
    const uint first = (heap_bitfield_word() >> 2) + tile * 1024 + thread;
    const uvec4 a = heap_fours[first], b = heap_fours[first + 256];
    const uvec4 c = heap_fours[first + 512], d = heap_fours[first + 768];
    const uvec4 shifts = uvec4(0, 6, 12, 18);
    const uvec4 packed_a = uvec4(bitCount(a)) << shifts, packed_b = uvec4(bitCount(b)) << shifts;
    const uvec4 packed_c = uvec4(bitCount(c)) << shifts, packed_d = uvec4(bitCount(d)) << shifts;
    const uint at = thread + (thread >> 5);
    counts[at] = packed_a.x | packed_a.y | packed_a.z | packed_a.w;
    counts[at + 264] = packed_b.x | packed_b.y | packed_b.z | packed_b.w;
    counts[at + 528] = packed_c.x | packed_c.y | packed_c.z | packed_c.w;
    counts[at + 792] = packed_d.x | packed_d.y | packed_d.z | packed_d.w;
}

/* The thread's 16 words: D-7 is a word of its own. */
void sum_words(uint tile, uint thread)
{
    const uint at = 4 * thread + (thread >> 3);
    const uvec4 v = uvec4(counts[at], counts[at + 1], counts[at + 2], counts[at + 3]);
    fives[3 * thread] = v.x | v.y << 24;
    fives[3 * thread + 1] = v.y >> 8 | v.z << 16;
    fives[3 * thread + 2] = v.z >> 16 | v.w << 8;
    /* Two sums of two, 12 bits apart. */
    const uvec4 s = (v & 0x3f03f) + (v >> 6 & 0x3f03f), low = s & 0x7f, high = s >> 12;
    const uvec4 pairs = low | high << 7, sevens = low + high;
    sixes[2 * thread] = pairs.x | pairs.y << 14;
    sixes[2 * thread + 1] = pairs.z | pairs.w << 14;
    tile_store(tile, 7, thread, sevens.x | sevens.y << 8 | sevens.z << 16 | sevens.w << 24);
    const uint left = sevens.x + sevens.y, right = sevens.z + sevens.w;
    eights[thread] = left | right << 9;
    nines[thread] = left + right;
}

/* D-10 to D-13, a node of D-13 per thread. */
void sum_upper(uint k)
{
    uint total = 0;
    for (uint quarter = 0; quarter < 4; quarter++) {
        const uint n = 16 * k + 4 * quarter;
        const uint left = nines[n] + nines[n + 1], right = nines[n + 2] + nines[n + 3];
        upper[128 + n / 2] = left;
        upper[128 + n / 2 + 1] = right;
        upper[64 + n / 4] = left + right;
        total += left + right;
        if ((quarter & 1) != 0)
            upper[32 + n / 8] = upper[64 + n / 4 - 1] + left + right;
    }
    upper[16 + k] = total;
}

void store_lower(uint tile, uint thread)
{
    for (uint j = thread; j < 768; j += 256)
        tile_store(tile, 5, j, fives[j]);
    for (uint j = thread; j < 448; j += 256) {
        const uint i = 8 * j / 7, shift = 4 * (8 * j % 7);
        tile_store(tile, 6, j, sixes[i] >> shift | sixes[i + 1] << 28 - shift);
    }
    uint word = 0;
    if (thread < 144) {
        ASSEMBLE(word, eights[i], 18, thread);
        tile_store(tile, 8, thread, word);
    } else if (thread >= 160 && thread < 240) {
        const uint j = thread - 160;
        ASSEMBLE(word, nines[i], 10, j);
        tile_store(tile, 9, j, word);
    } else if (thread >= 240) {
        sum_upper(thread - 240);
    }
}

void store_upper(uint tile, uint thread)
{
    const uint below = thread < 64 ? 10 : thread < 96 ? 11 : thread < 128 ? 12 : 13;
    const uint first = thread < 64 ? 0 : thread < 96 ? 64 : thread < 128 ? 96 : 128;
    const uint j = thread - first, width = below + 1, nodes = 1u << TILE_BITS - below;
    if (j >= nodes * width / 32)
        return;
    uint word = 0;
    ASSEMBLE(word, upper[nodes + i], width, j);
    tile_store(tile, below, j, word);
}

void main()
{
    const uint thread = gl_LocalInvocationIndex;
    const uint tile = MARKED != 0 ? marks[MARKS_LIST + dispatch_group()] : dispatch_group();
    count_words(tile, thread);
    barrier();
    sum_words(tile, thread);
    barrier();
    store_lower(tile, thread);
    barrier();
    store_upper(tile, thread);
}
