/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_ARB_shader_clock : require
#extension GL_EXT_shader_realtime_clock : require
/*
 * canary_clock: the canary, and how many cycles of its core it took in how much time of the device:
 * one over the other is the core clock, without what launches and stamps take.
 *
 * Computes    x = x * 1664525 + 1013904223, push.steps times, between two readings of both clocks.
 * Bench       none: harness/engine/instruments/canary.c, beside samples.
 * Bindings    0 three words: one that is written so that the chain is not removed; the cycles of
 *             the core between the readings, and the ticks of the device's clock, modulo 2^32.
 * Constants   none; push.steps.
 * Dispatch    1 group of 64 as a probe, many as a load.
 * Work        push.steps dependent 32-bit integer multiply-adds; no memory; bound by latency.
 * Error       a tick of the device's clock, and some cycles of the readings themselves.
 * Needs       shader_clock (VK_KHR_shader_clock: shaderSubgroupClock and shaderDeviceClock).
 * Source      our own; the constants are the linear congruential generator of Numerical Recipes.
 */
layout(local_size_x = 64) in;

layout(std430, binding = 0) writeonly buffer Clock
{
    uint sink;
    uint cycles;
    uint ticks;
} clock;

layout(push_constant) uniform Push
{
    uint steps;
} push;

void main()
{
    const uvec2 ticks_begin = clockRealtime2x32EXT();
    const uvec2 cycles_begin = clock2x32ARB();
    /* The chain hangs on the first readings, and the last ones on a branch on the chain's end, so
       that none can be moved into it. */
    uint x = gl_GlobalInvocationID.x + cycles_begin.x;
    for (uint i = 0; i < push.steps; i++)
        x = x * 1664525u + 1013904223u;
    if (x == 0xdeadbeefu)
        clock.sink = x;
    const uvec2 cycles_end = clock2x32ARB();
    const uvec2 ticks_end = clockRealtime2x32EXT();
    if (gl_GlobalInvocationID.x == 0) {
        clock.cycles = cycles_end.x - cycles_begin.x;
        clock.ticks = ticks_end.x - ticks_begin.x;
    }
}
