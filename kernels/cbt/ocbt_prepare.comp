/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * ocbt_prepare: arguments of an indirect dispatch.
 *
 * Computes    groups of 64 from the number of entries of one list. What is acted on is nothing at
 *             all when it needs more slots than are free.
 * Bench       cbt.update and cbt.frame, variants ocbt and ocbt_lean; baseline prepass.
 * Bindings    0 state.
 * Constants   10 POOL_DEPTH (unused), 11 LEAN (unused); push.list, where the list's words begin in
 *             state.
 * Dispatch    one thread.
 * Work        3 words.
 * Error       none: integers; results are equal as sets, whatever slots they take.
 * Needs       shader_int64; nothing where WIDE is uvec2.
 * Source      Benyoub and Dupuy 2024; its passes PrepareIndirect.
 */
layout(local_size_x = 1) in;

#include "cbt/ocbt.glsl"

layout(push_constant) uniform Push { uint list; };

void main()
{
    if (list == STATE_ACTING && state[STATE_NEEDED] > state[STATE_FREE]) {
        state[STATE_OVERFLOW] = 1;
        state[STATE_ACTING + 3] = 0;
    }
    state[list] = (state[list + 3] + 63) / 64;
    state[list + 1] = state[list + 2] = 1;
}
