/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * pick: some pixels of a result.
 *
 * Computes    picked[i] = the result's texel of pixel number pixels[i] = y * width + x.
 * Bench       none: bench/thread_group_tiling/wide_check.c, after an execution.
 * Bindings    0 result, in LAYOUT; 1 pixels; 2 picked, uvec2 of RGBA16F, two of them of RGBA32F.
 * Constants   0 LAYOUT (not of images), 1 FORMAT, of layout.glsl; push.width, push.count.
 * Dispatch    a thread per pixel picked, groups of 64.
 * Work        reads and writes a texel per thread.
 * Error       none: integers.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own.
 */
#include "thread_group_tiling/layout.glsl"

layout(local_size_x = 64) in;

layout(constant_id = 0) const uint LAYOUT = 1;
layout(constant_id = 1) const uint FORMAT = 0;

layout(std430, binding = 0) readonly buffer Result { uvec2 result[]; };
layout(std430, binding = 1) readonly buffer Pixels { uint pixels[]; };
layout(std430, binding = 2) writeonly buffer Picked { uvec2 picked[]; };
layout(push_constant) uniform Push { uint width, count; };

void main()
{
    const uint i = gl_GlobalInvocationID.x;
    if (i >= count)
        return;
    const uvec2 at = uvec2(pixels[i] % width, pixels[i] / width);
    const uint pairs = FORMAT == FORMAT_RGBA16F ? 1 : 2;
    for (uint k = 0; k < pairs; k++)
        picked[i * pairs + k] = result[layout_index(LAYOUT, FORMAT, width, at) * pairs + k];
}
