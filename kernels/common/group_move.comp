/* SPDX-License-Identifier: MIT */
#version 460
/*
 * group_move: the last part of grouping by key: entries to their places.
 *
 * Computes    at the place of each entry, which is the start of its key and its rank, its value.
 * Bench       all that group (bench/common/counting_group.h); no baseline.
 * Bindings    0 keys, a word per entry; 1 starts of keys; 2 ranks of group_count; 3 values; 4 the
 *             output.
 * Constants   0 group size; 1 INDICES (an entry's value is its index, and binding 3 is not read);
 *             push.entries, how many.
 * Dispatch    a thread per entry; the group's index is x + y * groups in x.
 * Work        reads 12 bytes per entry, 8 with INDICES, and writes 4, in whatever order keys have.
 * Error       none: integers.
 * Needs       nothing beyond Vulkan 1.3; no forward progress between groups.
 * Source      counting sort.
 */
layout(local_size_x_id = 0) in;

layout(constant_id = 1) const bool INDICES = false;

layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) readonly buffer Starts { uint starts[]; };
layout(std430, binding = 2) readonly buffer Ranks { uint ranks[]; };
layout(std430, binding = 3) readonly buffer Values { uint values[]; };
layout(std430, binding = 4) writeonly buffer Output { uint grouped[]; };

layout(push_constant) uniform Push
{
    uint entries;
} push;

void main()
{
    const uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    const uint i = group * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    if (i < push.entries)
        grouped[starts[keys[i]] + ranks[i]] = INDICES ? i : values[i];
}
