/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * order_move: the last part of a counting sort of discs or rays: each record to its place.
 *
 * Computes    the records in the order of their keys (order.glsl), by the sums before each key and
 *             the ranks of order_count. A disc's fourth word becomes its place in the input. Of
 *             discs in rows the first halves come first, then the second ones: a walk looks at many
 *             centres and few normals.
 * Bench       detp.estimate, variants grid and bvh (bench/detp/order.h); no baseline.
 * Bindings    0 the records; 1 exclusive prefix sums of the counters of order_count; 2 the ranks; 3
 *             the records in order.
 * Constants   0 BY, as order.glsl has it; push of order_push.glsl, as order_count had: push.lower,
 *             push.items, push.scale, push.first, push.cells; push.before, the sum before key 0;
 *             push.coarser.
 * Dispatch    a thread per record in groups of 256.
 * Work        reads 40 bytes and writes 32 per record.
 * Error       none: integers.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      contender; see order_count.
 */
layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly buffer Records { uvec4 records[]; };
layout(std430, binding = 1) readonly buffer Starts { uint starts[]; };
layout(std430, binding = 2) readonly buffer Ranks { uint ranks[]; };
layout(std430, binding = 3) writeonly buffer Ordered { uvec4 ordered[]; };

#include "detp/order_push.glsl"

void main()
{
    const uint i = gl_GlobalInvocationID.x;
    if (i >= push.items)
        return;
    uvec4 first = records[2 * i];
    const uvec4 second = records[2 * i + 1];
    const uint to = starts[push_key(first, second)] + ranks[i] - push.before;
    if (BY != ORDER_RAYS)
        first.w = i;
    const bool apart = BY == ORDER_ROWS;
    ordered[apart ? to : 2 * to] = first;
    ordered[apart ? push.items + to : 2 * to + 1] = second;
}
