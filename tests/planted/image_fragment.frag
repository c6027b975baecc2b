/* SPDX-License-Identifier: MIT */
#version 460
/*
 * image_fragment: a draw with an image, which claimcheck does not have.
 *
 * Computes    the colour of an image's middle.
 * Bench       tests/engine/gpu/image_misuse_test.c only.
 * Bindings    1 the image with its sampler.
 * Dispatch    drawn with raster_triangles.vert.
 * Work        a look-up per pixel.
 * Error       the sampler's.
 */
layout(binding = 1) uniform sampler2D image;

layout(location = 0) out vec4 colour;

void main()
{
    colour = textureLod(image, vec2(0.5), 0);
}
