/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
/*
 * gather: nine taps around each pixel, far apart, of every plane: what a denoiser reads, with
 * weights that depend on nothing.
 *
 * Computes    result(p) = the sum over the taps t = 0..8, and within a tap over the planes q, of
 *             W[t][q] * plane q at p + own[t], clamped to the planes. Weights are powers of two, so
 *             that products are exact and only sums round, in this order.
 * Bench       thread_group_tiling.gather, variants row_major, column_major, boustrophedon, tiled_x,
 *             tiled_y, serpentine_x, serpentine_y, morton, hilbert and reverse; baseline row_major;
 *             also the first of two_passes.
 * Bindings    0..3 planes as images; 4..7 planes as buffers; 8 result, written once per pixel;
 *             9 counter: all as wide.glsl has them.
 * Constants   0 and 1 group's size; 2 ORDER (of order.glsl), 3 N (1 at least), 4 LAUNCH (of
 *             launch.glsl), 5 REVERSED (0 or 1), 6 LAYOUT, 7 FORMAT (both of layout.glsl),
 *             8 PLANES (1..4); push of wide.glsl: own has the nine taps.
 * Dispatch    grid.x by grid.y groups, of a thread per pixel.
 * Work        reads each plane once, writes a texel per pixel; 9 * PLANES * 4 multiplications and
 *             additions per pixel.
 * Error       none: sums in a fixed order; of RGBA16F, the nearest half.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own, after what the post says of its kernel: a denoiser with widely spread taps.
 */
#include "thread_group_tiling/gather.glsl"

vec4 gather_first(ivec2 at)
{
    return wide_texel(0, at);
}

void main()
{
    const ivec2 pixel = wide_pixel();
    if (wide_within(pixel))
        wide_store(pixel, gather_sum(pixel));
}
