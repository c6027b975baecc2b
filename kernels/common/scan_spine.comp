/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * scan_spine: exclusive prefix sums of arrays of words, each by one work-group, in place.
 *
 * Computes    replaces word i of each array by the sum of the words before it, modulo 2^32; the
 *             word behind the last becomes the sum of all. The middle part of a device-wide prefix
 *             sum: the words are then the sums of blocks.
 * Bench       all that need a prefix sum across work-groups (bench/common/scan.h); no baseline.
 * Bindings    0 the arrays, one after the other; 1 a buffer with their length at word push.count.
 * Constants   0 group size, at most 1024; push.count, a word of binding 1; push.divide, the length
 *             is that word over it, rounded up; push.stride, words from one array to the next, more
 *             than the length.
 * Dispatch    one group per array.
 * Work        reads and writes 4 bytes per word; one group, so bound by latency: a loop over its
 *             chunks of 4 words per thread, as long as the array.
 * Error       none: integers.
 * Needs       subgroup_arithmetic; no forward progress between groups.
 * Source      Blelloch 1990, with the subgroup's own sums.
 */
layout(local_size_x_id = 0) in;

#include "common/scan.glsl"

layout(std430, binding = 0) buffer Arrays { uint arrays[]; };
layout(std430, binding = 1) readonly buffer Counts { uint counts[]; };

layout(push_constant) uniform Push
{
    uint count, divide, stride;
} push;

const uint WORDS = 4; /* of one thread, side by side */

void main()
{
    const uint length = (counts[push.count] + push.divide - 1) / push.divide;
    const uint first = gl_WorkGroupID.x * push.stride;
    uint carry = 0;
    for (uint chunk = 0; chunk < length; chunk += WORDS * gl_WorkGroupSize.x) {
        const uint own = chunk + WORDS * gl_LocalInvocationIndex;
        uint words[WORDS], sum = 0, total;
        for (uint k = 0; k < WORDS; k++) {
            words[k] = own + k < length ? arrays[first + own + k] : 0;
            sum += words[k];
        }
        uint before = carry + scan_group(sum, total);
        for (uint k = 0; k < WORDS; k++) {
            if (own + k < length)
                arrays[first + own + k] = before;
            before += words[k];
        }
        carry += total;
    }
    if (gl_LocalInvocationIndex == 0)
        arrays[first + length] = carry;
}
