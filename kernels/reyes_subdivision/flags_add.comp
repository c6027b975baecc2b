/* SPDX-License-Identifier: MIT */
#version 460
/*
 * flags_add: prefix sums within blocks become prefix sums of all, by those of the blocks' sums.
 *
 * Computes    each of `count` words from push.at on, but for those of the first block of 128, has
 *             the sum of the blocks before added, which is word push.sums_at + its block - 1.
 * Bench       reyes_subdivision.bound_and_split and frame, variants
 *             breadth_scans and bounded_scans; baseline breadth_scans.
 * Bindings    4 words, as flags_scan.comp has left them, and the sums scanned.
 * Constants   none; push.at; push.count; push.sums_at.
 * Dispatch    a thread per word, 128 in a group; the group's index is x + y * groups in x.
 * Work        reads and writes each word once, and reads one per block.
 * Error       none: modulo 2^32.
 * Needs       nothing beyond Vulkan 1.3; no forward progress between groups; no loop.
 * Source      Weber 2014, section 3.1, as its program does it.
 */
layout(local_size_x = 128) in;

layout(std430, binding = 4) buffer Words { uint words[]; };

layout(push_constant) uniform Push
{
    uint at, count, sums_at;
} push;

void main()
{
    const uint block = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    const uint i = block * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    if (block > 0 && i < push.count)
        words[push.at + i] += words[push.sums_at + block - 1];
}
