/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * act: splits and merges what was decided, a thread per decision.
 *
 * Computes    the bit field after the pass; levels above it stay as they were.
 * Bench       cbt.update, variants packed, aligned, fused and dirty; baseline prepass.
 * Bindings    0 heap; 1 decisions; 2 marks.
 * Constants   0 DEPTH, 1 LAYOUT (unused), 3 MARKED, 4 STOPS.
 * Dispatch    indirect: a thread per decision, groups of 256.
 * Work        per decision 4 bytes and one atomic for each bit that changes, and one more.
 * Error       none: the result does not depend on the order of threads.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      Dupuy 2020 for the walk; contender for the rest.
 */
layout(local_size_x = 256) in;

#include "cbt/heap_buffer.glsl"
#include "cbt/leb.glsl"
#include "cbt/update.glsl"

void main()
{
    const uint index = dispatch_thread();
    if (index >= decisions[DECISIONS_COUNT])
        return;
    const uint decision = decisions[DECISIONS_LIST + index], leaf = decision & ~DECISION_MERGES;
    if ((decision & DECISION_MERGES) != 0)
        update_merge(leaf);
    else
        update_split(leaf);
}
