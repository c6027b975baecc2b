/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * ocbt_reduce_first: second pass of the reduction.
 *
 * Computes    levels POOL_DEPTH - 9 to 3 of the allocator's tree.
 * Bench       cbt.update and cbt.frame, variant ocbt; baseline prepass.
 * Bindings    6 tree: level POOL_DEPTH - 8 is there.
 * Constants   10 POOL_DEPTH, 11 LEAN (unused).
 * Dispatch    eight groups of 256, a node of level 3 each.
 * Work        reads level POOL_DEPTH - 8, writes those above it; shared memory.
 * Error       none: integers; results are equal as sets, whatever slots they take.
 * Needs       shader_int64; nothing where WIDE is uvec2.
 * Source      Benyoub and Dupuy 2024; its pass ReduceFirst.
 */
layout(local_size_x = 256) in;

#include "cbt/ocbt.glsl"
#include "cbt/ocbt_tree.glsl"

void main()
{
    const uint count = 1u << POOL_DEPTH - 12, first = (8 + gl_WorkGroupID.x) * count;
    const uint thread = gl_LocalInvocationIndex;
    if (thread < count) {
        const uint pair = tree[tree_word_16(2 * (first + thread))];
        level_sums[thread] = (pair & 0xffff) + (pair >> 16);
    }
    barrier();
    tree_sum_levels(first, count);
}
