/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * texture_less: as ceilings/texture, but every visit looks up the texel of its first corner alone,
 * four times.
 *
 * Computes    a wrong sum per group.
 * Bench       ceilings.texture, in tests/bench/ceilings/ceilings_kernels_test.c.
 * Bindings    as ceilings/texture.
 * Constants   as ceilings/texture.
 * Dispatch    as ceilings/texture.
 * Work        less than it says, since the texel is in a register.
 * Error       by design.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own.
 */
#include "ceilings/visits.glsl"

layout(binding = 0) uniform sampler2D image;
layout(std430, binding = 1) buffer Tallies { uint tallies[]; };

shared uint total;

void main()
{
    if (gl_LocalInvocationID.x == 0)
        total = 0;
    barrier();
    for (uint i = 0; i < push.each; i++) {
        const uint block = visit_vector(i) / BLOCK;
        const uint across = (push.shift + 1) / 2;
        const ivec2 at = 32 * ivec2(block & ((1u << across) - 1), block >> across);
        const vec4 texel = texelFetch(image, at, 0);
        atomicAdd(total, 4 * uint(texel.x + texel.y + texel.z + texel.w));
    }
    barrier();
    if (gl_LocalInvocationID.x == 0)
        tallies[visit_group()] = total;
}
