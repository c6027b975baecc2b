/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * scan_apply: the last part of a device-wide prefix sum: each word from what is before its block.
 *
 * Computes    replaces word i by the sum, modulo 2^32, of the words before it, from the sums of the
 *             words before each block, which scan_spine made of those of scan_blocks.
 * Bench       all that need a prefix sum across work-groups (bench/common/scan.h); no baseline.
 * Bindings    0 the words, in place; 1 the sums before each block.
 * Constants   0 group size, as scan_blocks had; push.words, how many.
 * Dispatch    a group per block; the index is x + y * groups in x.
 * Work        reads and writes 4 bytes per word, reads 4 per block; bound by bandwidth.
 * Error       none: integers.
 * Needs       subgroup_arithmetic; no forward progress between groups.
 * Source      Sengupta et al. 2007, reduce, then scan.
 */
layout(local_size_x_id = 0) in;

#include "common/scan.glsl"

layout(std430, binding = 0) buffer Words { uint values[]; };
layout(std430, binding = 1) readonly buffer Sums { uint sums[]; };

layout(push_constant) uniform Push
{
    uint words;
} push;

const uint WORDS = 8; /* of one thread, as scan_blocks has */

void main()
{
    const uint block = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    const uint first = block * WORDS * gl_WorkGroupSize.x;
    uint before = first < push.words ? sums[block] : 0;
    for (uint k = 0; k < WORDS; k++) {
        const uint i = first + k * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
        const uint word = i < push.words ? values[i] : 0;
        uint total;
        const uint sum = scan_group(word, total);
        if (i < push.words)
            values[i] = before + sum;
        before += total;
    }
}
