/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#pragma use_vulkan_memory_model
/*
 * compact_numbered: compaction in one pass, as compact_single, whose tiles are the groups' own
 * numbers: no group waits for a ticket before it loads, and none may have to wait for another.
 *
 * Computes    the entries that are not null, in their order, and in a word how many they are, as
 *             compact_single does it. A ticket tells a group no more than whose turn the states
 *             are, and is on its way with what the group loads. Places of words are found once, by
 *             sums over the subgroup that have four rows of it in a word.
 * Bench       stream_reduction.compact, variant single_pass_numbered; no baseline.
 * Bindings    0 and 1 the stream, as vectors and as words; 2 lengths; 3 states: the ticket, two
 *             words of no use, then two arrays with a word per group, all zero at the start; 5 and
 *             6 the output, as vectors and as words; 7 counts of streams.
 * Constants   0 group size, a multiple of the subgroup's; 1 ENTRY_WORDS (1 or 4); 2 ROWS; 3 SPINS;
 *             4 FALLBACK (true); 5 WITHHELD (tiles whose number it divides tell nothing, none for
 *             zero); push.entries, the length; push.length_word, where it stands in lengths
 *             instead, or 0xffffffff; push.count_word, where the count goes.
 * Dispatch    a group per tile that there may be, as many each time: states alternate.
 * Work        reads the stream, writes what is kept, a word per tile twice; bound by bandwidth.
 * Error       none: integers.
 * Needs       memory_model_device_scope, subgroup_ballot, subgroup_arithmetic; no forward progress
 *             between groups.
 * Source      contender; Merrill and Garland 2016, Smith, Levien and Owens 2025; our own code.
 */
#define COMPACT_NUMBERED
#include "common/compact_single.glsl"
