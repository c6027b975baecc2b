/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * cbt_dispatcher: a bad dispatcher on purpose: it rounds the number of groups down.
 *
 * Computes    arguments of the indirect dispatch, for up to 255 leaves too few.
 * Bench       tests/bench/cbt/cbt_planted_test.c only.
 * Bindings    0 heap; 1 decisions; 2 marks.
 * Constants   as dispatcher.comp.
 * Dispatch    one group of one.
 * Work        reads the root, writes 8 words.
 * Error       the point of it; a library of some renown has it.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own.
 */
layout(local_size_x = 1) in;

#include "cbt/heap_buffer.glsl"
#include "cbt/leb.glsl"
#include "cbt/update.glsl"

void main()
{
    const uint leaves = heap_leaf_count();
    decisions[0] = max(leaves >> 8, 1);
    decisions[1] = 1;
    decisions[2] = 1;
    decisions[3] = leaves;
    decisions[4] = 0;
    decisions[5] = 1;
    decisions[6] = 1;
    decisions[7] = 0;
}
