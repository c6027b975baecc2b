/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * ocbt_bisect: splits.
 *
 * Computes    pieces of each bisector that is split: ids, bits, neighbours; neighbours whose link
 *             must be changed.
 * Bench       cbt.update and cbt.frame, variants ocbt and ocbt_lean; baseline prepass.
 * Bindings    0 state, 1 ids, 2 and 3 neighbours, 4 works, 5 bits, 9 acting, 10 linking.
 * Constants   10 POOL_DEPTH (unused), 11 LEAN.
 * Dispatch    indirect: a thread per acting bisector, groups of 64.
 * Work        per bisector its neighbours, theirs, and the patterns of those; 24 bytes per piece;
 *             an atomic per slot taken.
 * Error       none: integers; results are equal as sets, whatever slots they take.
 * Needs       shader_int64; nothing where WIDE is uvec2.
 * Source      Benyoub and Dupuy 2024; its pass Bisect. Split edges meet split edges, so each thread
 *             finds the pieces beyond from patterns and slots alone; LEAN changes the links of the
 *             rest itself, which the paper leaves to PropagateBisect.
 */
layout(local_size_x = 64) in;

#include "cbt/ocbt.glsl"
#include "cbt/ocbt_link.glsl"

const uint WHOLE = 0, FIRST = 1, SECOND = 2;

/* Slots of the pieces: first half's first piece stays where the bisector was. */
uint piece_slot(uint slot, uint piece)
{
    return works[4 * slot + 1 + piece];
}

/*
 * The piece beyond an edge of `slot`, or beyond one half of it. Two bisectors run along their
 * common edge in opposite directions, whichever edge it is of each: the first half of one meets
 * the second of the other.
 */
uint piece_beyond(uint slot, uint edge, uint part)
{
    const uint other = before[3 * slot + edge];
    if (other == NONE)
        return NONE;
    const uint pattern = works[4 * other];
    if (pattern == 0)
        return other;
    const bool second = part == FIRST;
    if (before[3 * other + EDGE] == slot)
        return !second ? other : piece_slot(other, (pattern & PATTERN_LEFT) != 0 ? 2 : 0);
    if (before[3 * other + RIGHT] == slot)
        return second && (pattern & PATTERN_RIGHT) != 0 ? piece_slot(other, 1) : other;
    return piece_slot(other, second && (pattern & PATTERN_LEFT) != 0 ? 2 : 0);
}

void piece_write(uint slot, ID id, uint left, uint right, uint edge)
{
    ids[slot] = id;
    after[3 * slot + LEFT] = left;
    after[3 * slot + RIGHT] = right;
    after[3 * slot + EDGE] = edge;
}

void take(uint slot)
{
    atomicOr(bits[slot >> 5], 1u << (slot & 31));
}

void main()
{
    const uint index = gl_GlobalInvocationID.x;
    if (index >= list_count(STATE_ACTING) || (LEAN != 0 && state[STATE_OVERFLOW] != 0))
        return;
    const uint slot = acting[index], pattern = works[4 * slot];
    const bool right_too = (pattern & PATTERN_RIGHT) != 0, left_too = (pattern & PATTERN_LEFT) != 0;
    const ID id = ids[slot];
    const uint middle = piece_slot(slot, 0);
    const uint edge_first = piece_beyond(slot, EDGE, FIRST);
    const uint edge_second = piece_beyond(slot, EDGE, SECOND);
    uint beside = slot; /* the piece of the first half that touches the second */
    take(middle);
    if (right_too) {
        beside = piece_slot(slot, 1);
        take(beside);
        piece_write(slot, ID_FIRST_PIECE(4, id), beside, piece_beyond(slot, RIGHT, FIRST),
                    edge_first);
        piece_write(beside, ID_PIECE(4, id, 1), piece_beyond(slot, RIGHT, SECOND), slot, middle);
    } else {
        piece_write(slot, ID_FIRST_PIECE(2, id), middle, edge_first,
                    piece_beyond(slot, RIGHT, WHOLE));
    }
    if (left_too) {
        const uint last = piece_slot(slot, 2);
        take(last);
        piece_write(middle, ID_PIECE(4, id, 2), last, piece_beyond(slot, LEFT, FIRST), beside);
        piece_write(last, ID_PIECE(4, id, 3), piece_beyond(slot, LEFT, SECOND), middle,
                    edge_second);
        return;
    }
    piece_write(middle, ID_PIECE(2, id, 1), edge_second, beside, piece_beyond(slot, LEFT, WHOLE));
    const uint other = before[3 * slot + LEFT];
    if (other == NONE || works[4 * other] != 0)
        return;
    if (LEAN != 0)
        link_change(other, slot, middle);
    else
        linking[list_append(STATE_LINKING)] = slot;
}
