/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * reyes_local_subgroup: bad on purpose, local_subgroup without what stands on one LINE of its
 * source.
 *
 * Computes    what local_subgroup.comp does, but for a barrier that is not there, or an atomic that
 *             adds nothing.
 * Bench       tests/bench/reyes_subdivision/reyes_planted_test.c only.
 * Bindings    0..6 of local_subgroup.comp.
 * Constants   0 group size, 1 DEPTH, 2 ROOM, 3 LISTED, 4 LEVELS, 5 LINE of local_subgroup.glsl, 0 for
 *             none; push of local_subgroup.glsl.
 * Dispatch    that of local_subgroup.comp.
 * Work        that of local_subgroup.comp.
 * Error       as planted.
 * Needs       subgroup_ballot.
 * Source      our own.
 */
layout(constant_id = 5) const uint LINE = 0;

#define subgroupBarrier() if (LINE != __LINE__) subgroupBarrier()
#define atomicAdd(memory, value) (LINE == __LINE__ ? memory : atomicAdd(memory, value))

#include "reyes_subdivision/local_subgroup.glsl"
