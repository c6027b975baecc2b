/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * cbt_sweep: a sweep that counts bits of the bit field that others change meanwhile.
 *
 * Computes    what sweep_sequence computes, by luck.
 * Bench       tests/bench/cbt/cbt_sweep_test.c only.
 * Bindings    0 heap, reduced; 1 decisions (unused); 2 marks; 6 the heap once more, as uvec4.
 * Constants   as sweep_sequence.comp.
 * Dispatch    any number of groups of 256.
 * Work        as sweep_sequence.
 * Error       the point of it.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own.
 */
#define HEAP_COPY false

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
