/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * tiling_atrous_edge: bad on purpose: taps outside of the picture count, as the nearest pixel.
 *
 * Computes    atrous.comp's result, right where all taps lie within.
 * Bench       tests/bench/thread_group_tiling/tiling_atrous_test.c only.
 * Bindings    0..9 of atrous.comp.
 * Constants   0..8 of atrous.comp; push of wide.glsl.
 * Dispatch    that of atrous.comp.
 * Work        that of atrous.comp.
 * Error       as planted.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own.
 */
#include "thread_group_tiling/atrous.glsl"
#include "thread_group_tiling/wide.glsl"

vec4 atrous_light(ivec2 pixel, ivec2 tap)
{
    const ivec2 at = pixel + own[0].x * tap;
    return vec4(wide_texel(0, at).rgb, wide_texel(2, at).a);
}

vec4 atrous_guide(ivec2 pixel, ivec2 tap)
{
    return wide_texel(1, pixel + own[0].x * tap);
}

bool atrous_inside(ivec2 pixel, ivec2 tap)
{
    return true;
}

void main()
{
    const ivec2 pixel = wide_pixel();
    if (wide_within(pixel))
        wide_store(pixel, atrous_filter(pixel));
}
