/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_shuffle : require
/*
 * reduce_prefix_tile: nine levels at once, D-5 to D-13, from the bit field, a tile of 4096 words a
 * group: five of them within 32 lanes, by shuffles.
 *
 * Computes    for each node of these levels the number of set bits in its span; of each tile the
 *             sum, and its eight nodes of level D-14.
 * Bench       cbt.sum_reduction, variant prefix; baseline prepass.
 * Bindings    0 heap with its bit field; 1 the same, as uvec4; 2 scratch: a word per tile, its sum;
 *             then four per tile, its nodes of D-14 in 16 bits.
 * Constants   0 DEPTH (18 at least), 1 LAYOUT (packed; unused), 3 LANES: 0 shuffles, where
 *             subgroups are of a multiple of 32, or 1 shared memory.
 * Dispatch    2^(D-17) groups of 256, split over x and y.
 * Work        per tile: reads 16 KiB, writes 1789 words; one barrier, no atomics. Four loads of 16
 *             bytes a thread are under way at once, before anything else; stores of a subgroup are
 *             runs of words.
 * Error       none: integers.
 * Needs       subgroup_shuffle; 3 KiB of shared memory.
 * Source      contender: the packed scheme of Deliot et al. 2021.
 */
#include "cbt/heap_buffer.glsl"

layout(std430, binding = 1) readonly buffer HeapFours { uvec4 heap_fours[]; };

#include "cbt/prefix_tile_packed.glsl"

void main()
{
    const uint thread = lanes_thread(), tile = dispatch_group();
    const uint first = tile_first(tile, thread);
    const uvec4 a = heap_fours[first], b = heap_fours[first + 32];
    const uvec4 c = heap_fours[first + 64], d = heap_fours[first + 96];
    uint nine, sum;
    const tile_words words = tile_sum(thread & 31, uvec4(bitCount(a)), uvec4(bitCount(b)),
                                      uvec4(bitCount(c)), uvec4(bitCount(d)), nine, sum);
    sums_share(thread, nine, sum);
    tile_store_lower(tile, thread, words);
    barrier();
    tile_store_upper(tile, thread);
}
