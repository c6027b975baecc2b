/* SPDX-License-Identifier: MIT */
#version 460
/*
 * groups: many groups of which next to none does anything, and enough to see that all ran.
 *
 * Computes    words[i] = push.seed ^ i, by group i * push.stride in the order of their numbers.
 * Bench       ceilings.launch, variant groups.
 * Bindings    0 words.
 * Constants   none; push.stride (a power of two), push.seed.
 * Dispatch    1024 x n groups of 1.
 * Work        writes 4 bytes for every push.stride groups; bound by launching them.
 * Error       none: integers.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own.
 */
layout(local_size_x = 1) in;

layout(std430, binding = 0) writeonly buffer Words { uint words[]; };

layout(push_constant) uniform Push
{
    uint stride;
    uint seed;
} push;

void main()
{
    const uint group = gl_WorkGroupID.x + gl_NumWorkGroups.x * gl_WorkGroupID.y;
    if ((group & (push.stride - 1)) == 0)
        words[group / push.stride] = push.seed ^ group / push.stride;
}
