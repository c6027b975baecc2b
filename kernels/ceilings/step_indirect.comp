/* SPDX-License-Identifier: MIT */
#version 460
/*
 * step_indirect: as step, but the link also writes the next one's arguments.
 *
 * Computes    words[push.index + 1] = words[push.index] * 1664525 + 1013904223 modulo 2^32;
 *             arguments of dispatch push.index + 1 become 1, 1, 1, those of push.index - 1 0, 0, 0:
 *             a link that does not run leaves the rest of the chain without arguments.
 * Bench       ceilings.launch, variant indirect; the baseline is dispatch.
 * Bindings    0 words; 1 arguments: 3 words per link and 3 after the last.
 * Constants   none; push.index.
 * Dispatch    indirect, 1 group of 1.
 * Work        reads 16 and writes 28 bytes; bound by launch and barrier.
 * Error       none: integers.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own; the constants are the linear congruential generator of Numerical Recipes.
 */
layout(local_size_x = 1) in;

layout(std430, binding = 0) buffer Words { uint words[]; };
layout(std430, binding = 1) writeonly buffer Arguments { uint arguments[]; };

layout(push_constant) uniform Push
{
    uint index;
} push;

void set_arguments(uint link, uint groups)
{
    for (uint i = 0; i < 3; i++)
        arguments[3 * link + i] = groups;
}

void main()
{
    words[push.index + 1] = words[push.index] * 1664525u + 1013904223u;
    set_arguments(push.index + 1, 1);
    if (push.index > 0)
        set_arguments(push.index - 1, 0);
}
