/* SPDX-License-Identifier: MIT */
#version 460
/*
 * restore: puts words of a heap back to what they were before a frame.
 *
 * Computes    heap[index] = word for each pair of the list.
 * Bench       cbt.update and its passes: between executions, untimed.
 * Bindings    0 heap; 1 pairs of index and word.
 * Constants   none; push.count of pairs.
 * Dispatch    pairs / 256 groups of 256, split over x and y.
 * Work        12 bytes per pair.
 * Error       none.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own.
 */
layout(local_size_x = 256) in;

layout(std430, binding = 0) writeonly buffer Heap { uint heap[]; };
layout(std430, binding = 1) readonly buffer Pairs { uvec2 pairs[]; };

layout(push_constant) uniform Push { uint count; };

void main()
{
    const uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    const uint index = group * 256 + gl_LocalInvocationIndex;
    if (index < count)
        heap[pairs[index].x] = pairs[index].y;
}
