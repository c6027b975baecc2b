/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
/*
 * frame_update: one pass over the leaves of a terrain, split or merge: each thread decodes a leaf,
 * decides by the camera and acts.
 *
 * Computes    the bit field after the pass; levels above it stay as they were.
 * Bench       cbt.frame, variants naive, prepass, packed_snapshot; baseline prepass.
 * Bindings    0 heap, reduced; 1 decisions (unused); 2 marks; 3 heights; 4 variances; 5 views.
 * Constants   0 DEPTH, 1 LAYOUT (full or snapshot), 3 MARKED, 4 STOPS; push of
 *             frame_rule.glsl, the frame.
 * Dispatch    indirect: a thread per leaf, groups of 256.
 * Work        as update_sequence, and per node that is decided on: a variance, and where that is
 *             not small 12 heights.
 * Error       none: integers; the result does not depend on the order of threads.
 * Needs       shader_int64; nothing where WIDE is uvec2.
 * Source      Deliot et al. 2021, Updating the subdivision, LOD Criteria.
 */
layout(local_size_x = 256) in;

#include "cbt/heap_buffer.glsl"
#include "cbt/leb.glsl"
#include "cbt/update.glsl"

const int FRAME_HEIGHTS_BINDING = 3, FRAME_VARIANCES_BINDING = 4, FRAME_VIEWS_BINDING = 5;

#include "cbt/frame_rule.glsl"
#include "cbt/update_wants.glsl"

void main()
{
    update_act(frame_merges != 0);
}
