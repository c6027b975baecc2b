/* SPDX-License-Identifier: MIT */
#version 460
/*
 * image_store: writes a texel per invocation into an image of each format.
 *
 * Computes    texel (x, y) = (x, y, 8 y + x, -0.5); of RGBA8 (x, y, 8 y + x, 255) / 255.
 * Bench       tests/engine/gpu/image_gpu_test.c only.
 * Bindings    0 1 2 3 images of RGBA8, R32F, RGBA16F, RGBA32F.
 * Dispatch    groups of 8 x 8; what lies outside of an image is not there.
 * Work        36 bytes written per invocation.
 */
layout(local_size_x = 8, local_size_y = 8) in;

layout(binding = 0, rgba8) uniform writeonly image2D bytes;
layout(binding = 1, r32f) uniform writeonly image2D floats;
layout(binding = 2, rgba16f) uniform writeonly image2D halves;
layout(binding = 3, rgba32f) uniform writeonly image2D quads;

void main()
{
    const ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    const vec3 number = vec3(at, 8 * at.y + at.x);
    imageStore(bytes, at, vec4(number, 255) / 255);
    imageStore(floats, at, vec4(number.z));
    imageStore(halves, at, vec4(number, -0.5));
    imageStore(quads, at, vec4(number, -0.5));
}
