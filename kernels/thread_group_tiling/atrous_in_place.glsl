/* SPDX-License-Identifier: MIT */
/* atrous_in_place.glsl: for passes over pictures that lie as they are: taps are own[0].x pixels
 * apart, and their guide is plane 1. Who includes it defines atrous_light(). */
#ifndef THREAD_GROUP_TILING_ATROUS_IN_PLACE_GLSL
#define THREAD_GROUP_TILING_ATROUS_IN_PLACE_GLSL

#include "thread_group_tiling/atrous.glsl"
#include "thread_group_tiling/wide.glsl"

ivec2 atrous_at(ivec2 pixel, ivec2 tap)
{
    return pixel + own[0].x * tap;
}

vec4 atrous_guide(ivec2 pixel, ivec2 tap)
{
    return wide_texel(1, atrous_at(pixel, tap));
}

bool atrous_inside(ivec2 pixel, ivec2 tap)
{
    const ivec2 at = atrous_at(pixel, tap);
    return all(greaterThanEqual(at, ivec2(0))) && wide_within(at);
}

#endif
