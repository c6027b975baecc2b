/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * octree_fill: the lists of rays, node by node.
 *
 * Computes    writes each ray's index into the list of each node that it passes, among those of its
 *             block in any order.
 * Bench       detp.estimate, variants octree.
 * Bindings    0 rays; 1 first entry of each node and block; 2 lists.
 * Constants   0 group size, 1 DEPTH (4 at most: a word of shared memory per node), 2 RAYS of a
 *             block, as octree_count had; push of octree.glsl.
 * Dispatch    a group per block.
 * Work        reads 32 bytes per ray and 4 per node and block, writes 4 per entry.
 * Error       none: the same visits as octree_count's.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      contender: see octree_count.
 */
layout(local_size_x_id = 0) in;
layout(constant_id = 2) const uint RAYS = 1024;

#include "detp/detp.glsl"
#include "detp/octree_walk.glsl"

layout(std430, binding = 0) readonly buffer Rays { vec4 rays[]; };
layout(std430, binding = 1) readonly buffer Counts { uint first_entries[]; };
layout(std430, binding = 2) writeonly buffer Lists { uint lists[]; };

shared uint next[OCTREE_NODES];
uint listed; /* the ray */

void octree_visit(uint node)
{
    const uint to = atomicAdd(next[node], 1);
    lists[to] = listed;
}

void main()
{
    const uint block = gl_WorkGroupID.x;
    for (uint node = gl_LocalInvocationIndex; node < OCTREE_NODES; node += gl_WorkGroupSize.x)
        next[node] = first_entries[octree_part(node, block)];
    barrier();
    for (uint k = gl_LocalInvocationIndex; k < RAYS; k += gl_WorkGroupSize.x) {
        const uint i = block * RAYS + k;
        listed = push.ray_first + i;
        if (i < push.ray_count)
            octree_walk(detp_ray_load(rays[2 * listed], rays[2 * listed + 1]));
    }
}
