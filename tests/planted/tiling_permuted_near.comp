/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * tiling_permuted_near: bad on purpose: a pass reads the guide of its own pixel for every tap.
 *
 * Computes    what atrous_permuted.comp does, with one guide for all taps.
 * Bench       tests/bench/thread_group_tiling/tiling_atrous_test.c only.
 * Bindings    0..13 of atrous_permuted.comp.
 * Constants   0..9 of atrous_permuted.comp; push of wide.glsl.
 * Dispatch    that of atrous_permuted.comp.
 * Work        that of atrous_permuted.comp.
 * Error       as planted.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own.
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
    const uint index = tap_index(permuted, ivec2(0));
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
