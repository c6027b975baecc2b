/* SPDX-License-Identifier: MIT */
/*
 * prefix_sums.glsl: prefix sums of a group's values in shared memory, of which each node above them
 * is a difference: no level waits for another.
 *
 * The includer says before: SEGMENT_BITS, 2^that many values for 32 lanes.
 */
#ifndef CBT_PREFIX_SUMS_GLSL
#define CBT_PREFIX_SUMS_GLSL

#include "cbt/lanes.glsl"

/* Prefix sums of each segment, before each of its values, and its total. */
const uint SEGMENT = 1u << SEGMENT_BITS, SEGMENT_SLOTS = SEGMENT + 1;
shared uint sums[8 * SEGMENT_SLOTS];

/* The sum of `count` values, a power of two, from a multiple of it on. */
uint sums_node(uint first, uint count)
{
    const uint slot = first + (first >> SEGMENT_BITS);
    if (count <= SEGMENT)
        return sums[slot + count] - sums[slot];
    uint total = 0;
    for (uint i = first >> SEGMENT_BITS; i < first + count >> SEGMENT_BITS; i++)
        total += sums[SEGMENT_SLOTS * i + SEGMENT];
    return total;
}

/* Word j of a level of nodes of 2^log2 values, `width` bits each. */
uint sums_word(uint width, uint log2, uint j)
{
    uint i = 32 * j / width;
    uint word = sums_node(i << log2, 1u << log2) >> 32 * j - i * width;
    for (uint shift = (i + 1) * width - 32 * j; shift < 32; shift += width) {
        i++;
        word |= sums_node(i << log2, 1u << log2) << shift;
    }
    return word;
}

#endif
