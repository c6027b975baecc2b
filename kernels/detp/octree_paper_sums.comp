/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * octree_paper_sums: energies of a leaf's discs to where all discs have theirs.
 *
 * Computes    adds the four words of each disc of the leaf to those of the same disc.
 * Bench       detp.estimate, variants octree_paper.
 * Bindings    0 list of the leaf's discs; 1 energies; 2 sums, zeros at the start.
 * Constants   0 group size; push.disc_count.
 * Dispatch    a thread per disc.
 * Work        reads 36 bytes per disc, writes 16.
 * Error       none: integers.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      Lastra et al. 2008, section 3.6: a vertex per disc, blended.
 */
layout(local_size_x_id = 0) in;

layout(std430, binding = 0) readonly buffer List { uint list[]; };
layout(std430, binding = 1) readonly buffer Energies { uvec4 energies[]; };
layout(std430, binding = 2) buffer Sums { uvec4 sums[]; };

layout(push_constant) uniform Push
{
    uint disc_count;
} push;

void main()
{
    const uint j = gl_GlobalInvocationID.x;
    if (j < push.disc_count)
        sums[list[j]] += energies[j];
}
