/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * read_half: as ceilings/read, but only the lower half is read, twice as often.
 *
 * Computes    a wrong sum per group.
 * Bench       ceilings.bandwidth, in tests/bench/ceilings/ceilings_kernels_test.c.
 * Bindings    as ceilings/read.
 * Constants   as ceilings/read.
 * Dispatch    as ceilings/read.
 * Work        half of what it says.
 * Error       by design.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own.
 */
#include "ceilings/visits.glsl"

layout(std430, binding = 0) readonly buffer Lower { uvec4 lower[]; };
layout(std430, binding = 1) readonly buffer Upper { uvec4 upper[]; };
layout(std430, binding = 2) buffer Tallies { uvec4 tallies[]; };

void main()
{
    const uint half_vectors = (1u << push.shift) / 2 * BLOCK;
    uvec4 sum = uvec4(0);
    for (uint i = 0; i < push.each; i++) {
        const uint first = visit_vector(i) % half_vectors;
        sum += lower[first] + lower[first + 256];
    }
    if (gl_LocalInvocationID.x == 0)
        tallies[visit_group()] = uvec4(0);
    barrier();
    for (uint i = 0; i < 4; i++)
        atomicAdd(tallies[visit_group()][i], sum[i]);
    if (push.each == 0)
        tallies[0] = upper[0];
}
