/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/* octree_jobs by one thread, but what is left of a list behind its last whole job is forgotten. */
layout(local_size_x_id = 0) in;
layout(constant_id = 2) const uint RAYS = 512;
layout(constant_id = 3) const uint DISCS = 256;
#include "detp/detp.glsl"
#include "detp/octree.glsl"
layout(std430, binding = 0) readonly buffer Counts { uint first_entries[]; };
layout(std430, binding = 1) writeonly buffer Jobs { uint first_jobs[]; };
layout(std430, binding = 2) writeonly buffer Arguments { uint arguments[3]; };
layout(std430, binding = 3) readonly buffer Leaves { uint first_discs[]; };
void main()
{
    uint jobs = 0;
    if (gl_LocalInvocationIndex > 0)
        return;
    for (uint node = 0; node < OCTREE_NODES; node++) {
        const uint rays =
            first_entries[octree_part(node + 1, 0)] - first_entries[octree_part(node, 0)];
        const uint discs = first_discs[8 * node + 8] - first_discs[8 * node];
        first_jobs[node] = jobs;
        jobs += rays / RAYS * ((discs + DISCS - 1) / DISCS);
    }
    first_jobs[OCTREE_NODES] = jobs;
    arguments[0] = jobs;
    arguments[1] = arguments[2] = 1;
}
