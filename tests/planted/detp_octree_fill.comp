/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/* octree_fill, but in place of a ray it lists its neighbour. */
layout(local_size_x_id = 0) in;
layout(constant_id = 2) const uint RAYS = 1024;
#include "detp/detp.glsl"
#include "detp/octree_walk.glsl"
layout(std430, binding = 0) readonly buffer Rays { vec4 rays[]; };
layout(std430, binding = 1) readonly buffer Counts { uint first_entries[]; };
layout(std430, binding = 2) writeonly buffer Lists { uint lists[]; };
shared uint next[OCTREE_NODES];
uint listed;
void octree_visit(uint node)
{
    lists[atomicAdd(next[node], 1)] = listed;
}
void main()
{
    const uint block = gl_WorkGroupID.x;
    for (uint node = gl_LocalInvocationIndex; node < OCTREE_NODES; node += gl_WorkGroupSize.x)
        next[node] = first_entries[octree_part(node, block)];
    barrier();
    for (uint k = gl_LocalInvocationIndex; k < RAYS; k += gl_WorkGroupSize.x) {
        const uint i = block * RAYS + k;
        listed = push.ray_first + min(i ^ 1, push.ray_count - 1);
        if (i < push.ray_count)
            octree_walk(detp_ray_load(rays[2 * (push.ray_first + i)],
                                      rays[2 * (push.ray_first + i) + 1]));
    }
}
