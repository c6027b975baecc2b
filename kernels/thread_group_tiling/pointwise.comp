/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * pointwise: a pixel's own texel of every plane.
 *
 * Computes    result(p) = the sum over the planes q of V[q] * plane q at p. Weights are powers of
 *             two, so that only sums round, in this order.
 * Bench       thread_group_tiling.pointwise, variants row_major, tiled_x and hilbert; baseline
 *             row_major.
 * Bindings    0..3 planes as images; 4..7 planes as buffers; 8 result, written once per pixel;
 *             9 counter: all as wide.glsl has them.
 * Constants   0 and 1 group's size; 2 ORDER (of order.glsl), 3 N (1 at least), 4 LAUNCH (of
 *             launch.glsl), 5 REVERSED (0 or 1), 6 LAYOUT, 7 FORMAT (both of layout.glsl),
 *             8 PLANES (1..4); push of wide.glsl, of which own is unused.
 * Dispatch    grid.x by grid.y groups, of a thread per pixel.
 * Work        reads each plane once, writes a texel per pixel; PLANES * 4 multiplications and
 *             additions per pixel.
 * Error       none: sums in a fixed order; of RGBA16F, the nearest half.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own.
 */
#include "thread_group_tiling/wide.glsl"

void main()
{
    const ivec2 pixel = wide_pixel();
    if (!wide_within(pixel))
        return;
    precise vec4 sum = fma(vec4(0.5), wide_texel(0, pixel), vec4(0));
    if (PLANES > 1)
        sum = fma(vec4(0.25), wide_texel(1, pixel), sum);
    if (PLANES > 2)
        sum = fma(vec4(0.125), wide_texel(2, pixel), sum);
    if (PLANES > 3)
        sum = fma(vec4(0.125), wide_texel(3, pixel), sum);
    wide_store(pixel, sum);
}
