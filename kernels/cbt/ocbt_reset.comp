/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * ocbt_reset: begins a frame.
 *
 * Computes    empty lists, and how many slots are free.
 * Bench       cbt.update and cbt.frame, variants ocbt and ocbt_lean; baseline prepass.
 * Bindings    0 state; 6 tree.
 * Constants   10 POOL_DEPTH, 11 LEAN (unused).
 * Dispatch    one thread.
 * Work        20 words.
 * Error       none: integers; results are equal as sets, whatever slots they take.
 * Needs       shader_int64; nothing where WIDE is uvec2.
 * Source      Benyoub and Dupuy 2024; its pass Reset.
 */
layout(local_size_x = 1) in;

#include "cbt/ocbt.glsl"

void main()
{
    for (uint list = STATE_CHOSEN; list <= STATE_LINKING; list += 4) {
        state[list] = 0;
        state[list + 1] = state[list + 2] = 1;
        state[list + 3] = 0;
    }
    state[STATE_NEEDED] = state[STATE_ALLOCATED] = 0;
    state[STATE_FREE] = (1u << POOL_DEPTH) - tree[0];
}
