/* SPDX-License-Identifier: MIT */
#version 460
/*
 * group_count: the first part of grouping by key: how many entries each key has.
 *
 * Computes    adds the number of entries of each key to its count; and of each entry, how many of
 *             its key were counted before it, in whatever order that happens.
 * Bench       all that group (bench/common/counting_group.h); no baseline.
 * Bindings    0 keys, a word per entry; 1 counts, zero at the start; 2 ranks.
 * Constants   0 group size; push.entries, how many.
 * Dispatch    a thread per entry; the group's index is x + y * groups in x.
 * Work        reads 4 bytes per entry and writes 4; an atomic per entry, in few places where keys
 *             are alike.
 * Error       none: integers.
 * Needs       nothing beyond Vulkan 1.3; no forward progress between groups.
 * Source      counting sort, with the atomic's result for the rank.
 */
layout(local_size_x_id = 0) in;

layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) buffer Counts { uint counts[]; };
layout(std430, binding = 2) writeonly buffer Ranks { uint ranks[]; };

layout(push_constant) uniform Push
{
    uint entries;
} push;

void main()
{
    const uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    const uint i = group * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    if (i < push.entries)
        ranks[i] = atomicAdd(counts[keys[i]], 1);
}
