/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_EXT_control_flow_attributes : require
#extension GL_GOOGLE_include_directive : require
/*
 * special: inverse square roots in registers, as many as the device can do.
 *
 * Computes    8 values per thread, each replaced push.turns * 16 times by inversesqrt(x); out = the
 *             sum of all values of all steps of the first 4, and of the other 4.
 * Bench       ceilings.arithmetic, variant special; the baseline is fma.
 * Bindings    0 a pair of sums per thread.
 * Constants   none; push.turns, push.seed.
 * Dispatch    groups of 256.
 * Work        an inverse square root per value and step: 128 per thread and turn, and as many
 *             additions; writes 8 bytes per thread. Bound by the former.
 * Error       2e-4 of the sums: Vulkan allows inversesqrt 2 units in the last place, which each
 *             step halves; sums of 4096 values round by 2^-24 of the sum each.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own.
 */
layout(local_size_x = 256) in;

#include "ceilings/pattern.glsl"

layout(std430, binding = 0) writeonly buffer Sums { vec2 sums[]; };

layout(push_constant) uniform Push
{
    uint turns;
    uint seed;
} push;

/* In [1/2, 1): exact in a float. */
float start_value(uint index)
{
    return 0.5 + float(hash_mix(index ^ push.seed) >> 16) / 131072.0;
}

void main()
{
    const uint thread = gl_GlobalInvocationID.x;
    vec4 x[2], sum[2];
    [[unroll]] for (uint i = 0; i < 8; i++) {
        x[i / 4][i % 4] = start_value(8 * thread + i);
        sum[i / 4][i % 4] = 0;
    }
    for (uint turn = 0; turn < push.turns; turn++) {
        [[unroll]] for (uint step = 0; step < 16; step++) {
            x[0] = inversesqrt(x[0]);
            x[1] = inversesqrt(x[1]);
            sum[0] += x[0];
            sum[1] += x[1];
        }
    }
    sums[thread] = vec2(dot(sum[0], vec4(1)), dot(sum[1], vec4(1)));
}
