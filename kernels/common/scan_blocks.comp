/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * scan_blocks: the first part of a device-wide prefix sum: the sum of each block of words.
 *
 * Computes    word g of the sums: the sum, modulo 2^32, of the words of block g. Blocks have 8
 *             words per thread of a group.
 * Bench       all that need a prefix sum across work-groups (bench/common/scan.h); no baseline.
 * Bindings    0 the words; 1 the sums of blocks.
 * Constants   0 group size, at most 1024; push.words, how many.
 * Dispatch    a group per block; the index is x + y * groups in x.
 * Work        reads 4 bytes per word, writes 4 per block; bound by bandwidth.
 * Error       none: integers.
 * Needs       subgroup_arithmetic; no forward progress between groups.
 * Source      Sengupta et al. 2007, reduce, then scan.
 */
layout(local_size_x_id = 0) in;

#include "common/scan.glsl"

layout(std430, binding = 0) readonly buffer Words { uint values[]; };
layout(std430, binding = 1) writeonly buffer Sums { uint sums[]; };

layout(push_constant) uniform Push
{
    uint words;
} push;

const uint WORDS = 8; /* of one thread */

void main()
{
    const uint block = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    const uint first = block * WORDS * gl_WorkGroupSize.x;
    uint sum = 0, total;
    for (uint k = 0; k < WORDS; k++) {
        const uint i = first + k * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
        sum += i < push.words ? values[i] : 0;
    }
    scan_group(sum, total);
    if (gl_LocalInvocationIndex == 0 && first < push.words)
        sums[block] = total;
}
