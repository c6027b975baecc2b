/* SPDX-License-Identifier: MIT */
#version 460
/*
 * chase_link: links nodes to one cycle through all of them, in an order that looks random.
 *
 * Computes    the first word of node i = i * push.factor + push.summand modulo the number of nodes,
 *             a power of two; of a factor that is 1 modulo 4 and an odd summand the cycle has all
 *             nodes in it.
 * Bench       ceilings.latency: what its input is made with, in no time.
 * Bindings    0 nodes, LINE words each.
 * Constants   none; push.mask, the number of nodes less 1; push.factor, push.summand.
 * Dispatch    groups of 64, a thread for each node and more.
 * Work        writes 4 bytes per node. Bound by memory.
 * Error       none: integers.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own; the condition of a full cycle is Hull and Dobell's, 1962.
 */
layout(local_size_x = 64) in;

const uint LINE = 32;

layout(std430, binding = 0) writeonly buffer Nodes { uint nodes[]; };

layout(push_constant) uniform Push
{
    uint mask, factor, summand;
} push;

void main()
{
    const uint i = gl_GlobalInvocationID.y * gl_NumWorkGroups.x * 64 + gl_GlobalInvocationID.x;
    if (i <= push.mask)
        nodes[i * LINE] = (i * push.factor + push.summand) & push.mask;
}
