/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * single: multiplications and additions in registers that must not become one, as in code that is
 * `precise`.
 *
 * Computes    as fma.comp: 8 points per thread, each moved push.turns * 16 times along its ellipse:
 *             x = x - e * y; y = y + e * x, each operation rounded; out = the sums of x and of y.
 * Bench       ceilings.arithmetic, variant single; the baseline is fma.
 * Bindings    0 a pair of sums per thread.
 * Constants   none; push.turns, push.seed, push.e, between 0.1 and 0.2.
 * Dispatch    groups of 256.
 * Work        a multiplication and an addition or subtraction per move of a coordinate: 512
 *             operations per thread, point and turn; writes 8 bytes per thread. Bound by
 *             arithmetic.
 * Error       that of fma.comp, whose bound is of two roundings.
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

/* In [-1, 1), multiples of 2^-15: exact in a float. */
vec4 start_values(uint first, uint stride)
{
    const uvec4 index = first + stride * uvec4(0, 1, 2, 3);
    const uvec4 mixed = uvec4(hash_mix(index.x ^ push.seed), hash_mix(index.y ^ push.seed),
                              hash_mix(index.z ^ push.seed), hash_mix(index.w ^ push.seed));
    precise const vec4 start = vec4(ivec4(mixed >> 16) - 32768) / 32768.0;
    return start;
}

float sum_of(vec4 a, vec4 b)
{
    precise const vec4 both = a + b;
    precise const float sum = (both.x + both.y) + (both.z + both.w);
    return sum;
}

/* A step of 8 points; written out, for glslc loses `precise` where it unrolls a loop. */
void step_points(inout vec4 x0, inout vec4 x1, inout vec4 y0, inout vec4 y1)
{
    precise const vec4 to_x0 = x0 - push.e * y0, to_x1 = x1 - push.e * y1;
    precise const vec4 to_y0 = y0 + push.e * to_x0, to_y1 = y1 + push.e * to_x1;
    x0 = to_x0;
    x1 = to_x1;
    y0 = to_y0;
    y1 = to_y1;
}

void main()
{
    const uint thread = gl_GlobalInvocationID.x;
    vec4 x0 = start_values(16 * thread, 2), x1 = start_values(16 * thread + 8, 2);
    vec4 y0 = start_values(16 * thread + 1, 2), y1 = start_values(16 * thread + 9, 2);
    for (uint turn = 0; turn < 4 * push.turns; turn++) {
        step_points(x0, x1, y0, y1);
        step_points(x0, x1, y0, y1);
        step_points(x0, x1, y0, y1);
        step_points(x0, x1, y0, y1);
    }
    sums[thread] = vec2(sum_of(x0, x1), sum_of(y0, y1));
}
