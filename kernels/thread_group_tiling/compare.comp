/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * compare: the pixels of a result that differ from the answer, bit by bit.
 *
 * Computes    how many pixels differ, and the number y * size.x + x of the first of them.
 * Bench       none: bench/thread_group_tiling/wide_check.c, after an execution.
 * Bindings    0 result, 1 answer, both in LAYOUT; 2 differing: the count, at first 0, and the
 *             first, at first 0xffffffff.
 * Constants   0 LAYOUT (not of images), 1 FORMAT, of layout.glsl; push.size.
 * Dispatch    a thread per pixel, groups of 8 by 8.
 * Work        reads both texels.
 * Error       none: integers.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own.
 */
#include "thread_group_tiling/layout.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

layout(constant_id = 0) const uint LAYOUT = 1;
layout(constant_id = 1) const uint FORMAT = 0;

layout(std430, binding = 0) readonly buffer Result { uvec2 result[]; };
layout(std430, binding = 1) readonly buffer Answer { uvec2 answer[]; };
layout(std430, binding = 2) buffer Differing { uint count, first; };
layout(push_constant) uniform Push { uvec2 size; };

void main()
{
    const uvec2 at = gl_GlobalInvocationID.xy;
    if (any(greaterThanEqual(at, size)))
        return;
    const uint index = layout_index(LAYOUT, FORMAT, size.x, at);
    const uint pairs = FORMAT == FORMAT_RGBA16F ? 1 : 2;
    bool differs = false;
    for (uint i = 0; i < pairs; i++)
        differs = differs || result[index * pairs + i] != answer[index * pairs + i];
    if (!differs)
        return;
    atomicAdd(count, 1);
    atomicMin(first, at.y * size.x + at.x);
}
