/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * write: passes over a set of bytes that only write.
 *
 * Computes    vector i of the set becomes pattern_vector(i, seed), in every pass alike; per group
 *             the number of its visits.
 * Bench       ceilings.bandwidth, variant write; the baseline is copy. Also makes the data that
 *             read and copy read.
 * Bindings    0, 1 the halves of the set; 2 a vector of tallies per group, the visits in x.
 * Constants   0 BLOCKS; push.shift of both halves together, push.each, push.seed.
 * Dispatch    groups of 256, rows of them in y; visits.glsl.
 * Work        writes 8192 bytes per visit, in stores of 16, and 16 per group.
 * Error       none: integers.
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
    const uint half_vectors = set_blocks() / 2 * BLOCK;
    uint tally = 0;
    for (uint i = 0; i < push.each; i++) {
        const uint first = visit_vector(i);
        const uvec4 values[2] = { pattern_vector(first, push.seed),
                                  pattern_vector(first + 256, push.seed) };
        if (first < half_vectors) {
            lower[first] = values[0];
            lower[first + 256] = values[1];
        } else {
            upper[first - half_vectors] = values[0];
            upper[first - half_vectors + 256] = values[1];
        }
        tally++;
    }
    if (gl_LocalInvocationID.x == 0)
        tallies[visit_group()] = uvec4(tally, 0, 0, 0);
}
