/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * append: the valid entries of a stream, in whatever order groups come; one atomic per group.
 *
 * Computes    the valid entries at the start of the output, in no order, and adds how many they are
 *             to the count.
 * Bench       stream_reduction.compact, variant append; no baseline.
 * Bindings    0 the stream, 1 the output, each as tuples or as indices; 2 the count, zero at the
 *             start.
 * Constants   0 group size; 1 ELEMENT_WORDS of element.glsl; push.entries, of the stream.
 * Dispatch    a thread per 4 entries, which lie a group's size apart; the group's index is x + y *
 *             groups in x.
 * Work        reads every entry and writes the valid ones; an atomic per group that has any.
 * Error       none: words are copied.
 * Needs       subgroup_ballot; no forward progress between groups.
 * Source      contender; aggregated atomics.
 */
layout(local_size_x_id = 0) in;

#extension GL_KHR_shader_subgroup_ballot : require

#include "stream_reduction/element.glsl"

layout(std430, binding = 2) buffer Count { uint count; };

layout(push_constant) uniform Push
{
    uint entries;
} push;

const uint ENTRIES = 4; /* of one thread */

shared uint group_count, group_start;

void main()
{
    const uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    const uint first = group * ENTRIES * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    uvec4 elements[ENTRIES];
    uint places[ENTRIES], sum = 0, start = 0;
    bool valid[ENTRIES];
    if (gl_LocalInvocationIndex == 0)
        group_count = 0;
    barrier();
    for (uint k = 0; k < ENTRIES; k++) {
        const uint i = first + k * gl_WorkGroupSize.x;
        elements[k] = i < push.entries ? element_load(i) : element_null();
    }
    for (uint k = 0; k < ENTRIES; k++) {
        valid[k] = element_valid(elements[k]);
        const uvec4 ballot = subgroupBallot(valid[k]);
        places[k] = sum + subgroupBallotExclusiveBitCount(ballot);
        sum += subgroupBallotBitCount(ballot);
    }
    if (sum > 0 && subgroupElect())
        start = atomicAdd(group_count, sum);
    start = subgroupBroadcastFirst(start);
    barrier();
    if (gl_LocalInvocationIndex == 0 && group_count > 0)
        group_start = atomicAdd(count, group_count);
    barrier();
    for (uint k = 0; k < ENTRIES; k++)
        if (valid[k])
            element_store(group_start + start + places[k], elements[k]);
}
