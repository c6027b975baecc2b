/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * texture: passes over an image that look up each texel by itself, unfiltered.
 *
 * Computes    per group the sum of all components of all texels that it visited, modulo 2^32.
 * Bench       ceilings.texture, variants rgba16f (the baseline) and rgba32f.
 * Bindings    0 image, of components that are whole numbers below 2048; 1 a sum per group.
 * Constants   0 BLOCKS; push.shift of the image's blocks, push.each, push.seed is not used.
 * Dispatch    groups of 256, rows of them in y; visits.glsl, with blocks of 32 by 32 texels in the
 *             place of BLOCK vectors.
 * Work        4 lookups per thread and visit, all in flight at once; a subgroup of 32 looks up 8 by
 *             4 texels. Writes 4 bytes per group.
 * Error       none: sums of floats that are whole numbers below 2^24, while push.each is at most
 *             500.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own.
 */
#include "ceilings/visits.glsl"

layout(binding = 0) uniform sampler2D image;
layout(std430, binding = 1) writeonly buffer Tallies { uint tallies[]; };

shared uint sums[256], partial[16];

/* Corner of this thread's first texel in the block of this group's visit i. Blocks lie in rows, of
 * as many as there are, or twice as many. */
ivec2 visit_texel(uint i)
{
    const uint across = (push.shift + 1) / 2;
    const uint block = visit_vector(i) / BLOCK;
    const uint thread = gl_LocalInvocationID.x;
    const uvec2 corner = uvec2(block & ((1u << across) - 1), block >> across);
    /* Bits 0 to 2 and 5 are x, 3, 4, 6 and 7 are y, of 16 by 16. */
    const uvec2 within = uvec2(thread & 7 | thread >> 2 & 8, thread >> 3 & 3 | thread >> 4 & 12);
    return ivec2(32 * corner + within);
}

void main()
{
    vec4 sum = vec4(0);
    for (uint i = 0; i < push.each; i++) {
        const ivec2 at = visit_texel(i);
        const vec4 texels[4] = { texelFetch(image, at, 0), texelFetch(image, at + ivec2(16, 0), 0),
                                 texelFetch(image, at + ivec2(0, 16), 0),
                                 texelFetch(image, at + ivec2(16, 16), 0) };
        sum += texels[0] + texels[1] + (texels[2] + texels[3]);
    }
    /* 256 to 16 to 1, as read.comp. */
    const uint thread = gl_LocalInvocationID.x;
    sums[thread] = uint(sum.x + sum.y + (sum.z + sum.w));
    barrier();
    if (thread < 16) {
        uint part = 0;
        for (uint i = 0; i < 16; i++)
            part += sums[16 * i + thread];
        partial[thread] = part;
    }
    barrier();
    if (thread == 0) {
        uint total = 0;
        for (uint i = 0; i < 16; i++)
            total += partial[i];
        tallies[visit_group()] = total;
    }
}
