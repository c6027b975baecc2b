/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * atrous: the first pass of the à-trous denoiser: noisy light and variance come from the planes.
 *
 * Computes    result = light and variance of atrous_filter() (atrous.glsl), taps own[0].x pixels
 *             apart: light is red, green and blue of plane 0, variance the fourth of plane 2, the
 *             guide plane 1.
 * Bench       thread_group_tiling.atrous, variants row_major, tiled_x, morton and
 *             hilbert; baseline row_major.
 * Bindings    0..2 planes as images, 3 (unused); 4..6 planes as buffers, 7 (unused); 8 result,
 *             written once per pixel; 9 counter: all as wide.glsl has them.
 * Constants   0 and 1 group's size; 2 ORDER (of order.glsl), 3 N (1 at least), 4 LAUNCH (of
 *             launch.glsl), 5 REVERSED (0 or 1), 6 LAYOUT, 7 FORMAT (both of layout.glsl),
 *             8 PLANES (unused); push of wide.glsl: own[0].x is the spacing, 1 at least.
 * Dispatch    grid.x by grid.y groups, of a thread per pixel.
 * Work        reads three planes once, writes a texel per pixel; 24 taps of 50 operations.
 * Error       none: additions and multiplications in a fixed order; of RGBA16F, the nearest half.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own, of the kind of Schied et al. 2017, Spatiotemporal Variance-Guided Filtering.
 */
#include "thread_group_tiling/atrous_in_place.glsl"

vec4 atrous_light(ivec2 pixel, ivec2 tap)
{
    const ivec2 at = atrous_at(pixel, tap);
    return vec4(wide_texel(0, at).rgb, wide_texel(2, at).a);
}

void main()
{
    const ivec2 pixel = wide_pixel();
    if (wide_within(pixel))
        wide_store(pixel, atrous_filter(pixel));
}
