/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * sort_count: the first part of a pass of a sort: how often each digit stands in a tile.
 *
 * Computes    word d * tiles + t of the counts: how many keys of tile t have the digit d.
 * Bench       all that sort (bench/common/counting_sort.h); no baseline.
 * Bindings    0 keys; 1 counts.
 * Constants   0 group size; 1 DIGIT_BITS (8 at most); push of sort_digit.glsl.
 * Dispatch    a group per tile of 4 entries per thread; the index is x + y * groups in x.
 * Work        reads 4 bytes per entry; writes 4 per digit and tile; a shared atomic per entry.
 * Error       none: integers.
 * Needs       nothing beyond Vulkan 1.3; no forward progress between groups.
 * Source      Satish et al. 2009.
 */
layout(local_size_x_id = 0) in;

#include "common/sort_digit.glsl"

layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) writeonly buffer Counts { uint counts[]; };

shared uint count[256];

void main()
{
    const uint tile = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    const uint first = tile * ENTRIES * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    for (uint d = gl_LocalInvocationIndex; d < 1 << DIGIT_BITS; d += gl_WorkGroupSize.x)
        count[d] = 0;
    barrier();
    for (uint k = 0; k < ENTRIES; k++) {
        const uint i = first + k * gl_WorkGroupSize.x;
        if (i < push.entries)
            atomicAdd(count[digit_of(keys[i])], 1);
    }
    barrier();
    if (tile >= push.tiles)
        return;
    for (uint d = gl_LocalInvocationIndex; d < 1 << DIGIT_BITS; d += gl_WorkGroupSize.x)
        counts[d * push.tiles + tile] = count[d];
}
