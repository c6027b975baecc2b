/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * octree_leaves: how many discs each leaf has.
 *
 * Computes    adds to the word of each leaf how many centres it holds, and numbers them.
 * Bench       detp.estimate, variants octree.
 * Bindings    0 discs; 1 discs of each leaf, zeros at the start; 2 the number of each disc
 *             among those of its leaf.
 * Constants   0 group size, 1 DEPTH; push of octree.glsl.
 * Dispatch    a thread per disc.
 * Work        reads 16 bytes per disc, writes 4; an atomic each.
 * Error       none: integers; a centre on a face goes to the upper leaf, as in all of octree.glsl.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      contender: a counting sort; discs belong to the leaf of their centre.
 */
layout(local_size_x_id = 0) in;

#include "detp/detp.glsl"
#include "detp/octree.glsl"

layout(std430, binding = 0) readonly buffer Discs { vec4 discs[]; };
layout(std430, binding = 1) buffer Counts { uint first_discs[]; };
layout(std430, binding = 2) writeonly buffer Numbers { uint numbers[]; };

void main()
{
    const uint disc = gl_GlobalInvocationID.x;
    if (disc < push.disc_count)
        numbers[disc] = atomicAdd(first_discs[octree_leaf(discs[2 * disc].xyz)], 1);
}
