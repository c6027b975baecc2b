/* SPDX-License-Identifier: MIT */
#version 460
/*
 * atomics_pattern: additions of 1 to words of a table in memory, by who shares a word with whom.
 *
 * Computes    table[place(thread, step)] += 1 for all threads and push.steps steps. RETURNED: and
 *             totals[group] += all the old values that its threads got back, modulo 2^32.
 * Bench       ceilings.atomics, variants neighbours, one_address_dropped and
 *             many_addresses_dropped; the baseline is one_address.
 * Bindings    0 the table, 1 a word per group; both 0 on entry.
 * Constants   0 MASK: words of the table that are used, less 1 (a power of two, less 1);
 *             1 SHIFT: log2 of the neighbouring threads that share a word;
 *             2 SCATTERED: words of a subgroup are far apart, else beside each other;
 *             3 RETURNED: the old values are used; push.steps.
 * Dispatch    groups of 256; threads in all a multiple of (MASK + 1) << SHIFT, so that every word
 *             gets as many additions as any other.
 * Work        push.steps atomic additions per thread. Bound by them.
 * Error       none: integers; atomics.comp says why the sum of old values is known.
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
    for (uint step = 0; step < push.steps; step++) {
        const uint word = place(gl_GlobalInvocationID.x, step);
        if (RETURNED)
            total += atomicAdd(table[word], 1u);
        else
            atomicAdd(table[word], 1u);
    }
    if (RETURNED)
        atomicAdd(totals[gl_WorkGroupID.x], total);
}
