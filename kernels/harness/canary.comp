/* SPDX-License-Identifier: MIT */
#version 460
/*
 * canary: a chain of dependent multiply-adds, as many cycles in every run: its time tells the
 * clock.
 *
 * Computes    x = x * 1664525 + 1013904223, push.steps times, from the invocation's index.
 * Bench       none: harness/engine/instruments/canary.c, before and between samples.
 * Bindings    0 one word, written so that the chain is not removed.
 * Constants   none; push.steps.
 * Dispatch    1 group of 64 as a probe, many as a load.
 * Work        push.steps dependent 32-bit integer multiply-adds; no memory; bound by latency.
 * Error       none.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own; the constants are the linear congruential generator of Numerical Recipes.
 */
layout(local_size_x = 64) in;

layout(std430, binding = 0) writeonly buffer Sink { uint sink; };

layout(push_constant) uniform Push
{
    uint steps;
} push;

void main()
{
    uint x = gl_GlobalInvocationID.x;
    for (uint i = 0; i < push.steps; i++)
        x = x * 1664525u + 1013904223u;
    /* Never true for all, and the compiler cannot know. */
    if (x == 0xdeadbeefu)
        sink = x;
}
