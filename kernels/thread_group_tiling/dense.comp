/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * dense: a window of 7 by 7 texels of every plane, by lookups alone: what adjacent pixels share
 * comes from the cache beside the multiprocessor. A window in shared memory would take the lookups
 * away, and with them what an order could save.
 *
 * Computes    result(p) = the sum over rows, columns and planes q, in this order, of
 *             B[row] * B[column] * V[q] * plane q at p + (column - 3, row - 3), clamped to the
 *             planes. Weights are whole numbers to 1600 over 2^15, so that their products with
 *             halves are exact and only sums round.
 * Bench       thread_group_tiling.dense, variants row_major, tiled_x and hilbert; baseline
 *             row_major.
 * Bindings    0..3 planes as images; 4..7 planes as buffers; 8 result, written once per pixel;
 *             9 counter: all as wide.glsl has them.
 * Constants   0 and 1 group's size; 2 ORDER (of order.glsl), 3 N (1 at least), 4 LAUNCH (of
 *             launch.glsl), 5 REVERSED (0 or 1), 6 LAYOUT, 7 FORMAT (both of layout.glsl),
 *             8 PLANES (1..4); push of wide.glsl, of which own is unused.
 * Dispatch    grid.x by grid.y groups, of a thread per pixel.
 * Work        reads each plane once, writes a texel per pixel; 49 * PLANES * 4 multiplications and
 *             additions per pixel.
 * Error       none: sums in a fixed order; of RGBA16F, the nearest half.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own.
 */
#include "thread_group_tiling/wide.glsl"

const float B[7] = { 1, 6, 15, 20, 15, 6, 1 };
const vec4 V = vec4(4, 2, 1, 1) / 32768;

void main()
{
    const ivec2 pixel = wide_pixel();
    if (!wide_within(pixel))
        return;
    precise vec4 sum = vec4(0);
    for (int row = 0; row < 7; row++)
        for (int column = 0; column < 7; column++) {
            const ivec2 at = pixel + ivec2(column, row) - 3;
            precise const float weight = B[row] * B[column];
            precise const vec4 weights = weight * V;
            sum = fma(weights.xxxx, wide_texel(0, at), sum);
            if (PLANES > 1)
                sum = fma(weights.yyyy, wide_texel(1, at), sum);
            if (PLANES > 2)
                sum = fma(weights.zzzz, wide_texel(2, at), sum);
            if (PLANES > 3)
                sum = fma(weights.wwww, wide_texel(3, at), sum);
        }
    wide_store(pixel, sum);
}
