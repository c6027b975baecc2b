/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * disc: eight taps on a disc around each pixel, turned by a table, whose radius comes from depth
 * and hit distance: where a pixel reads is known when it has read.
 *
 * Computes    result = the mean of plane 0, irradiance and hit distance, over the pixel and eight
 *             taps, clamped to the planes, by weights of normal and depth (plane 1) and variance
 *             (the fourth of plane 2): bench/thread_group_tiling/disc.c has the formulas.
 * Bench       thread_group_tiling.disc, variants row_major, tiled_x, morton and
 *             hilbert; baseline row_major.
 * Bindings    0..2 planes as images, 3 (unused); 4..6 planes as buffers, 7 (unused); 8 result,
 *             written once per pixel; 9 counter: all as wide.glsl has them; 11 turns: cosine and
 *             sine of 64.
 * Constants   0 and 1 group's size; 2 ORDER (of order.glsl), 3 N (1 at least), 4 LAUNCH (of
 *             launch.glsl), 5 REVERSED (0 or 1), 6 LAYOUT, 7 FORMAT (both of layout.glsl),
 *             8 PLANES (unused); push of wide.glsl: own has the eight taps, in 32nds of the radius.
 * Dispatch    grid.x by grid.y groups, of a thread per pixel.
 * Work        reads three planes once, writes a texel per pixel; 8 taps of 46 operations.
 * Error       none: additions and multiplications in a fixed order; of RGBA16F, the nearest half.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own, of the kind of the blurs of NVIDIA's denoisers, whose radius follows the hit
 *             distance and whose taps are turned per pixel.
 */
#include "common/hash.glsl"
#include "thread_group_tiling/disc.glsl"

layout(std430, binding = 11) readonly buffer Turns { vec2 turns[]; };

void main()
{
    const ivec2 pixel = wide_pixel();
    if (!wide_within(pixel))
        return;
    const uint turn = hash_mix(uint(pixel.x) | uint(pixel.y) << 16) % 64;
    wide_store(pixel, disc_mean(pixel, turns[turn]));
}
