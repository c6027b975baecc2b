/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * binary_tree_step: a step of a running sum in log2(entries) steps.
 *
 * Computes    word k: the sum of words k and k - 2^i, so that after step i it counts the nulls
 *             among the 2^(i+1) entries that end with k.
 * Bench       stream_reduction.compact, variant binary_tree; baseline quadtree.
 * Bindings    0 the sums before the step; 1 those after it.
 * Constants   0 group size; push.entries, of the stream; push.distance, 2^i.
 * Dispatch    a thread per entry; the group's index is x + y * groups in x.
 * Work        reads two words, writes one.
 * Error       none: integers.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      Horn 2005, GPU Gems 2, Chapter 36; Hillis and Steele 1986.
 */
layout(local_size_x_id = 0) in;

#include "stream_reduction/group.glsl"

layout(std430, binding = 0) readonly buffer Before { uint before[]; };
layout(std430, binding = 1) writeonly buffer After { uint after[]; };

layout(push_constant) uniform Push
{
    uint entries, distance;
} push;

void main()
{
    const uint k = thread_index();
    if (k < push.entries)
        after[k] = before[k] + (k >= push.distance ? before[k - push.distance] : 0);
}
