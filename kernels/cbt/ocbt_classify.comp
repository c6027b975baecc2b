/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * ocbt_classify: chooses bisectors by the rule of a sequence.
 *
 * Computes    the list of bisectors that a sequence wants to split, or whose parent it wants to
 *             merge; works of all live ones.
 * Bench       cbt.update, variants ocbt and ocbt_lean; baseline prepass.
 * Bindings    0 state, 1 ids, 2 and 3 neighbours, 4 works, 7 live, 8 chosen.
 * Constants   0 DEPTH; 1 LAYOUT (unused); 10 POOL_DEPTH (unused), 11 LEAN; push
 *             of sequence.glsl, the frame.
 * Dispatch    indirect: a thread per live bisector, groups of 64.
 * Work        per bisector 12 bytes read and 8 written, one decision; LEAN copies 12 bytes of
 *             neighbours.
 * Error       none: integers; results are equal as sets, whatever slots they take.
 * Needs       shader_int64; nothing where WIDE is uvec2.
 * Source      Benyoub and Dupuy 2024; its pass Classify, with the predicates of the sequences.
 */
layout(local_size_x = 64) in;

#include "cbt/ocbt.glsl"
#include "cbt/ocbt_leb.glsl"
#include "cbt/sequence.glsl"

bool update_splits(uint leaf)
{
    return sequence_splits(leaf);
}

bool update_merges(uint base, uint top)
{
    return sequence_merges(base, top);
}

#include "cbt/ocbt_classify.glsl"

void main()
{
    ocbt_classify(frame_merges != 0);
}
