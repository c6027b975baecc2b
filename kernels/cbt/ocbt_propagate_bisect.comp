/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * ocbt_propagate_bisect: links of those beside a split.
 *
 * Computes    the link of the neighbour across the left edge, which now meets the second half.
 * Bench       cbt.update and cbt.frame, variant ocbt; baseline prepass.
 * Bindings    0 state, 2 and 3 neighbours, 4 works, 10 linking.
 * Constants   10 POOL_DEPTH (unused), 11 LEAN (unused).
 * Dispatch    indirect: a thread per entry, groups of 64.
 * Work        per entry three links, one word written.
 * Error       none: integers; results are equal as sets, whatever slots they take.
 * Needs       shader_int64; nothing where WIDE is uvec2.
 * Source      Benyoub and Dupuy 2024; its pass PropagateBisect.
 */
layout(local_size_x = 64) in;

#include "cbt/ocbt.glsl"
#include "cbt/ocbt_link.glsl"

void main()
{
    const uint index = gl_GlobalInvocationID.x;
    if (index >= list_count(STATE_LINKING))
        return;
    const uint slot = linking[index];
    link_change(before[3 * slot + LEFT], slot, works[4 * slot + 1]);
}
