/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * mirror_buffer: a plane as a buffer in one of the layouts, made of a smaller picture.
 *
 * Computes    plane(p) = the picture's texel, repeated and every second time mirrored.
 * Bench       none: bench/thread_group_tiling/wide_planes.c, before anything is timed.
 * Bindings    0 picture, base.x * base.y texels, row-major; 1 plane.
 * Constants   0 LAYOUT, 1 FORMAT, of layout.glsl; push of mirror.glsl.
 * Dispatch    a thread per texel of the plane, groups of 8 by 8.
 * Work        reads 16 bytes and writes a texel per thread.
 * Error       none: the picture's numbers are zero or normal halves.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own.
 */
#include "thread_group_tiling/layout.glsl"
#include "thread_group_tiling/mirror.glsl"

layout(constant_id = 0) const uint LAYOUT = 1;
layout(constant_id = 1) const uint FORMAT = 0;

layout(std430, binding = 1) writeonly buffer Halves { uvec2 halves[]; };
layout(std430, binding = 1) writeonly buffer Floats { vec4 floats[]; };

void main()
{
    const uvec2 at = gl_GlobalInvocationID.xy;
    if (any(greaterThanEqual(at, size)))
        return;
    const uint index = layout_index(LAYOUT, FORMAT, size.x, at);
    const vec4 texel = mirror_texel(at);
    if (FORMAT == FORMAT_RGBA16F)
        halves[index] = uvec2(packHalf2x16(texel.xy), packHalf2x16(texel.zw));
    else
        floats[index] = texel;
}
