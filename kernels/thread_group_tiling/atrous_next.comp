/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * atrous_next: each pass of the à-trous denoiser but the first: light and variance are what the
 * pass before wrote.
 *
 * Computes    result = light and variance of atrous_filter() (atrous.glsl), taps own[0].x pixels
 *             apart, of the result before, with plane 1 as the guide.
 * Bench       thread_group_tiling.atrous, variants row_major, tiled_x, morton and
 *             hilbert; baseline row_major.
 * Bindings    0 (unused), 1 plane 1 as image, 2 (unused), 3 (unused); 4 (unused), 5 plane 1 as
 *             buffer, 6 (unused), 7 (unused); 8 result, written once per pixel; 9 counter; 10
 *             result of the pass before: all as wide.glsl and wide_before.glsl have them.
 * Constants   0 and 1 group's size; 2 ORDER (of order.glsl), 3 N (1 at least), 4 LAUNCH (of
 *             launch.glsl), 5 REVERSED (0 or 1), 6 LAYOUT, 7 FORMAT (both of layout.glsl),
 *             8 PLANES (unused); push of wide.glsl: own[0].x is the spacing, 1 at least.
 * Dispatch    grid.x by grid.y groups, of a thread per pixel.
 * Work        reads plane 1 and the result before once, writes a texel per pixel; 24 taps of 50
 *             operations.
 * Error       none: additions and multiplications in a fixed order; of RGBA16F, the nearest half.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own, of the kind of Schied et al. 2017, Spatiotemporal Variance-Guided Filtering.
 */
#include "thread_group_tiling/atrous_in_place.glsl"
#include "thread_group_tiling/wide_before.glsl"

vec4 atrous_light(ivec2 pixel, ivec2 tap)
{
    return wide_before(atrous_at(pixel, tap));
}

void main()
{
    const ivec2 pixel = wide_pixel();
    if (wide_within(pixel))
        wide_store(pixel, atrous_filter(pixel));
}
