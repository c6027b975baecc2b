/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
/*
 * tiling_gather_edge: bad on purpose, without the clamp of the taps: black beyond the edges.
 *
 * Computes    gather.comp's result, right where all taps lie within.
 * Bench       tests/bench/thread_group_tiling/tiling_gather_test.c only.
 * Bindings    0..9 of gather.comp.
 * Constants   0..8 of gather.comp; push of wide.glsl.
 * Dispatch    that of gather.comp.
 * Work        that of gather.comp.
 * Error       as planted.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own.
 */
#include "thread_group_tiling/gather.glsl"

vec4 gather_first(ivec2 at)
{
    return wide_texel(0, at);
}

bool tap_is_within(ivec2 at)
{
    return all(greaterThanEqual(at, ivec2(0))) && wide_within(at);
}

void main()
{
    const ivec2 pixel = wide_pixel();
    if (!wide_within(pixel))
        return;
    vec4 sum = vec4(0);
    for (int t = 0; t < 9 && PLANES == 1; t++)
        if (tap_is_within(pixel + own[t]))
            sum = fma(vec4(W[t].x), wide_texel(0, pixel + own[t]), sum);
    wide_store(pixel, sum);
}
