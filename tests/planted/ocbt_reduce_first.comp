/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * ocbt_reduce_first: as cbt/ocbt_reduce_first, but without barriers between levels.
 *
 * Computes    levels that are sums of what was there before.
 * Bench       tests/bench/cbt/cbt_pool_device_test.c only.
 * Bindings    as cbt/ocbt_reduce_first.
 * Constants   as cbt/ocbt_reduce_first.
 * Dispatch    as cbt/ocbt_reduce_first.
 * Work        as cbt/ocbt_reduce_first.
 * Error       the point of it.
 * Needs       shaderInt64.
 * Source      our own.
 */
layout(local_size_x = 256) in;

#include "cbt/ocbt.glsl"
#include "cbt/ocbt_tree.glsl"

shared uint sums[512];

/* Levels lie one behind the other in shared memory, so that nothing but the barrier is missing;
 * nodes of one level are spread over subgroups. */
void main()
{
    const uint count = 1u << POOL_DEPTH - 12, first = (8 + gl_WorkGroupID.x) * count;
    const uint thread = 37 * gl_LocalInvocationIndex & 255;
    if (thread < count) {
        const uint pair = tree[tree_word_16(2 * (first + thread))];
        sums[count + thread] = (pair & 0xffff) + (pair >> 16);
    }
    for (uint nodes = count / 2; nodes > 0; nodes /= 2)
        if (thread < nodes)
            sums[nodes + thread] = sums[2 * (nodes + thread)] + sums[2 * (nodes + thread) + 1];
    for (uint nodes = count; nodes > 0; nodes /= 2)
        if (thread < nodes && 8 * nodes < WIDE_NODES)
            tree[(8 + gl_WorkGroupID.x) * nodes + thread - 1] = sums[nodes + thread];
}
