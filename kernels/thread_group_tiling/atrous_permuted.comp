/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * atrous_permuted: each pass of the à-trous denoiser but the first, over pixels that lie so that
 * its taps are neighbours: a group takes a dense block of pixels of one remainder by the spacing.
 *
 * Computes    atrous_filter() (atrous.glsl) of the light before, by the guide, both permuted for
 *             spacing own[0].x. The last pass stores it as the result; the others store it, and the
 *             guide, permuted for twice the spacing.
 * Bench       thread_group_tiling.atrous, variant atrous_permuted.
 * Bindings    0 (unused), 1 (unused), 2 (unused), 3 (unused); 4 (unused), 5 (unused), 6 (unused),
 *             7 (unused); 8 result, written once per pixel by the last pass; 9 counter: all as
 *             wide.glsl has them; 10 light of the pass before, 11 its guide; 12 light, 13 guide: a
 *             texel per pixel, in the places of atrous_permuted.glsl.
 * Constants   0 and 1 group's size; 2 ORDER (row_major), 3 N (of no account), 4 LAUNCH (by id),
 *             5 REVERSED (0), 6 LAYOUT, 7 FORMAT (both of layout.glsl), 8 PLANES (unused), 9 LAST
 *             (0 or 1); push of wide.glsl: own[0].x is the spacing, 1 at least, push.grid that of
 *             the permuted picture.
 * Dispatch    grid.x by grid.y groups, of a thread per permuted pixel, padding included.
 * Work        reads light and guide once, writes both once, the last pass the result alone; 24 taps
 *             of 50 operations.
 * Error       none: additions and multiplications in a fixed order; of RGBA16F, the nearest half.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      contender, after Dolp, Hanika and Dachsbacher 2024; written from its abstract.
 */
#include "thread_group_tiling/atrous.glsl"
#include "thread_group_tiling/atrous_permuted.glsl"
#include "thread_group_tiling/wide_before.glsl"

layout(constant_id = 9) const uint LAST = 0;

layout(std430, binding = 11) readonly buffer FromHalves { uvec2 from_halves[]; };
layout(std430, binding = 11) readonly buffer FromFloats { vec4 from_floats[]; };

/* Which one of the picture this invocation's is. */
ivec2 pixel;

bool atrous_inside(ivec2 permuted, ivec2 tap)
{
    const ivec2 at = pixel + own[0].x * tap;
    return all(greaterThanEqual(at, ivec2(0))) && wide_within(at);
}

/* Index of a tap. Texels outside are not read: others begin there, or padding. */
uint tap_index(ivec2 permuted, ivec2 tap)
{
    const ivec2 at = atrous_inside(permuted, tap) ? permuted + tap : permuted;
    return atrous_permuted_index(own[0].x, at);
}

vec4 atrous_light(ivec2 permuted, ivec2 tap)
{
    const uint index = tap_index(permuted, tap);
    if (FORMAT == FORMAT_RGBA16F)
        return wide_unpacked(before_halves[index]);
    return before_floats[index];
}

vec4 atrous_guide(ivec2 permuted, ivec2 tap)
{
    const uint index = tap_index(permuted, tap);
    if (FORMAT == FORMAT_RGBA16F)
        return wide_unpacked(from_halves[index]);
    return from_floats[index];
}

void main()
{
    const int spacing = own[0].x;
    const ivec2 permuted = wide_pixel(), cells = atrous_permuted_size(spacing);
    pixel = permuted % cells * spacing + permuted / cells;
    if (any(greaterThanEqual(permuted, spacing * cells)) || !wide_within(pixel))
        return;
    const vec4 light = atrous_filter(permuted);
    if (LAST == 1)
        wide_store(pixel, light);
    else
        atrous_permuted_store(2 * spacing, pixel, light, atrous_guide(permuted, ivec2(0)));
}
