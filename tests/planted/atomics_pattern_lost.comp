/* SPDX-License-Identifier: MIT */
#version 460
/*
 * atomics_pattern_lost: as ceilings/atomics_pattern, but the last addition of each thread is none.
 *
 * Computes    words that are too low.
 * Bench       ceilings.atomics, in tests/bench/ceilings/ceilings_kernels_test.c.
 * Bindings    as ceilings/atomics_pattern.
 * Constants   as ceilings/atomics_pattern.
 * Dispatch    as ceilings/atomics_pattern.
 * Work        a little less than it says.
 * Error       by design.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own.
 */
layout(local_size_x = 256) in;

layout(constant_id = 0) const uint MASK = 0;
layout(constant_id = 1) const uint SHIFT = 0;
layout(constant_id = 2) const bool SCATTERED = false;
layout(constant_id = 3) const bool RETURNED = false;

layout(std430, binding = 0) buffer Table { uint table[]; };
layout(std430, binding = 1) buffer Totals { uint totals[]; };

layout(push_constant) uniform Push
{
    uint steps;
} push;

/* At every step the threads take all words in turn: by odd factors, or so many lines further. */
uint place(uint thread, uint step)
{
    const uint word = thread >> SHIFT;
    return (SCATTERED ? word * 0x9e3779b1u + step * 0x85ebca77u : word + step * (32 * 257)) & MASK;
}

void main()
{
    uint total = 0;
    for (uint step = 0; step + 1 < push.steps; step++) {
        const uint word = place(gl_GlobalInvocationID.x, step);
        if (RETURNED)
            total += atomicAdd(table[word], 1u);
        else
            atomicAdd(table[word], 1u);
    }
    if (RETURNED)
        atomicAdd(totals[gl_WorkGroupID.x], total);
}
