/* SPDX-License-Identifier: MIT */
#version 460
/*
 * image_sample: looks an image up at points.
 *
 * Computes    colours[i] = the image at points[i].xy, level points[i].z.
 * Bench       tests/engine/gpu/image_gpu_test.c only.
 * Bindings    0 points; 1 colours; 2 the image with its sampler.
 * Dispatch    a group of 64 per 64 points.
 * Work        a look-up per point.
 * Error       the sampler's.
 */
layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly buffer Points { vec4 points[]; };
layout(std430, binding = 1) writeonly buffer Colours { vec4 colours[]; };
layout(binding = 2) uniform sampler2D image;

void main()
{
    const uint i = gl_GlobalInvocationID.x;
    if (i < points.length())
        colours[i] = textureLod(image, points[i].xy, points[i].z);
}
