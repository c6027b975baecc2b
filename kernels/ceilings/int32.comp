/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_EXT_control_flow_attributes : require
#extension GL_GOOGLE_include_directive : require
/*
 * int32: 32-bit integer multiply-adds in registers, as many as the device can do.
 *
 * Computes    8 values per thread, each stepped push.turns * 16 times by x = x * a + b modulo 2^32;
 *             out = their sum and their exclusive or.
 * Bench       ceilings.arithmetic, variant int32; the baseline is fma.
 * Bindings    0 a pair of words per thread.
 * Constants   none; push.turns, push.seed, push.a, push.b, both odd.
 * Dispatch    groups of 256.
 * Work        2 operations per multiply-add: 256 per thread and turn; writes 8 bytes per thread.
 *             Bound by arithmetic: the 8 values are independent.
 * Error       none: integers.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own.
 */
layout(local_size_x = 256) in;

#include "ceilings/pattern.glsl"

layout(std430, binding = 0) writeonly buffer Sums { uvec2 sums[]; };

layout(push_constant) uniform Push
{
    uint turns;
    uint seed;
    uint a, b;
} push;

void main()
{
    const uint thread = gl_GlobalInvocationID.x;
    uvec4 x[2];
    [[unroll]] for (uint i = 0; i < 8; i++)
        x[i / 4][i % 4] = hash_mix((8 * thread + i) ^ push.seed);
    for (uint turn = 0; turn < push.turns; turn++) {
        [[unroll]] for (uint step = 0; step < 16; step++) {
            x[0] = x[0] * push.a + push.b;
            x[1] = x[1] * push.a + push.b;
        }
    }
    const uvec4 sum = x[0] + x[1], both = x[0] ^ x[1];
    sums[thread] = uvec2(sum.x + sum.y + sum.z + sum.w, both.x ^ both.y ^ both.z ^ both.w);
}
