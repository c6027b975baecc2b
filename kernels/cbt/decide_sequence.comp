/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * decide_sequence: the decisions of one pass of a sequence; act.comp does what they say.
 *
 * Computes    the list of leaves that are to be split or merged, in any order.
 * Bench       cbt.update, variants packed, aligned, fused and dirty; baseline prepass.
 * Bindings    0 heap, reduced; 1 decisions, their count and groups 0; 2 marks (unused).
 * Constants   0 DEPTH, 1 LAYOUT; 3 MARKED (unused), 4 STOPS (unused); push of
 *             sequence.glsl, the frame.
 * Dispatch    indirect: a thread per leaf, groups of 256.
 * Work        per leaf: decode reads up to D nodes; per decision 4 bytes; two atomics per group.
 * Error       none: integers.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      contender: deciding apart from acting makes the lowest levels, counted in the bit
 *             field, safe to read without a copy of it.
 */
layout(local_size_x = 256) in;

#include "cbt/heap_buffer.glsl"
#include "cbt/leb.glsl"
#include "cbt/sequence.glsl"
#include "cbt/update.glsl"

bool update_splits(uint leaf)
{
    return sequence_splits(leaf);
}

bool update_merges(uint base, uint top)
{
    return sequence_merges(base, top);
}

#include "cbt/update_wants.glsl"

void main()
{
    update_decide(frame_merges != 0);
}
