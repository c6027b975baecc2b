/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * ocbt_prepare_simplify: what a frame merges.
 *
 * Computes    the slot that stays, for each bisector of a diamond that merges; the list of
 *             diamonds.
 * Bench       cbt.update and cbt.frame, variants ocbt and ocbt_lean; baseline prepass.
 * Bindings    0 state, 1 ids, 2 neighbours, 4 works, 8 chosen, 9 acting.
 * Constants   10 POOL_DEPTH (unused), 11 LEAN.
 * Dispatch    indirect: a thread per chosen bisector, groups of 64.
 * Work        per bisector four ids, six neighbours and four words of works.
 * Error       none: integers; results are equal as sets, whatever slots they take.
 * Needs       shader_int64; nothing where WIDE is uvec2.
 * Source      Benyoub and Dupuy 2024; its pass PrepareSimplify: of the cycle of four, the smallest
 *             id owns the diamond.
 */
layout(local_size_x = 64) in;

#include "cbt/ocbt.glsl"

/* The other half of the parent, and the one beyond the other short edge. */
uint sibling_of(uint slot)
{
    return before[3 * slot + ID_PARITY(ids[slot])];
}

uint beyond_of(uint slot)
{
    return before[3 * slot + (ID_PARITY(ids[slot]) ^ 1)];
}

bool joins(uint slot, uint depth)
{
    return id_depth(ids[slot]) == depth && works[4 * slot] != 0;
}

/* All four of one depth, and willing; two at the border. Each of them finds out for itself. */
void main()
{
    const uint index = gl_GlobalInvocationID.x;
    if (index >= list_count(STATE_CHOSEN))
        return;
    const uint slot = chosen[index], depth = id_depth(ids[slot]);
    const uint sibling = sibling_of(slot), beyond = beyond_of(slot);
    if (!joins(sibling, depth))
        return;
    if (beyond != NONE && !(joins(beyond, depth) && joins(sibling_of(beyond), depth)))
        return;
    const bool even = (ID_LOW(ids[slot]) & 1) == 0;
    works[4 * slot + 1] = 1 + (even ? slot : sibling);
    if (even && (beyond == NONE || ID_LESS(ids[slot], ids[beyond])))
        acting[list_append(STATE_ACTING)] = slot;
}
