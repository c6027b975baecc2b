/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * atrous_permute: moves the planes to where a pass of atrous_permuted.comp reads them.
 *
 * Computes    light (red, green and blue of plane 0, the fourth of plane 2) and guide (plane 1),
 *             permuted for spacing own[0].x.
 * Bench       thread_group_tiling.atrous, variant atrous_permuted (of one pass by itself).
 * Bindings    0..2 planes as images, 3 (unused); 4..6 planes as buffers, 7 (unused); 8 result
 *             (unused); 9 counter: all as wide.glsl has them; 12 light, 13 guide: a texel per
 *             pixel, in the places of atrous_permuted.glsl.
 * Constants   0 and 1 group's size; 2 ORDER (row_major), 3 N (of no account), 4 LAUNCH (by id),
 *             5 REVERSED (0), 6 LAYOUT, 7 FORMAT (both of layout.glsl), 8 PLANES (unused); push of
 *             wide.glsl: own[0].x is the spacing, 1 at least.
 * Dispatch    grid.x by grid.y groups, of a thread per pixel.
 * Work        reads three planes once, writes two texels per pixel.
 * Error       none: texels are moved.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      contender, after Dolp, Hanika and Dachsbacher 2024; written from its abstract.
 */
#include "thread_group_tiling/atrous_permuted.glsl"

void main()
{
    const ivec2 pixel = wide_pixel();
    if (!wide_within(pixel))
        return;
    const vec4 light = vec4(wide_texel(0, pixel).rgb, wide_texel(2, pixel).a);
    atrous_permuted_store(own[0].x, pixel, light, wide_texel(1, pixel));
}
