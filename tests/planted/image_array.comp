/* SPDX-License-Identifier: MIT */
#version 460
/*
 * image_array: binds two images at one binding, which claimcheck does not.
 *
 * Computes    colours[i] = the sum of two images at a point.
 * Bench       tests/engine/gpu/spirv_test.c only.
 * Bindings    0 colours; 1 the images.
 * Dispatch    a group of 64 per 64 colours.
 * Work        two look-ups per colour.
 * Error       the samplers'.
 */
layout(local_size_x = 64) in;

layout(std430, binding = 0) writeonly buffer Colours { vec4 colours[]; };
layout(binding = 1) uniform sampler2D images[2];

void main()
{
    const uint i = gl_GlobalInvocationID.x;
    colours[i] = textureLod(images[0], vec2(0.5), 0) + textureLod(images[1], vec2(0.5), 0);
}
