/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * read: passes over a set of bytes that only read.
 *
 * Computes    per group the sum of all vectors that it visited, components apart, modulo 2^32.
 * Bench       ceilings.bandwidth, variant read; the baseline is copy.
 * Bindings    0, 1 the halves of the set; 2 a vector of sums per group.
 * Constants   0 BLOCKS; push.shift of both halves together, push.each, push.seed is not used.
 * Dispatch    groups of 256, rows of them in y; visits.glsl.
 * Work        reads 8192 bytes per visit, in loads of 16; writes 16 per group.
 * Error       none: integers.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own.
 */
#include "ceilings/visits.glsl"

layout(std430, binding = 0) readonly buffer Lower { uvec4 lower[]; };
layout(std430, binding = 1) readonly buffer Upper { uvec4 upper[]; };
layout(std430, binding = 2) writeonly buffer Tallies { uvec4 tallies[]; };

shared uvec4 sums[256], partial[16];

void main()
{
    const uint half_vectors = set_blocks() / 2 * BLOCK;
    uvec4 sum = uvec4(0);
    for (uint i = 0; i < push.each; i++) {
        const uint first = visit_vector(i);
        /* A block lies in one half as a whole. */
        if (first < half_vectors)
            sum += lower[first] + lower[first + 256];
        else
            sum += upper[first - half_vectors] + upper[first - half_vectors + 256];
    }
    /* 256 to 16 to 1: two barriers, and the memory is what takes the time. */
    const uint thread = gl_LocalInvocationID.x;
    sums[thread] = sum;
    barrier();
    if (thread < 16) {
        partial[thread] = uvec4(0);
        for (uint i = 0; i < 16; i++)
            partial[thread] += sums[16 * i + thread];
    }
    barrier();
    if (thread == 0) {
        sum = uvec4(0);
        for (uint i = 0; i < 16; i++)
            sum += partial[i];
        tallies[visit_group()] = sum;
    }
}
