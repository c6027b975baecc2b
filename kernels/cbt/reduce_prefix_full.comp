/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_shuffle : require
/*
 * reduce_prefix_full: reduce_prefix_tile with the levels that its layout leaves out: thirteen at
 * once, D-1 to D-13, from the bit field, a tile of 4096 words a group.
 *
 * Computes    for each node of these levels the number of set bits in its span; of each tile the
 *             sum, and its eight nodes of level D-14.
 * Bench       cbt.sum_reduction, variant prefix_full; baseline prepass.
 * Bindings    0 heap with its bit field; 1 the same, as uvec4; 2 scratch of
 *             prefix_tile_packed.glsl; 4 the heap, as uvec2.
 * Constants   0 DEPTH (18 at least), 1 LAYOUT (full; unused), 3 LANES: 0 shuffles, where
 *             subgroups are of a multiple of 32, or 1 shared memory.
 * Dispatch    2^(D-17) groups of 256, split over x and y.
 * Work        per tile: reads 16 KiB, writes 12285 words; one barrier, no atomics. Bound by
 *             writing: levels D-1 to D-3 are 75 of every 100 bytes written, in stores of 16 and 8
 *             bytes a lane.
 * Error       none: integers.
 * Needs       subgroup_shuffle; 11 KiB of shared memory.
 * Source      contender: the layout of Dupuy 2020, written without atomics.
 */
#include "cbt/heap_buffer.glsl"

layout(std430, binding = 1) buffer HeapFours { uvec4 heap_fours[]; };
layout(std430, binding = 4) writeonly buffer HeapTwos { uvec2 heap_twos[]; };

#include "cbt/prefix_tile_packed.glsl"

/* Level D-4 of two words each, 20 bits; the last word of it looks beyond its items, and takes
 * nothing from there. */
shared uint fours[2048 + 1];

/* Sums of two bits of each word, of which D-1 is made as it is stored. */
uvec4 pair_sums(uvec4 bits)
{
    return (bits & 0x55555555u) + (bits >> 1 & 0x55555555u);
}

/* Sums four bits, in four bits each. */
uvec4 four_sums(uvec4 pairs)
{
    return (pairs & 0x33333333u) + (pairs >> 2 & 0x33333333u);
}

/* Sums eight bits, in eight bits each. */
uvec4 eight_sums(uvec4 quads)
{
    return (quads & 0x0f0f0f0fu) + (quads >> 4 & 0x0f0f0f0fu);
}

/* D-2 of four words: eight values of three bits a word, 96 bits. */
uvec3 two_words(uvec4 quads)
{
    const uvec4 six = quads & 0x07070707u | quads >> 1 & 0x38383838u;
    const uvec4 twelve = six & 0x003f003fu | six >> 2 & 0x0fc00fc0u;
    const uvec4 all = twelve & 0xfff | twelve >> 4 & 0xfff000;
    return uvec3(all.x | all.y << 24, all.y >> 8 | all.z << 16, all.z >> 16 | all.w << 8);
}

/* Packs them: three lanes of a quad have four consecutive words, their own and the next lane's. */
uvec4 two_fours(uvec3 own, uint lane)
{
    const uvec3 next =
        uvec3(lane_read(own.x, lane + 1), lane_read(own.y, lane + 1), lane_read(own.z, lane + 1));
    const bvec4 second = bvec4((lane & 1) != 0), third = bvec4((lane & 2) != 0);
    const uvec4 moved = mix(uvec4(own, next.x), uvec4(own.yz, next.xy), second);
    return mix(moved, uvec4(own.z, next), third);
}

/* D-3: four values of four bits a word. */
uvec2 three_words(uvec4 eights)
{
    const uvec4 close = eights & 0x000f000fu | eights >> 4 & 0x00f000f0u;
    const uvec4 all = close & 0xff | close >> 8 & 0xff00;
    return uvec2(all.x | all.y << 16, all.z | all.w << 16);
}

/* D-4: two values of five bits a word. */
void fours_share(uint at, uvec4 sixteens)
{
    const uvec4 items = sixteens & 0x1f | sixteens >> 11 & 0x3e0;
    fours[2 * at] = items.x | items.y << 10;
    fours[2 * at + 1] = items.z | items.w << 10;
}

/* The words of D-1, D-3 and, in shared memory, D-4 of a load, the at-th of the tile; its counts,
 * and D-2 in `twos`. */
uvec4 store_load(uint tile, uint at, uvec4 bits, out uvec3 twos)
{
    const uvec4 pairs = pair_sums(bits), quads = four_sums(pairs), eights = eight_sums(quads);
    const uvec4 sixteens = (eights & 0x00ff00ffu) + (eights >> 8 & 0x00ff00ffu);
    heap_fours[tile_level(tile, 1) / 4 + at] = pairs;
    heap_twos[tile_level(tile, 3) / 2 + at] = three_words(eights);
    fours_share(at, sixteens);
    twos = two_words(quads);
    return (sixteens & 0xff) + (sixteens >> 16);
}

/* Behind the barrier: 1280 words. */
void store_fours(uint tile, uint thread)
{
    for (uint j = thread; j < 1280; j += 256) {
        const uint i = 8 * j / 5, s = 32 * j - 20 * i;
        heap[tile_level(tile, 4) + j] =
            fours[i] >> s | fours[i + 1] << 20 - s | fours[i + 2] << 20 - s << 20;
    }
}

void main()
{
    const uint thread = lanes_thread(), lane = thread & 31, tile = dispatch_group();
    const uint first = tile_first(tile, thread), at = (thread >> 5) * 128 + lane;
    const uvec4 a = heap_fours[first], b = heap_fours[first + 32];
    const uvec4 c = heap_fours[first + 64], d = heap_fours[first + 96];
    uvec3 twos_a, twos_b, twos_c, twos_d;
    const uvec4 counts_a = store_load(tile, at, a, twos_a);
    const uvec4 counts_b = store_load(tile, at + 32, b, twos_b);
    const uvec4 counts_c = store_load(tile, at + 64, c, twos_c);
    const uvec4 counts_d = store_load(tile, at + 96, d, twos_d);
    const uvec4 fours_a = two_fours(twos_a, lane), fours_b = two_fours(twos_b, lane);
    const uvec4 fours_c = two_fours(twos_c, lane), fours_d = two_fours(twos_d, lane);
    uint nine, sum;
    const tile_words words = tile_sum(lane, counts_a, counts_b, counts_c, counts_d, nine, sum);
    sums_share(thread, nine, sum);
    if ((lane & 3) < 3) {
        const uint stored =
            tile_level(tile, 2) / 4 + (thread >> 5) * 96 + (lane >> 2) * 3 + (lane & 3);
        heap_fours[stored] = fours_a;
        heap_fours[stored + 24] = fours_b;
        heap_fours[stored + 48] = fours_c;
        heap_fours[stored + 72] = fours_d;
    }
    tile_store_lower(tile, thread, words);
    barrier();
    store_fours(tile, thread);
    tile_store_upper(tile, thread);
}
