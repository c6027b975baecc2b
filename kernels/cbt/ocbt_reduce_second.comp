/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * ocbt_reduce_second: last pass of the reduction.
 *
 * Computes    levels 2 to 0 of the allocator's tree; an empty live list.
 * Bench       cbt.update and cbt.frame, variant ocbt; baseline prepass.
 * Bindings    0 state, 6 tree: level 3 is there.
 * Constants   10 POOL_DEPTH (unused), 11 LEAN (unused).
 * Dispatch    one group of 64.
 * Work        reads 8 words, writes 8.
 * Error       none: integers; results are equal as sets, whatever slots they take.
 * Needs       shader_int64; nothing where WIDE is uvec2.
 * Source      Benyoub and Dupuy 2024; its pass ReduceSecond.
 */
layout(local_size_x = 64) in;

#include "cbt/ocbt.glsl"
#include "cbt/ocbt_tree.glsl"

void main()
{
    const uint thread = gl_LocalInvocationIndex;
    if (thread < 4)
        level_sums[thread] = tree[2 * (4 + thread) - 1] + tree[2 * (4 + thread)];
    barrier();
    tree_sum_levels(4, 4);
    if (thread == 0)
        state[STATE_LIVE + 3] = 0;
}
