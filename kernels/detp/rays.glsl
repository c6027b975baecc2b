/* SPDX-License-Identifier: MIT */
/*
 * rays.glsl: what the kernels of `ray_tracing` and `ray_query` have in common. Each disc stands in
 * an acceleration structure as a triangle around it, larger by a little, and rays are longer by a
 * little at both ends: what the device finds is more than the hits, and detp_hit() decides. Vulkan
 * says of a candidate that it is there, and nothing of the last bits of its t.
 */
#ifndef DETP_RAYS_GLSL
#define DETP_RAYS_GLSL

#include "detp/detp.glsl"

layout(constant_id = 1) const bool COUNT = false;

layout(std430, binding = 1) readonly buffer Rays { vec4 rays[]; };
layout(std430, binding = 2) readonly buffer Discs { vec4 discs[]; };
layout(std430, binding = 3) buffer Sums { uint sums[]; };
layout(std430, binding = 4) buffer Tests { uint tests[2]; }; /* low, high */

layout(push_constant) uniform Push
{
    detp_rule rule;
    float widen; /* a ray at both ends, in units of t */
    uint ray_count;
} push;

/* The candidate's part of the answer; with COUNT it is counted in `tests`, and that is all. */
void rays_take(uint ray, uint disc)
{
    if (COUNT) {
        if (atomicAdd(tests[0], 1) == 0xffffffffu)
            atomicAdd(tests[1], 1);
        return;
    }
    const detp_ray from = detp_ray_load(rays[2 * ray], rays[2 * ray + 1]);
    const detp_disc at = detp_disc_load(discs[2 * disc], discs[2 * disc + 1]);
    if (!detp_hit(from, at, push.rule))
        return;
    const uvec3 energy = detp_energy(from.energies);
    for (uint k = 0; k < 3; k++)
        atomicAdd(sums[4 * disc + k], energy[k]);
    atomicAdd(sums[4 * disc + 3], 1);
}

/* Where the device looks: it begins behind the origin, since no t below 0 is legal. */
detp_ray rays_widened(uint ray)
{
    detp_ray whole = detp_ray_load(rays[2 * ray], rays[2 * ray + 1]);
    whole.origin -= push.widen * whole.direction;
    whole.t_max += push.rule.t_slack + 2 * push.widen;
    return whole;
}

#endif
