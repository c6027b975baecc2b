/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * frame_arguments_pool: ends a frame of a pool: what its draw takes, from the live list.
 *
 * Computes    arguments of indirect draws and dispatches, words as in terrain/draw_device.h.
 * Bench       cbt.frame, variants ocbt and ocbt_lean; baseline prepass.
 * Bindings    0 state of ocbt.glsl; 1 arguments.
 * Constants   none. Push of frame_arguments.glsl.
 * Dispatch    one group of one thread.
 * Work        reads the number of live bisectors, writes 60 bytes.
 * Error       none: rounds up.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      Benyoub and Dupuy 2024; arguments as in frame_arguments.
 */
layout(local_size_x = 1) in;

layout(std430, binding = 0) readonly buffer State { uint state[]; };

#include "cbt/frame_arguments.glsl"

const uint STATE_LIVE_COUNT = 3;

void main()
{
    arguments_write(state[STATE_LIVE_COUNT]);
}
