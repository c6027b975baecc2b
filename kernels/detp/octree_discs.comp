/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * octree_discs: the discs, leaf by leaf.
 *
 * Computes    copies each disc to its place, behind the discs of the leaves before its own; the
 *             unused float beside the centre becomes its index, as bits.
 * Bench       detp.estimate, variants octree.
 * Bindings    0 discs; 1 first disc of each leaf; 2 the number of each disc among
 *             those of its leaf; 3 sorted discs.
 * Constants   0 group size, 1 DEPTH; push of octree.glsl.
 * Dispatch    a thread per disc.
 * Work        reads 40 bytes per disc, writes 32.
 * Error       none: copies.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      contender: a counting sort.
 */
layout(local_size_x_id = 0) in;

#include "detp/detp.glsl"
#include "detp/octree.glsl"

layout(std430, binding = 0) readonly buffer Discs { vec4 discs[]; };
layout(std430, binding = 1) readonly buffer Counts { uint first_discs[]; };
layout(std430, binding = 2) readonly buffer Numbers { uint numbers[]; };
layout(std430, binding = 3) writeonly buffer Sorted { vec4 sorted[]; };

void main()
{
    const uint disc = gl_GlobalInvocationID.x;
    if (disc >= push.disc_count)
        return;
    const vec3 centre = discs[2 * disc].xyz;
    const uint to = first_discs[octree_leaf(centre)] + numbers[disc];
    sorted[2 * to] = vec4(centre, uintBitsToFloat(disc));
    sorted[2 * to + 1] = discs[2 * disc + 1];
}
