/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * ocbt_reduce: the reduction in one dispatch.
 *
 * Computes    the allocator's tree; an empty live list.
 * Bench       cbt.update and cbt.frame, variant ocbt_lean; baseline prepass.
 * Bindings    0 state, 5 bits, 6 tree.
 * Constants   10 POOL_DEPTH, 11 LEAN (unused).
 * Dispatch    one group of 1024; of 256 where WIDE is uvec2.
 * Work        reads 2^POOL_DEPTH bits, writes the tree.
 * Error       none: integers; results are equal as sets, whatever slots they take.
 * Needs       shader_int64; nothing where WIDE is uvec2.
 * Source      contender: the whole bit field is 16 to 128 KiB, so one group and no barrier between
 *             dispatches.
 */
#ifdef WIDE
layout(local_size_x = 256) in;
#else
layout(local_size_x = 1024) in;
#endif

#include "cbt/ocbt.glsl"
#include "cbt/ocbt_tree.glsl"

void main()
{
    const uint count = 1u << POOL_DEPTH - 9;
    for (uint i = gl_LocalInvocationIndex; i < count; i += gl_WorkGroupSize.x)
        level_sums[i] = tree_sum_words(i);
    barrier();
    tree_sum_levels(count, count);
    if (gl_LocalInvocationIndex == 0)
        state[STATE_LIVE] = state[STATE_LIVE + 3] = 0;
}
