/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * reduce_tile_aligned: levels D-7 to D-13 from the bit field, in values of 8 and 16 bits that
 * straddle no word, a tile of 4096 words a group.
 *
 * Computes    for each node of these levels the number of set bits in its span.
 * Bench       cbt.sum_reduction, variant aligned; baseline prepass.
 * Bindings    0 heap with its bit field; 1 the same, as uvec4.
 * Constants   0 DEPTH (18 at least), 1 LAYOUT (aligned).
 * Dispatch    2^(D-17) groups of 256, split over x and y.
 * Work        per tile: reads 16 KiB, writes 760 words; three barriers, no atomics. Bound by
 *             reading: four loads of 16 bytes a thread are under way at once.
 * Error       none: integers.
 * Needs       nothing beyond Vulkan 1.3; 7 KiB of shared memory.
 * Source      contender; the widths are those of the public code for Benyoub and Dupuy 2024.
 */
layout(local_size_x = 256) in;

#include "cbt/heap_buffer.glsl"

layout(std430, binding = 1) readonly buffer HeapFours { uvec4 heap_fours[]; };

const uint TILE_BITS = 17;

/* D-7, four neighbouring words a value; a gap every 32 keeps banks apart. D-9, a value per thread.
 * D-10 to D-13 as a heap: D-13 begins at 16. */
shared uint sevens[1024 + 32], nines[256], upper[256];

/* Stores word j of what the tile has of level D - below. */
void tile_store(uint tile, uint below, uint j, uint word)
{
    const uint level = DEPTH - below, width = heap_level_width(level);
    const uint first = (heap_level_origin(level) + (width << level)) / 32;
    heap[first + tile * ((width << TILE_BITS - below) / 32) + j] = word;
}

uint count(uvec4 words)
{
    const uvec4 counts = uvec4(bitCount(words));
    return counts.x + counts.y + counts.z + counts.w;
}

void count_words(uint tile, uint thread)
{
    const uint first = (heap_bitfield_word() >> 2) + tile * 1024 + thread;
    const uvec4 a = heap_fours[first], b = heap_fours[first + 256];
    const uvec4 c = heap_fours[first + 512], d = heap_fours[first + 768];
    const uint at = thread + (thread >> 5);
    sevens[at] = count(a);
    sevens[at + 264] = count(b);
    sevens[at + 528] = count(c);
    sevens[at + 792] = count(d);
}

/* The thread's 16 words: a word of D-7 and one of D-8. */
void sum_words(uint tile, uint thread)
{
    const uint at = 4 * thread + (thread >> 3);
    const uvec4 v = uvec4(sevens[at], sevens[at + 1], sevens[at + 2], sevens[at + 3]);
    tile_store(tile, 7, thread, v.x | v.y << 8 | v.z << 16 | v.w << 24);
    tile_store(tile, 8, thread, v.x + v.y | v.z + v.w << 16);
    nines[thread] = v.x + v.y + v.z + v.w;
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

void main()
{
    const uint thread = gl_LocalInvocationIndex, tile = dispatch_group();
    count_words(tile, thread);
    barrier();
    sum_words(tile, thread);
    barrier();
    if (thread < 128)
        tile_store(tile, 9, thread, nines[2 * thread] | nines[2 * thread + 1] << 16);
    else if (thread >= 240)
        sum_upper(thread - 240);
    barrier();
    /* Words of D-10 to D-13 lie as their pairs do in the heap: 64, 32, 16 and 8 of them. */
    if (thread < 8 || thread >= 128)
        return;
    const uint below = 9 + 7 - uint(findMSB(thread));
    tile_store(tile, below, thread - (1u << findMSB(thread)),
               upper[2 * thread] | upper[2 * thread + 1] << 16);
}
