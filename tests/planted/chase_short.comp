/* SPDX-License-Identifier: MIT */
#version 460
/*
 * chase_short: as ceilings/chase, but a load less.
 *
 * Computes    an end that is one node short.
 * Bench       ceilings.latency, in tests/bench/ceilings/ceilings_kernels_test.c.
 * Bindings    as ceilings/chase.
 * Constants   as ceilings/chase.
 * Dispatch    as ceilings/chase.
 * Work        a load less than it says.
 * Error       by design.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own.
 */
layout(local_size_x = 1) in;

const uint LINE = 32;

layout(std430, binding = 0) readonly buffer Nodes { uint nodes[]; };
layout(std430, binding = 1) buffer Cursor { uint cursor[]; };
layout(std430, binding = 2) writeonly buffer Walk { uint walk[]; };

layout(push_constant) uniform Push
{
    uint steps;
} push;

void main()
{
    uint at = cursor[0];
    walk[0] = at;
    for (uint step = 1; step < push.steps; step++)
        at = nodes[at * LINE];
    walk[1] = at;
    cursor[0] = at;
}
