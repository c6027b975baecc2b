/* SPDX-License-Identifier: MIT */
#version 460
/*
 * atomics: additions of 1 to words of a table in memory, the old value returned and used.
 *
 * Computes    table[place(thread, step)] += 1 for all threads and push.steps steps; totals[group]
 *             += all the values that its threads got back, modulo 2^32.
 * Bench       ceilings.atomics, variants one_address (the baseline) and many_addresses.
 * Bindings    0 the table, 1 a word per group; both 0 on entry.
 * Constants   0 MASK: words of the table that are used, less 1 (a power of two, less 1);
 *             push.steps.
 * Dispatch    groups of 256; threads in all a multiple of MASK + 1, so that every word gets as many
 *             additions as any other.
 * Work        push.steps atomic additions per thread. Bound by them.
 * Error       none: integers. Old values come in any order, but each from 0 on just once per word,
 *             so their sum is known.
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

/* Odd factors: at every step the threads take all words in turn, neighbours far apart. */
uint place(uint thread, uint step)
{
    return (thread * 0x9e3779b1u + step * 0x85ebca77u) & MASK;
}

void main()
{
    uint total = 0;
    for (uint step = 0; step < push.steps; step++)
        total += atomicAdd(table[place(gl_GlobalInvocationID.x, step)], 1u);
    atomicAdd(totals[gl_WorkGroupID.x], total);
}
