/* SPDX-License-Identifier: MIT */
#version 460
/*
 * step: a link of a chain of dispatches, each of which needs what the one before it wrote.
 *
 * Computes    words[push.index + 1] = words[push.index] * 1664525 + 1013904223 modulo 2^32.
 * Bench       ceilings.launch, variant dependent; the baseline is dispatch.
 * Bindings    0 words.
 * Constants   none; push.index.
 * Dispatch    1 group of 1.
 * Work        reads and writes 4 bytes; bound by launch and barrier.
 * Error       none: integers.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own; the constants are the linear congruential generator of Numerical Recipes.
 */
layout(local_size_x = 1) in;

layout(std430, binding = 0) buffer Words { uint words[]; };

layout(push_constant) uniform Push
{
    uint index;
} push;

void main()
{
    words[push.index + 1] = words[push.index] * 1664525u + 1013904223u;
}
