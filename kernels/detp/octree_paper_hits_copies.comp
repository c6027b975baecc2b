/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * octree_paper_hits_copies: the discs of a leaf against a chunk of its rays, without indices.
 *
 * Computes    four words per disc of the leaf: what the rays of the chunk bring, added to what
 *             those before it brought, unless it is the first.
 * Bench       detp.estimate, variants octree_paper (access copy).
 * Bindings    0 the leaf's rays; 1 its discs; 2 energies.
 * Constants   0 group size; push.rule, push.ray_first and push.ray_last, behind the last, of the
 *             chunk, push.disc_count.
 * Dispatch    a thread per disc.
 * Work        reads 36 bytes per pair, most from caches; a full test per pair.
 * Error       that of detp_hit().
 * Needs       nothing beyond Vulkan 1.3.
 * Source      octree_paper_hits without what Lastra et al. 2008, section 3.2, say an index costs.
 */
layout(local_size_x_id = 0) in;

#include "detp/detp.glsl"

layout(std430, binding = 0) readonly buffer Rays { vec4 rays[]; };
layout(std430, binding = 1) readonly buffer Discs { vec4 discs[]; };
layout(std430, binding = 2) buffer Energies { uvec4 energies[]; };

layout(push_constant) uniform Push
{
    detp_rule rule;
    uint ray_first, ray_last, disc_count;
} push;

/* Rays that all discs of the group come to next: what a texture's cache is for in the paper. */
shared vec4 tile[2 * gl_WorkGroupSize.x];

void tile_load(uint i)
{
    const uint from = 2 * min(i, push.ray_last - 1);
    tile[2 * gl_LocalInvocationIndex] = rays[from];
    tile[2 * gl_LocalInvocationIndex + 1] = rays[from + 1];
}

void main()
{
    const uint j = gl_GlobalInvocationID.x;
    const uint at = 2 * min(j, push.disc_count - 1);
    const detp_disc disc = detp_disc_load(discs[at], discs[at + 1]);
    uvec4 sums = uvec4(0);
    for (uint base = push.ray_first; base < push.ray_last; base += gl_WorkGroupSize.x) {
        const uint count = min(gl_WorkGroupSize.x, push.ray_last - base);
        barrier(); /* the tile before has been read */
        tile_load(base + gl_LocalInvocationIndex);
        barrier();
        for (uint i = 0; i < count; i++) {
            const detp_ray ray = detp_ray_load(tile[2 * i], tile[2 * i + 1]);
            if (detp_hit(ray, disc, push.rule))
                sums += uvec4(detp_energy(ray.energies), 1);
        }
    }
    if (j < push.disc_count)
        energies[j] = push.ray_first > 0 ? energies[j] + sums : sums;
}
