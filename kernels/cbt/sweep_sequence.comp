/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * sweep_sequence: one pass of a sequence, split or merge, by a grid of any size: each thread
 * decodes leaves, decides and acts.
 *
 * Computes    the bit field after the pass, and which tiles of it have changed; levels above it and
 *             its copy stay as they were.
 * Bench       cbt.update, variant dirty_aligned; baseline prepass.
 * Bindings    0 heap, reduced, with a copy of its bit field; 1 decisions (unused); 2 marks; 6 the
 *             heap once more, as uvec4. sweep.glsl has the words of marks.
 * Constants   0 DEPTH (18 at least), 1 LAYOUT (aligned), 3 MARKED (1), 4 STOPS (1); push of
 *             sequence.glsl, the frame.
 * Dispatch    any number of groups of 256; fewest steps with a thread per leaf.
 * Work        a group reads up to 8 KiB of sums; per leaf five loads of 16 or 32 bytes that wait
 *             for each other, at D = 28; per change as update_sequence.
 * Error       none: integers; the result does not depend on the order of threads.
 * Needs       nothing beyond Vulkan 1.3; 8 KiB of shared memory.
 * Source      contender; the pass is that of Dupuy 2020.
 */
#include "cbt/sweep.glsl"
#include "cbt/sequence.glsl"

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
    sweep(frame_merges != 0);
}
