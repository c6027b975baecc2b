/* SPDX-License-Identifier: MIT */
/* wide_before.glsl: beside wide.glsl, for kernels of a second pass: what the pass before wrote. */
#ifndef THREAD_GROUP_TILING_WIDE_BEFORE_GLSL
#define THREAD_GROUP_TILING_WIDE_BEFORE_GLSL

#include "thread_group_tiling/wide.glsl"

layout(std430, binding = 10) readonly buffer BeforeHalves { uvec2 before_halves[]; };
layout(std430, binding = 10) readonly buffer BeforeFloats { vec4 before_floats[]; };

/* Its texel; of the nearest pixel for those outside. */
vec4 wide_before(ivec2 at)
{
    const uint layout_ = LAYOUT == LAYOUT_LINEAR ? LAYOUT_LINEAR : LAYOUT_BLOCK;
    const uvec2 within = uvec2(clamp(at, ivec2(0), size - 1));
    const uint index = layout_index(layout_, FORMAT, uint(size.x), within);
    if (FORMAT == FORMAT_RGBA16F)
        return wide_unpacked(before_halves[index]);
    return before_floats[index];
}

#endif
