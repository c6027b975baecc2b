/* SPDX-License-Identifier: MIT */
#version 460
/*
 * atomics_shared: additions of 1 to words of shared memory, the old value returned and used.
 *
 * Computes    counts[place(thread, step)] += 1 in shared memory for all threads of a group and
 *             push.steps steps; then table[i] += counts[i], and totals[group] += all the values
 *             that its threads got back, modulo 2^32.
 * Bench       ceilings.atomics, variant shared_memory; the baseline is one_address.
 * Bindings    0 table of 256 words, 1 a word per group; both 0 on entry.
 * Constants   none; push.steps.
 * Dispatch    groups of 256.
 * Work        push.steps atomic additions in shared memory per thread, no two of a step to the same
 *             word; 2 in memory. Bound by the former.
 * Error       none: integers; atomics.comp says why the sum of old values is known.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own.
 */
layout(local_size_x = 256) in;

layout(std430, binding = 0) buffer Table { uint table[]; };
layout(std430, binding = 1) buffer Totals { uint totals[]; };

layout(push_constant) uniform Push
{
    uint steps;
} push;

shared uint counts[256];

uint place(uint thread, uint step)
{
    return (thread + step) & 255;
}

void main()
{
    const uint thread = gl_LocalInvocationID.x;
    uint total = 0;
    counts[thread] = 0;
    barrier();
    for (uint step = 0; step < push.steps; step++)
        total += atomicAdd(counts[place(thread, step)], 1u);
    barrier();
    atomicAdd(table[thread], counts[thread]);
    atomicAdd(totals[gl_WorkGroupID.x], total);
}
