/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * order_count: the first part of a counting sort of discs or rays: how many there are of each key.
 *
 * Computes    adds 1 to the counter of each record's key (order.glsl); rank i is how many of its
 *             key came before record i, in whatever order they came.
 * Bench       detp.estimate, variants grid and bvh (bench/detp/order.h); no baseline.
 * Bindings    0 the records; 1 the counters, all zero at the start; 2 the ranks.
 * Constants   0 BY, as order.glsl has it; push of order_push.glsl:
 *             push.lower, where cells begin; push.items, how many; push.scale, cells per length;
 *             push.first, the counter of key 0; push.cells, on each axis; push.before (unused);
 *             push.coarser, lowest bits of a key that are left out.
 * Dispatch    a thread per record in groups of 256.
 * Work        reads 32 bytes and writes 4 per record, and an atomic addition of 1 each, over the
 *             keys.
 * Error       none: integers, and any key is a legal one. That a cell holds what lies in it, within
 *             rounding, is what the walk has margins for.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      contender; a counting sort whose first pass keeps the ranks, so that the second needs
 *             no atomics.
 */
layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly buffer Records { uvec4 records[]; };
layout(std430, binding = 1) buffer Counts { uint counts[]; };
layout(std430, binding = 2) writeonly buffer Ranks { uint ranks[]; };

#include "detp/order_push.glsl"

void main()
{
    const uint i = gl_GlobalInvocationID.x;
    if (i < push.items)
        ranks[i] = atomicAdd(counts[push_key(records[2 * i], records[2 * i + 1])], 1u);
}
