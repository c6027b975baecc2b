/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * octree_count: how many rays of each block pass each node.
 *
 * Computes    the word of each node and block: how many rays of the block pass the node's box,
 *             grown by the radius.
 * Bench       detp.estimate, variants octree.
 * Bindings    0 rays; 1 rays of each node and block.
 * Constants   0 group size, 1 DEPTH (4 at most: a word of shared memory per node), 2 RAYS of a
 *             block; push of octree.glsl.
 * Dispatch    a group per block.
 * Work        reads 32 bytes per ray, writes 4 per node and block; a visit per entry of the lists.
 * Error       none; boxes are grown by more than rounding can be.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      contender: breadth first, as Lastra et al. 2008, section 3.3, would have it if memory
 *             allowed; three levels of the tree at a time.
 */
layout(local_size_x_id = 0) in;
layout(constant_id = 2) const uint RAYS = 1024;

#include "detp/detp.glsl"
#include "detp/octree_walk.glsl"

layout(std430, binding = 0) readonly buffer Rays { vec4 rays[]; };
layout(std430, binding = 1) writeonly buffer Counts { uint first_entries[]; };

shared uint passing[OCTREE_NODES];

void octree_visit(uint node)
{
    atomicAdd(passing[node], 1);
}

void main()
{
    const uint block = gl_WorkGroupID.x;
    for (uint node = gl_LocalInvocationIndex; node < OCTREE_NODES; node += gl_WorkGroupSize.x)
        passing[node] = 0;
    barrier();
    for (uint k = gl_LocalInvocationIndex; k < RAYS; k += gl_WorkGroupSize.x) {
        const uint i = block * RAYS + k, ray = push.ray_first + i;
        if (i < push.ray_count)
            octree_walk(detp_ray_load(rays[2 * ray], rays[2 * ray + 1]));
    }
    barrier();
    for (uint node = gl_LocalInvocationIndex; node < OCTREE_NODES; node += gl_WorkGroupSize.x)
        first_entries[octree_part(node, block)] = passing[node];
}
