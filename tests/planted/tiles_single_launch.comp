/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * tiles_single_launch: bad on purpose, single_launch without what stands on one LINE of its source.
 *
 * Computes    what single_launch.comp does, but for a barrier that is not there, an atomic that adds
 *             nothing, or one that leaves 1 instead of 0.
 * Bench       tests/bench/tile_subdivision/tile_planted_test.c only.
 * Bindings    0..5 of single_launch.comp.
 * Constants   0 TOP, 1 VARYING, 2 group size, 3 BLOCK, 4 SQUARE, 5 PACKED, 6 LINE of
 *             single_launch.glsl, 0 for none; push of subdivision.glsl.
 * Dispatch    that of single_launch.comp.
 * Work        that of single_launch.comp.
 * Error       as planted.
 * Needs       subgroup_ballot.
 * Source      our own.
 */
layout(constant_id = 6) const uint LINE = 0;

#define barrier() if (LINE != __LINE__) barrier()
#define memoryBarrierBuffer() if (LINE != __LINE__) memoryBarrierBuffer()
#define atomicAdd(memory, value) (LINE == __LINE__ ? memory : atomicAdd(memory, value))
#define atomicExchange(memory, value) atomicExchange(memory, LINE == __LINE__ ? 1u : value)

#include "tile_subdivision/single_launch.glsl"
