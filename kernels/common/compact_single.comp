/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#pragma use_vulkan_memory_model
/*
 * compact_single: compaction in one pass: decoupled look-back, with a fallback.
 *
 * Computes    the entries that are not null, in their order, and in a word how many they are. A
 *             group takes a tile by ticket, counts it, tells the count, adds up what the tiles
 *             before it have told, and moves its entries, which it has kept in registers. A tile
 *             that still tells nothing after SPINS looks is counted by the group that waits for it:
 *             no group depends on another's progress. Without FALLBACK its entries are left out,
 *             the count becomes 0xffffffff, and the output is void.
 * Bench       all that compact (bench/common/compact.h); no baseline.
 * Bindings    0 and 1 the stream, as vectors and as words; 2 lengths; 3 states: the ticket, two
 *             words for losses, then two arrays with a word per group, all zero at the start; 5
 *             and 6 the output, as vectors and as words; 7 counts of streams.
 * Constants   0 group size, a multiple of the subgroup's; 1 ENTRY_WORDS (1 or 4); 2 ROWS; 3 SPINS;
 *             4 FALLBACK; 5 WITHHELD (tiles whose number it divides tell nothing, none for zero);
 *             push.entries, the length; push.length_word, where it stands in lengths instead, or
 *             0xffffffff; push.count_word, where the count goes.
 * Dispatch    a group per tile that there may be, as many each time: states alternate.
 * Work        reads the stream, writes what is kept, a word per tile twice; bound by bandwidth.
 * Error       none: integers.
 * Needs       memory_model_device_scope, subgroup_ballot, subgroup_arithmetic; with FALLBACK no
 *             forward progress between groups.
 * Source      Merrill and Garland 2016; the fallback Smith, Levien and Owens 2025; our own code.
 */
#include "common/compact_single.glsl"
