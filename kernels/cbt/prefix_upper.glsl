/* SPDX-License-Identifier: MIT */
/*
 * prefix_upper.glsl: the levels above tiles by groups that need nothing of each other. Each takes
 * 512 values, two a thread, from what tiles have left, sums them up once, and has each node of each
 * of its levels as a difference of two sums.
 *
 *   the first group    the top: level TOP and all above it, to the root
 *   MIDDLES behind it  of 1024 tiles each levels D-18 to D-22, or what of them the top leaves
 *
 * The includer says before what TOP is, and behind what tiles 4i to 4i+3 are: tile_fours(uint i).
 */
#ifndef CBT_PREFIX_UPPER_GLSL
#define CBT_PREFIX_UPPER_GLSL

/* Two values a lane. */
const uint SEGMENT_BITS = 6;

#include "cbt/prefix_sums.glsl"

const uint TILE_LEVEL = DEPTH - 17;

/* Values of a middle group: sums of two tiles each. */
const uint MIDDLE_BITS = TILE_LEVEL > 10 ? 9 : TILE_LEVEL - 1;
const uint MIDDLES = TILE_LEVEL <= TOP + 1 ? 0 : TILE_LEVEL > 10 ? 1u << TILE_LEVEL - 10 : 1;

/* Threads that have two values, of 2^bits in all; of one value, the second is 0. */
uint pairs_of(uint bits)
{
    return (1u << bits) + 1 >> 1;
}

uvec4 tile_fours(uint i);

/* Two neighbouring values, of `fours` / 2 tiles each, fours a power of two; 1: of two tiles. */
uvec2 tile_pair(uint pair, uint fours)
{
    uvec4 left = tile_fours(pair * fours), right = uvec4(0);
    if (fours == 1)
        return uvec2(left.x + left.y, left.z + left.w);
    for (uint i = 1; i < fours / 2; i++)
        left += tile_fours(pair * fours + i);
    for (uint i = fours / 2; i < fours; i++)
        right += tile_fours(pair * fours + i);
    return uvec2(left.x + left.y + left.z + left.w, right.x + right.y + right.z + right.w);
}

/* The thread's two values, shared with their sums behind the next barrier. */
void values_share(uint thread, uvec2 pair)
{
    const uint lane = thread & 31, slot = SEGMENT_SLOTS * (thread >> 5) + 2 * lane;
    const uint sum = lane_sum(pair.x + pair.y, lane), before = sum - pair.x - pair.y;
    sums[slot] = before;
    sums[slot + 1] = before + pair.x;
    if (lane == 31)
        sums[slot + 2] = sum;
}

#endif
