/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * tiling_permute_variance: bad on purpose: the variance is not moved.
 *
 * Computes    what atrous_permute.comp does, with the fourth of plane 0 in place of that of plane 2.
 * Bench       tests/bench/thread_group_tiling/tiling_atrous_test.c only.
 * Bindings    0..13 of atrous_permute.comp.
 * Constants   0..8 of atrous_permute.comp; push of wide.glsl.
 * Dispatch    that of atrous_permute.comp.
 * Work        that of atrous_permute.comp.
 * Error       as planted.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own.
 */
#include "thread_group_tiling/atrous_permuted.glsl"

void main()
{
    const ivec2 pixel = wide_pixel();
    if (!wide_within(pixel))
        return;
    const vec4 light = wide_texel(0, pixel);
    atrous_permuted_store(own[0].x, pixel, light, wide_texel(1, pixel));
}
