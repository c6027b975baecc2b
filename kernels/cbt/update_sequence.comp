/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * update_sequence: one pass of a sequence, split or merge: each thread decodes a leaf, decides and
 * acts.
 *
 * Computes    the bit field after the pass; levels above it stay as they were.
 * Bench       cbt.update and its passes, variants naive, prepass, packed_snapshot; baseline
 *             prepass.
 * Bindings    0 heap, reduced; 1 decisions (unused); 2 marks.
 * Constants   0 DEPTH, 1 LAYOUT (full or snapshot), 3 MARKED, 4 STOPS; push of
 *             sequence.glsl, the frame.
 * Dispatch    indirect: a thread per leaf, groups of 256.
 * Work        per leaf: decode reads up to D nodes; a split up to D atomics, most of them
 *             redundant unless STOPS; a merge one atomic. A merge frame reads two more nodes and
 *             decides on two.
 * Error       none: integers; the result does not depend on the order of threads.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      Dupuy 2020; Deliot et al. 2021, Updating the subdivision.
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
    update_act(frame_merges != 0);
}
