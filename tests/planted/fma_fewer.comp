/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_EXT_control_flow_attributes : require
#extension GL_GOOGLE_include_directive : require
/*
 * fma_fewer: as ceilings/fma, but one step in 1024 is left out.
 *
 * Computes    sums that are those of a step before.
 * Bench       ceilings.arithmetic, in tests/bench/ceilings/ceilings_kernels_test.c.
 * Bindings    as ceilings/fma.
 * Constants   as ceilings/fma.
 * Dispatch    as ceilings/fma.
 * Work        a step less than it says.
 * Error       by design.
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
        for (uint step = 0; step < (turn == 0 ? 15 : 16); step++) {
            x[0] = fma(-e, y[0], x[0]);
            x[1] = fma(-e, y[1], x[1]);
            y[0] = fma(e, x[0], y[0]);
            y[1] = fma(e, x[1], y[1]);
        }
    }
    sums[thread] = vec2(dot(x[0] + x[1], vec4(1)), dot(y[0] + y[1], vec4(1)));
}
