/* SPDX-License-Identifier: MIT */
#version 460
/*
 * mark: the least that a dispatch can do and still be seen to have run.
 *
 * Computes    words[push.index] = push.seed ^ push.index.
 * Bench       ceilings.launch, variants dispatch (the baseline) and round_trip.
 * Bindings    0 words.
 * Constants   none; push.index, push.seed.
 * Dispatch    1 group of 1.
 * Work        writes 4 bytes; bound by launch.
 * Error       none: integers.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own.
 */
layout(local_size_x = 1) in;

layout(std430, binding = 0) writeonly buffer Words { uint words[]; };

layout(push_constant) uniform Push
{
    uint index;
    uint seed;
} push;

void main()
{
    words[push.index] = push.seed ^ push.index;
}
