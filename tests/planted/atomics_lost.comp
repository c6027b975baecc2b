/* SPDX-License-Identifier: MIT */
#version 460
/*
 * atomics_lost: as ceilings/atomics, but an addition in a thousand is left out.
 *
 * Computes    a table with words that are too low.
 * Bench       ceilings.atomics, in tests/bench/ceilings/ceilings_kernels_test.c.
 * Bindings    as ceilings/atomics.
 * Constants   as ceilings/atomics.
 * Dispatch    as ceilings/atomics.
 * Work        a little less than it says.
 * Error       by design.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own.
 */
layout(local_size_x = 256) in;

layout(constant_id = 0) const uint MASK = 0;

layout(std430, binding = 0) buffer Table { uint table[]; };
layout(std430, binding = 1) buffer Totals { uint totals[]; };

layout(push_constant) uniform Push
{
    uint steps;
} push;

void main()
{
    const uint thread = gl_GlobalInvocationID.x;
    uint total = 0;
    for (uint step = 0; step < push.steps; step++)
        if (thread % 1000 != 0)
            total += atomicAdd(table[(thread * 0x9e3779b1u + step) & MASK], 1u);
    atomicAdd(totals[gl_WorkGroupID.x], total);
}
