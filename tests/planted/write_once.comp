/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * write_once: as ceilings/write, but passes after the first are left out.
 *
 * Computes    the right set, with less than the work declared.
 * Bench       ceilings.bandwidth, in tests/bench/ceilings/ceilings_kernels_test.c.
 * Bindings    as ceilings/write.
 * Constants   as ceilings/write.
 * Dispatch    as ceilings/write.
 * Work        one pass instead of many.
 * Error       by design.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own.
 */
#include "ceilings/pattern.glsl"
#include "ceilings/visits.glsl"

layout(std430, binding = 0) writeonly buffer Lower { uvec4 lower[]; };
layout(std430, binding = 1) writeonly buffer Upper { uvec4 upper[]; };
layout(std430, binding = 2) writeonly buffer Tallies { uvec4 tallies[]; };

void main()
{
    const uint half_vectors = (1u << push.shift) / 2 * BLOCK;
    uint tally = 0;
    for (uint i = 0; i < push.each && visit_group() < 1u << push.shift; i++) {
        const uint first = visit_vector(i);
        for (uint k = first; k < first + BLOCK; k += 256)
            if (k < half_vectors)
                lower[k] = pattern_vector(k, push.seed);
            else
                upper[k - half_vectors] = pattern_vector(k, push.seed);
        tally++;
    }
    if (gl_LocalInvocationID.x == 0)
        tallies[visit_group()] = uvec4(tally, 0, 0, 0);
}
