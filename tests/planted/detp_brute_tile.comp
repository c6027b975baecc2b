/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/* brute, one disc a thread, but the last ray of each tile of 128 is left out. */
layout(local_size_x = 128) in;
#include "detp/detp.glsl"
layout(std430, binding = 0) readonly buffer Rays { vec4 rays[]; };
layout(std430, binding = 1) readonly buffer Discs { vec4 discs[]; };
layout(std430, binding = 2) buffer Sums { uint sums[]; };
layout(push_constant) uniform Push
{
    vec3 middle;
    float cull;
    detp_rule rule;
    uint ray_count, disc_count, group_rays;
} push;
void main()
{
    for (uint k = 0; k < 4; k++) {
        const uint disc = (gl_WorkGroupID.x * 4 + k) * 128 + gl_LocalInvocationIndex;
        const uint first = gl_WorkGroupID.y * push.group_rays;
        for (uint i = first; i < min(first + push.group_rays, push.ray_count); i++) {
            const detp_ray ray = detp_ray_load(rays[2 * i], rays[2 * i + 1]);
            if (i % 128 == 127 || disc >= push.disc_count ||
                !detp_hit(ray, detp_disc_load(discs[2 * disc], discs[2 * disc + 1]), push.rule))
                continue;
            for (uint w = 0; w < 3; w++)
                atomicAdd(sums[4 * disc + w], detp_energy(ray.energies)[w]);
            atomicAdd(sums[4 * disc + 3], 1);
        }
    }
}
