/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * copy_lost: as ceilings/copy, but the last vector of the set is never written.
 *
 * Computes    destination[i] = source[i] but for the last i.
 * Bench       ceilings.bandwidth, in tests/bench/ceilings/ceilings_kernels_test.c.
 * Bindings    as ceilings/copy.
 * Constants   as ceilings/copy.
 * Dispatch    as ceilings/copy.
 * Work        a vector less than it says.
 * Error       by design.
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
        destination[first] = source[first];
        if (first + 257 < (1u << push.shift) * BLOCK)
            destination[first + 256] = source[first + 256];
        tally++;
    }
    if (gl_LocalInvocationID.x == 0)
        tallies[visit_group()] = uvec4(tally, 0, 0, 0);
}
