/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_shuffle : require
/*
 * reduce_prefix_upper: all levels above those of reduce_prefix_tile and reduce_prefix_full, at
 * once, from the sums that these leave: by groups that wait for nobody.
 *
 * Computes    levels D-14 to 0, and the header.
 * Bench       cbt.sum_reduction, variants prefix and prefix_full; baseline prepass.
 * Bindings    0 heap; 2 scratch of prefix_tile_packed.glsl; 3 the same, as uvec4.
 * Constants   0 DEPTH (18 at least), 1 LAYOUT (packed or full; unused), 3 LANES: 0 shuffles, where
 *             subgroups are of a multiple of 32, or 1 shared memory.
 * Dispatch    a group for the top; from D = 23 on one for 1024 tiles of 2^17 leaves, at least one;
 *             from D = 19 on one for 32 tiles, at least one. All of 256, split over x and y.
 * Work        reads 20 bytes per tile, and 8 of them again; writes the levels. Two barriers, no
 *             atomics but in shared memory.
 * Error       none: integers.
 * Needs       subgroup_shuffle; 5 KiB of shared memory.
 * Source      contender: the packed scheme of Deliot et al. 2021.
 */
#include "cbt/heap_buffer.glsl"

layout(std430, binding = 2) readonly buffer Scratch { uint scratch[]; };
layout(std430, binding = 3) readonly buffer ScratchFours { uvec4 scratch_fours[]; };

/* Levels 0 to 4 share words. */
const uint TOP = DEPTH > 27 ? DEPTH - 23 : 4;

#include "cbt/prefix_upper.glsl"

uvec4 tile_fours(uint i)
{
    return scratch_fours[i];
}

/* Values of the top group: a sum of tiles each, or from trees of less than 32 tiles nodes of D-14;
 * and of a group below, 256 of these. */
const bool TOP_OF_TILES = DEPTH >= 22;
const uint TOP_BITS = TOP_OF_TILES ? MIDDLE_BITS : DEPTH - 14;
const uint LOWER_BITS = DEPTH > 22 ? 8 : DEPTH - 14;

/* Words of levels 0 to TOP: 200 at D = 30. */
shared uint top_words[256];

/* Two neighbouring nodes of level D-14. */
uvec2 eighth_pair(uint pair)
{
    const uint word = scratch[(1u << TILE_LEVEL) + pair];
    return uvec2(word & 0xffff, word >> 16);
}

/* The thread's values. Threads beyond them read what others do. */
uvec2 values_load(uint group, uint thread)
{
    uvec2 pair;
    uint bits;
    if (group == 0) {
        bits = TOP_BITS;
        const uint at = min(thread, pairs_of(bits) - 1);
        pair = TOP_OF_TILES ? tile_pair(at, 1u << max(TILE_LEVEL, 10) - 10) : eighth_pair(at);
    } else if (group <= MIDDLES) {
        bits = MIDDLE_BITS;
        pair = tile_pair(256 * (group - 1) + min(thread, pairs_of(bits) - 1), 1);
    } else {
        bits = LOWER_BITS;
        pair = eighth_pair(128 * (group - 1 - MIDDLES) + min(thread, pairs_of(bits) - 1));
    }
    return pair * uint(thread < pairs_of(bits));
}

/* Words that a group has of level D - below, of 2^bits nodes; none where the top has the level. */
uint level_words(uint below, uint bits)
{
    return DEPTH - below > TOP ? (below + 1 << bits) / 32 : 0;
}

/* Word j of them; a node of the level is 2^log2 values. */
void store_word(uint group, uint below, uint bits, uint log2, uint j)
{
    heap[(below + 3 << DEPTH - below - 5) + group * level_words(below, bits) + j] =
        sums_word(below + 1, log2, j);
}

/* The words of a group's levels from D - below on, of 2^bits nodes and less, lie one behind the
 * other; word j of them. The level is found in a loop, so that there is one copy of what makes a
 * word: where caches are cold, so is the code. */
void store_levels(uint group, uint below, uint bits, uint levels, uint j)
{
    uint log2 = 0, words = level_words(below, bits);
    while (j >= words && log2 + 1 < levels) {
        j -= words;
        log2++;
        words = bits < log2 ? 0 : level_words(below + log2, bits - log2);
    }
    if (j < words)
        store_word(group, below + log2, bits - log2, log2, j);
}

/* D-14 to D-17 of 32 tiles: 236 words at most. */
void store_lower(uint group, uint thread)
{
    store_levels(group, 14, LOWER_BITS, 4, thread);
}

/* D-18 to D-22 of 1024 tiles: 615 words at most. */
void store_middle(uint group, uint thread)
{
    for (uint first = thread; first < 768; first += 256)
        store_levels(group, 18, MIDDLE_BITS, 5, first);
}

/* A node a thread; behind the next barrier they are words. */
void top_share(uint node)
{
    if (node == 0) {
        atomicOr(top_words[0], 1u << DEPTH);
    } else if (node < 2u << TOP) {
        const uint level = uint(findMSB(node)), width = DEPTH + 1 - level;
        const uint count = 1u << TOP_BITS - level;
        const uint value = sums_node((node - (1u << level)) * count, count);
        const uint address = (2u << level) + node * width, shift = address & 31;
        atomicOr(top_words[address >> 5], value << shift);
        if (shift + width > 32)
            atomicOr(top_words[(address >> 5) + 1], value >> 32 - shift);
    }
}

void main()
{
    const uint thread = lanes_thread(), group = dispatch_group();
    const uvec2 pair = values_load(group, thread);
    values_share(thread, pair);
    top_words[thread] = 0;
    barrier();
    if (group == 0) {
        top_share(thread);
        barrier();
        if (thread < (DEPTH + 2 - TOP << TOP + 1) / 32)
            heap[thread] = top_words[thread];
    } else if (group <= MIDDLES) {
        store_middle(group - 1, thread);
    } else {
        store_lower(group - 1 - MIDDLES, thread);
    }
}
