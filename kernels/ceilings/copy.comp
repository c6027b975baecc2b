/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * copy: passes that copy one half of a set of bytes to the other.
 *
 * Computes    destination[i] = source[i], in every pass alike; per group the number of its visits.
 * Bench       ceilings.bandwidth, variant copy (the baseline).
 * Bindings    0 source; 1 destination; 2 a vector of tallies per group, the visits in x.
 * Constants   0 BLOCKS; push.shift of one half, push.each, push.seed is not used.
 * Dispatch    groups of 256, rows of them in y; visits.glsl.
 * Work        reads and writes 8192 bytes each per visit, 16 at a time; writes 16 per group.
 * Error       none: integers.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own.
 */
#include "ceilings/visits.glsl"

layout(std430, binding = 0) readonly buffer Source { uvec4 source[]; };
layout(std430, binding = 1) writeonly buffer Destination { uvec4 destination[]; };
layout(std430, binding = 2) writeonly buffer Tallies { uvec4 tallies[]; };

void main()
{
    uint tally = 0;
    for (uint i = 0; i < push.each; i++) {
        const uint first = visit_vector(i);
        const uvec4 values[2] = { source[first], source[first + 256] };
        destination[first] = values[0];
        destination[first + 256] = values[1];
        tally++;
    }
    if (gl_LocalInvocationID.x == 0)
        tallies[visit_group()] = uvec4(tally, 0, 0, 0);
}
