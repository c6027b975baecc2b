/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * frame_classify: chooses bisectors of a terrain by the camera.
 *
 * Computes    the list of bisectors that the camera wants to split, or whose parent it wants to
 *             merge; works of all live ones.
 * Bench       cbt.frame, variants ocbt and ocbt_lean; baseline prepass.
 * Bindings    0 state, 1 ids, 2 and 3 neighbours, 4 works, 7 live, 8 chosen; 11 heights, 12
 *             variances, 13 views.
 * Constants   0 DEPTH; 1 LAYOUT (unused); 10 POOL_DEPTH (unused), 11 LEAN; push
 *             of frame_rule.glsl, the frame.
 * Dispatch    indirect: a thread per live bisector, groups of 64.
 * Work        as ocbt_classify, and per bisector a variance, and where that is not small 12
 *             heights.
 * Error       none: integers; results are equal as sets, whatever slots they take.
 * Needs       shader_int64; nothing where WIDE is uvec2.
 * Source      Benyoub and Dupuy 2024; its pass Classify, with the criteria of Deliot et al. 2021.
 */
layout(local_size_x = 64) in;

#include "cbt/ocbt.glsl"
#include "cbt/ocbt_leb.glsl"

const int FRAME_HEIGHTS_BINDING = 11, FRAME_VARIANCES_BINDING = 12, FRAME_VIEWS_BINDING = 13;

#include "cbt/frame_rule.glsl"
#include "cbt/ocbt_classify.glsl"

void main()
{
    ocbt_classify(frame_merges != 0);
}
