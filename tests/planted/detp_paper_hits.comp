/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/* octree_paper_hits, but the sums of the last chunk alone. */
layout(local_size_x_id = 0) in;
#include "detp/detp.glsl"
layout(std430, binding = 0) readonly buffer Rays { vec4 rays[]; };
layout(std430, binding = 1) readonly buffer Discs { vec4 discs[]; };
layout(std430, binding = 2) readonly buffer RayList { uint ray_list[]; };
layout(std430, binding = 3) readonly buffer DiscList { uint disc_list[]; };
layout(std430, binding = 4) writeonly buffer Energies { uvec4 energies[]; };
layout(push_constant) uniform Push
{
    detp_rule rule;
    uint ray_first, ray_last, disc_count;
} push;
void main()
{
    const uint j = gl_GlobalInvocationID.x;
    if (j >= push.disc_count)
        return;
    const uint at = 2 * disc_list[j];
    const detp_disc disc = detp_disc_load(discs[at], discs[at + 1]);
    uvec4 sums = uvec4(0);
    for (uint i = push.ray_first; i < push.ray_last; i++) {
        const uint from = 2 * ray_list[i];
        const detp_ray ray = detp_ray_load(rays[from], rays[from + 1]);
        if (detp_hit(ray, disc, push.rule))
            sums += uvec4(detp_energy(ray.energies), 1);
    }
    energies[j] = sums;
}
