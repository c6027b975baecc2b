/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * ocbt_simplify: merges.
 *
 * Computes    parents in place of their children: ids, bits, neighbours; neighbours whose link must
 *             be changed.
 * Bench       cbt.update and cbt.frame, variants ocbt and ocbt_lean; baseline prepass.
 * Bindings    0 state, 1 ids, 2 and 3 neighbours, 4 works, 5 bits, 9 acting, 10 linking.
 * Constants   10 POOL_DEPTH (unused), 11 LEAN.
 * Dispatch    indirect: a thread per diamond, groups of 64.
 * Work        per diamond 12 neighbours and 4 words of works read, 40 bytes written, two atomics.
 * Error       none: integers; results are equal as sets, whatever slots they take.
 * Needs       shader_int64; nothing where WIDE is uvec2.
 * Source      Benyoub and Dupuy 2024; its pass Simplify; LEAN changes the links of the rest itself.
 */
layout(local_size_x = 64) in;

#include "cbt/ocbt.glsl"
#include "cbt/ocbt_link.glsl"

/* Where a neighbour is after the frame. */
uint stays(uint slot)
{
    const uint kept = slot == NONE ? 0 : works[4 * slot + 1];
    return kept == 0 ? slot : kept - 1;
}

/* The even child becomes the parent, the odd one's slot is free. */
void unite(uint even, uint odd, uint twin)
{
    const uint beyond_left = before[3 * odd + EDGE], beyond_right = before[3 * even + EDGE];
    ID_TO_PARENT(ids[even]);
    ids[odd] = ID_NONE;
    atomicAnd(bits[odd >> 5], ~(1u << (odd & 31)));
    after[3 * even + LEFT] = stays(beyond_left);
    after[3 * even + RIGHT] = stays(beyond_right);
    after[3 * even + EDGE] = twin;
    if (beyond_left == NONE || works[4 * beyond_left + 1] != 0)
        return;
    if (LEAN != 0)
        link_change(beyond_left, odd, even);
    else
        linking[list_append(STATE_LINKING)] = odd;
}

void main()
{
    const uint index = gl_GlobalInvocationID.x;
    if (index >= list_count(STATE_ACTING))
        return;
    const uint even = acting[index], odd = before[3 * even + LEFT];
    const uint beyond = before[3 * even + RIGHT]; /* the odd child of the other parent */
    const uint twin = beyond == NONE ? NONE : before[3 * beyond + RIGHT];
    unite(even, odd, twin);
    if (beyond != NONE)
        unite(twin, beyond, even);
}
