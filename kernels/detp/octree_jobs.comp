/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * octree_jobs: long leaves split over groups.
 *
 * Computes    the first job of each node, and behind the last their number: a node has one for
 *             every RAYS rays of its list, rounded up, and DISCS discs, rounded up; and groups for
 *             all of them, as three words.
 * Bench       detp.estimate, variants octree.
 * Bindings    0 first entries, of each node and block; 1 first jobs; 2 arguments; 3 first disc of
 *             each leaf.
 * Constants   0 group size, 1 DEPTH, 2 RAYS, 3 DISCS of a job; push of octree.glsl.
 * Dispatch    one group.
 * Work        reads 8 bytes per node, writes 4; one group, bound by latency.
 * Error       none: integers.
 * Needs       subgroup_arithmetic; no forward progress between groups.
 * Source      contender.
 */
layout(local_size_x_id = 0) in;
layout(constant_id = 2) const uint RAYS = 512;
layout(constant_id = 3) const uint DISCS = 256;

#include "common/scan.glsl"
#include "detp/detp.glsl"
#include "detp/octree.glsl"

layout(std430, binding = 0) readonly buffer Counts { uint first_entries[]; };
layout(std430, binding = 1) writeonly buffer Jobs { uint first_jobs[]; };
layout(std430, binding = 2) writeonly buffer Arguments { uint arguments[3]; };
layout(std430, binding = 3) readonly buffer Leaves { uint first_discs[]; };

const uint COLUMNS = 32768; /* groups in a row */

uint node_jobs(uint node)
{
    const uint rays = first_entries[octree_part(node + 1, 0)] - first_entries[octree_part(node, 0)];
    const uint discs = first_discs[8 * node + 8] - first_discs[8 * node];
    return (rays + RAYS - 1) / RAYS * ((discs + DISCS - 1) / DISCS);
}

void main()
{
    uint carry = 0;
    for (uint base = 0; base < OCTREE_NODES; base += gl_WorkGroupSize.x) {
        const uint node = base + gl_LocalInvocationIndex;
        const bool own = node < OCTREE_NODES;
        uint total;
        const uint before = scan_group(own ? node_jobs(node) : 0, total);
        if (own)
            first_jobs[node] = carry + before;
        carry += total;
    }
    if (gl_LocalInvocationIndex > 0)
        return;
    first_jobs[OCTREE_NODES] = carry;
    arguments[0] = min(carry, COLUMNS);
    arguments[1] = (carry + COLUMNS - 1) / COLUMNS;
    arguments[2] = 1;
}
