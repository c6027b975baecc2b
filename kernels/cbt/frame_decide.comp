/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
/*
 * frame_decide: the decisions of one pass over the leaves of a terrain; act.comp does what they
 * say.
 *
 * Computes    the list of leaves that are to be split or merged, in any order.
 * Bench       cbt.frame, variants fused, aligned and dirty; baseline prepass.
 * Bindings    0 heap, reduced; 1 decisions, their count and groups 0; 2 marks (unused); 3 heights;
 *             4 variances; 5 views.
 * Constants   0 DEPTH, 1 LAYOUT; 3 MARKED (unused), 4 STOPS (unused); push of
 *             frame_rule.glsl, the frame.
 * Dispatch    indirect: a thread per leaf, groups of 256.
 * Work        as decide_sequence, and per node that is decided on: a variance, and where that is
 *             not small 12 heights.
 * Error       none: integers.
 * Needs       shader_int64; nothing where WIDE is uvec2.
 * Source      contender, as decide_sequence; Deliot et al. 2021, LOD Criteria.
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
    update_decide(frame_merges != 0);
}
