/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * tiling_atrous_late: bad on purpose: taps lie one pixel closer than they should from spacing 16 on.
 *
 * Computes    atrous_next.comp's result, right for spacings below 16.
 * Bench       tests/bench/thread_group_tiling/tiling_atrous_test.c only.
 * Bindings    0..10 of atrous_next.comp.
 * Constants   0..8 of atrous_next.comp; push of wide.glsl.
 * Dispatch    that of atrous_next.comp.
 * Work        that of atrous_next.comp.
 * Error       as planted.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own.
 */
#include "thread_group_tiling/atrous.glsl"
#include "thread_group_tiling/wide_before.glsl"

ivec2 tap_at(ivec2 pixel, ivec2 tap)
{
    return pixel + min(own[0].x, 15) * tap;
}

vec4 atrous_light(ivec2 pixel, ivec2 tap)
{
    return wide_before(tap_at(pixel, tap));
}

vec4 atrous_guide(ivec2 pixel, ivec2 tap)
{
    return wide_texel(1, tap_at(pixel, tap));
}

bool atrous_inside(ivec2 pixel, ivec2 tap)
{
    const ivec2 at = tap_at(pixel, tap);
    return all(greaterThanEqual(at, ivec2(0))) && wide_within(at);
}

void main()
{
    const ivec2 pixel = wide_pixel();
    if (wide_within(pixel))
        wide_store(pixel, atrous_filter(pixel));
}
