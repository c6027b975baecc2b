/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_EXT_control_flow_attributes : require
#extension GL_GOOGLE_include_directive : require
/*
 * fma: fused multiply-adds in registers, as many as the device can do.
 *
 * Computes    8 points per thread, each moved push.turns * 16 times along its ellipse:
 *             x = fma(-e, y, x); y = fma(e, x, y). That map keeps areas, so values stay finite
 *             however often; out = the sums of x and of y over the 8.
 * Bench       ceilings.arithmetic, variant fma (the baseline).
 * Bindings    0 a pair of sums per thread.
 * Constants   none; push.turns, push.seed, push.e, between 0.1 and 0.2.
 * Dispatch    groups of 256.
 * Work        2 operations (a multiplication and an addition) per fma: 512 per thread, point and
 *             turn; writes 8 bytes per thread. Bound by arithmetic: the 8 points are independent.
 * Error       2e-3 for 64 turns: at most 2 roundings of 2^-24 per fma (it may be a multiplication
 *             and an addition), 2048 of them, growth below 1.11, 8 points; sine and cosine of
 *             rounding leave it far below.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own; the map is item 149 of Beeler, Gosper, Schroeppel, HAKMEM, 1972.
 */
layout(local_size_x = 256) in;

#include "ceilings/pattern.glsl"

layout(std430, binding = 0) writeonly buffer Sums { vec2 sums[]; };

layout(push_constant) uniform Push
{
    uint turns;
    uint seed;
    float e;
} push;

/* In [-1, 1), a multiple of 2^-15: exact in a float. */
float start_value(uint index)
{
    return float(int(hash_mix(index ^ push.seed) >> 16) - 32768) / 32768.0;
}

void main()
{
    const uint thread = gl_GlobalInvocationID.x;
    vec4 x[2], y[2];
    [[unroll]] for (uint i = 0; i < 8; i++) {
        x[i / 4][i % 4] = start_value(16 * thread + 2 * i);
        y[i / 4][i % 4] = start_value(16 * thread + 2 * i + 1);
    }
    const vec4 e = vec4(push.e);
    for (uint turn = 0; turn < push.turns; turn++) {
        [[unroll]] for (uint step = 0; step < 16; step++) {
            x[0] = fma(-e, y[0], x[0]);
            x[1] = fma(-e, y[1], x[1]);
            y[0] = fma(e, x[0], y[0]);
            y[1] = fma(e, x[1], y[1]);
        }
    }
    sums[thread] = vec2(dot(x[0] + x[1], vec4(1)), dot(y[0] + y[1], vec4(1)));
}
