/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
/*
 * frame_sweep: one pass over the leaves of a terrain, split or merge, by a grid of any size: each
 * thread decodes leaves, decides by the camera and acts.
 *
 * Computes    the bit field after the pass, and which tiles of it have changed; levels above it and
 *             its copy stay as they were.
 * Bench       cbt.frame, variant dirty_aligned; baseline prepass.
 * Bindings    0 heap, reduced, with a copy of its bit field; 1 decisions (unused); 2 marks; 3
 *             heights; 4 variances; 5 views; 6 the heap once more, as uvec4.
 * Constants   0 DEPTH (18 at least), 1 LAYOUT (aligned), 3 MARKED (1), 4 STOPS (1); push of
 *             frame_rule.glsl, the frame.
 * Dispatch    any number of groups of 256; fewest steps with a thread per leaf.
 * Work        as sweep_sequence, and per node that is decided on: a variance, and where that is not
 *             small 12 heights.
 * Error       none: integers; the result does not depend on the order of threads.
 * Needs       shader_int64; nothing where WIDE is uvec2; 8 KiB of shared memory.
 * Source      contender; the criteria are those of Deliot et al. 2021, LOD Criteria.
 */
#include "cbt/sweep.glsl"

const int FRAME_HEIGHTS_BINDING = 3, FRAME_VARIANCES_BINDING = 4, FRAME_VIEWS_BINDING = 5;

#include "cbt/frame_rule.glsl"
#include "cbt/update_wants.glsl"

void main()
{
    sweep(frame_merges != 0);
}
