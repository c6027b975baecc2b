/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * verify: whether a buffer holds the pattern, for the check on the device.
 *
 * Computes    verdict[0] += vectors that are not pattern_vector(push.first + i, seed); verdict[1] =
 *             the least i of those.
 * Bench       ceilings.bandwidth, variants copy and write; never timed.
 * Bindings    0 the buffer; 1 verdict: 0 and 2^32-1 on entry.
 * Constants   none; push.first, push.count of vectors, push.seed.
 * Dispatch    any number of groups of 256; each thread strides over the buffer.
 * Work        reads 16 bytes per vector.
 * Error       none: integers.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own.
 */
#include "ceilings/pattern.glsl"

layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly buffer Vectors { uvec4 vectors[]; };
layout(std430, binding = 1) buffer Verdict { uint verdict[]; };

layout(push_constant) uniform Push
{
    uint first;
    uint count;
    uint seed;
} push;

void main()
{
    const uint stride = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
    for (uint i = gl_GlobalInvocationID.x; i < push.count; i += stride)
        if (any(notEqual(vectors[i], pattern_vector(push.first + i, push.seed)))) {
            atomicAdd(verdict[0], 1);
            atomicMin(verdict[1], i);
        }
}
