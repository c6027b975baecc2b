/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * ocbt_reduce_words: first pass of the reduction.
 *
 * Computes    levels POOL_DEPTH - 7 and - 8 of the allocator's tree.
 * Bench       cbt.update and cbt.frame, variant ocbt; baseline prepass.
 * Bindings    5 bits, 6 tree.
 * Constants   10 POOL_DEPTH, 11 LEAN (unused).
 * Dispatch    2^(POOL_DEPTH - 15) groups of 64: a thread per 512 slots.
 * Work        reads 2^POOL_DEPTH bits, writes 12 bits per 128.
 * Error       none: integers; results are equal as sets, whatever slots they take.
 * Needs       shader_int64; nothing where WIDE is uvec2.
 * Source      Benyoub and Dupuy 2024; its pass ReducePrePass.
 */
layout(local_size_x = 64) in;

#include "cbt/ocbt.glsl"
#include "cbt/ocbt_tree.glsl"

void main()
{
    tree_sum_words(gl_GlobalInvocationID.x);
}
