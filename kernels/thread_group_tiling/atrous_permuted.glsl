/* SPDX-License-Identifier: MIT */
/*
 * atrous_permuted.glsl: where pixels lie for a pass with its taps `spacing` apart, so that they are
 * neighbours: pixels of one remainder by the spacing, in x and in y, make a picture of their own,
 * `spacing` by `spacing` of which lie side by side, each padded to as many pixels as the largest.
 * Bindings 12 and 13 have what the next pass reads: light and variance, and the guide.
 */
#ifndef THREAD_GROUP_TILING_ATROUS_PERMUTED_GLSL
#define THREAD_GROUP_TILING_ATROUS_PERMUTED_GLSL

#include "thread_group_tiling/wide.glsl"

layout(std430, binding = 12) writeonly buffer LightHalves { uvec2 light_halves[]; };
layout(std430, binding = 12) writeonly buffer LightFloats { vec4 light_floats[]; };
layout(std430, binding = 13) writeonly buffer GuideHalves { uvec2 guide_halves[]; };
layout(std430, binding = 13) writeonly buffer GuideFloats { vec4 guide_floats[]; };

/* Pixels of the largest of these pictures. */
ivec2 atrous_permuted_size(int spacing)
{
    return (size + spacing - 1) / spacing;
}

/* Where a permuted pixel lies in buffers. */
uint atrous_permuted_index(int spacing, ivec2 at)
{
    const uint layout_ = LAYOUT == LAYOUT_LINEAR ? LAYOUT_LINEAR : LAYOUT_BLOCK;
    const uint width = uint(spacing * atrous_permuted_size(spacing).x);
    return layout_index(layout_, FORMAT, width, uvec2(at));
}

uvec2 atrous_permuted_halves(vec4 value)
{
    return uvec2(wide_half(value.x) | wide_half(value.y) << 16,
                 wide_half(value.z) | wide_half(value.w) << 16);
}

/* For a next pass of this spacing. */
void atrous_permuted_store(int spacing, ivec2 pixel, vec4 light, vec4 guide)
{
    const ivec2 at = pixel % spacing * atrous_permuted_size(spacing) + pixel / spacing;
    const uint index = atrous_permuted_index(spacing, at);
    if (FORMAT == FORMAT_RGBA16F) {
        light_halves[index] = atrous_permuted_halves(light);
        guide_halves[index] = atrous_permuted_halves(guide);
    } else {
        light_floats[index] = light;
        guide_floats[index] = guide;
    }
}

#endif
