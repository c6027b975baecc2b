/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * atrous_permuted_first: the first pass of the à-trous denoiser, whose taps are neighbours as it
 * is; what it makes, and the guide, it puts where those of the next pass are neighbours, too.
 *
 * Computes    light and guide, permuted for spacing 2: atrous.comp's result, and plane 1.
 * Bench       thread_group_tiling.atrous, variant atrous_permuted.
 * Bindings    0..2 planes as images, 3 (unused); 4..6 planes as buffers, 7 (unused); 8 result
 *             (unused); 9 counter: all as wide.glsl has them; 12 light, 13 guide: a texel per
 *             pixel, in the places of atrous_permuted.glsl.
 * Constants   0 and 1 group's size; 2 ORDER (row_major), 3 N (of no account), 4 LAUNCH (by id),
 *             5 REVERSED (0), 6 LAYOUT, 7 FORMAT (both of layout.glsl), 8 PLANES (unused); push of
 *             wide.glsl: own[0].x is 1.
 * Dispatch    grid.x by grid.y groups, of a thread per pixel.
 * Work        reads three planes once, writes two texels per pixel; 24 taps of 50 operations.
 * Error       none: additions and multiplications in a fixed order; of RGBA16F, the nearest half.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      contender, after Dolp, Hanika and Dachsbacher 2024; written from its abstract.
 */
#include "thread_group_tiling/atrous_in_place.glsl"
#include "thread_group_tiling/atrous_permuted.glsl"

vec4 atrous_light(ivec2 pixel, ivec2 tap)
{
    const ivec2 at = atrous_at(pixel, tap);
    return vec4(wide_texel(0, at).rgb, wide_texel(2, at).a);
}

void main()
{
    const ivec2 pixel = wide_pixel();
    if (wide_within(pixel))
        atrous_permuted_store(2, pixel, atrous_filter(pixel), wide_texel(1, pixel));
}
