/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * brute: every ray against every disc.
 *
 * Computes    adds to each disc's four words what all rays bring. A thread has DISCS discs and
 *             their sums in registers; the rays of its group pass through shared memory. A pair is
 *             tested for the distance of line and centre first, with no division: the line's point
 *             nearest to the middle of the box, and its square, stand beside it. What passes is
 *             tested in full.
 * Bench       detp.estimate, variants brute.
 * Bindings    0 rays; 1 discs; 2 sums, zeros at the start.
 * Constants   0 group size, 1 DISCS of a thread; push.middle of the box, push.cull, room for
 *             rounding in squares of distances, push.rule, push.ray_count, push.disc_count,
 *             push.group_rays, the rays of a group.
 * Dispatch    in x a group per DISCS * group size discs, in y one per group_rays rays.
 * Work        about ten operations per pair; bound by arithmetic. Sums are added once per disc and
 *             group that hit.
 * Error       none but that of detp_hit(): the test of the line errs on the side of more.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      contender: Lastra et al. 2008, section 3.5, without the octree.
 */
layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint DISCS = 4;

#extension GL_EXT_control_flow_attributes : require

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

/* Rays of a tile: twice the negated point of the line nearest to the middle, the square of that
 * distance; the direction. */
shared vec4 tile_points[gl_WorkGroupSize.x];
shared vec4 tile_directions[gl_WorkGroupSize.x];

uint disc_index(uint k)
{
    return (gl_WorkGroupID.x * DISCS + k) * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
}

void tile_load(uint ray)
{
    const vec3 from = rays[2 * ray].xyz - push.middle, direction = rays[2 * ray + 1].xyz;
    const vec3 near = from - dot(from, direction) * direction;
    tile_points[gl_LocalInvocationIndex] = vec4(-2 * near, dot(near, near));
    tile_directions[gl_LocalInvocationIndex] = vec4(direction, 0);
}

/* Returns the ray's contribution to the disc: nothing, or its energies and 1. */
uvec4 brought(uint ray, uint disc)
{
    const detp_ray whole = detp_ray_load(rays[2 * ray], rays[2 * ray + 1]);
    const detp_disc at = detp_disc_load(discs[2 * disc], discs[2 * disc + 1]);
    const bool hit = detp_hit(whole, at, push.rule);
    return hit ? uvec4(detp_energy(whole.energies), 1) : uvec4(0);
}

void main()
{
    vec4 centres[DISCS]; /* from the middle; their squares, less the radius' */
    uvec4 own[DISCS];
    [[unroll]] for (uint k = 0; k < DISCS; k++) {
        const uint disc = min(disc_index(k), push.disc_count - 1);
        const vec3 centre = discs[2 * disc].xyz - push.middle;
        const float radius = discs[2 * disc + 1].w;
        centres[k] = vec4(centre, dot(centre, centre) - radius * radius - push.cull);
        own[k] = uvec4(0);
    }
    const uint first = gl_WorkGroupID.y * push.group_rays;
    const uint last = min(first + push.group_rays, push.ray_count);
    for (uint base = first; base < last; base += gl_WorkGroupSize.x) {
        const uint count = min(gl_WorkGroupSize.x, last - base);
        barrier(); /* the tile before has been read */
        tile_load(min(base + gl_LocalInvocationIndex, last - 1));
        barrier();
        for (uint i = 0; i < count; i++) {
            const vec4 point = tile_points[i];
            const vec3 direction = tile_directions[i].xyz;
            float beyond[DISCS], least = 1;
            [[unroll]] for (uint k = 0; k < DISCS; k++) {
                const float along = dot(centres[k].xyz, direction);
                beyond[k] = dot(centres[k].xyz, point.xyz) + (centres[k].w + point.w) -
                            along * along;
                least = min(least, beyond[k]);
            }
            if (least < 0)
                [[unroll]] for (uint k = 0; k < DISCS; k++)
                    if (beyond[k] < 0)
                        own[k] += brought(base + i, min(disc_index(k), push.disc_count - 1));
        }
    }
    [[unroll]] for (uint k = 0; k < DISCS; k++)
        if (own[k].w > 0 && disc_index(k) < push.disc_count)
            for (uint w = 0; w < 4; w++)
                atomicAdd(sums[4 * disc_index(k) + w], own[k][w]);
}
