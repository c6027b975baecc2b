/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * mirror_halves: a plane as an image of RGBA16F, made of a smaller picture.
 *
 * Computes    image(p) = the picture's texel, repeated and every second time mirrored.
 * Bench       none: bench/thread_group_tiling/wide_planes.c, before anything is timed.
 * Bindings    0 picture, base.x * base.y texels, row-major; 1 image, size.x by size.y.
 * Constants   none; push of mirror.glsl.
 * Dispatch    a thread per texel of the image, groups of 8 by 8.
 * Work        reads 16 bytes and writes a texel per thread.
 * Error       none: the picture's numbers are zero or normal halves.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own.
 */
#include "thread_group_tiling/mirror.glsl"

layout(binding = 1, rgba16f) writeonly uniform image2D plane;

void main()
{
    const uvec2 at = gl_GlobalInvocationID.xy;
    if (all(lessThan(at, size)))
        imageStore(plane, ivec2(at), mirror_texel(at));
}
