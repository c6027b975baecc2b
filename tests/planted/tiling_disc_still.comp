/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * tiling_disc_still: bad on purpose: every pixel has the same turn.
 *
 * Computes    disc.comp's result, as if the table had its first entry alone.
 * Bench       tests/bench/thread_group_tiling/tiling_atrous_test.c only.
 * Bindings    0..9 of disc.comp; 11 turns.
 * Constants   0..8 of disc.comp; push of wide.glsl.
 * Dispatch    that of disc.comp.
 * Work        that of disc.comp.
 * Error       as planted.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own.
 */
#include "thread_group_tiling/disc.glsl"

layout(std430, binding = 11) readonly buffer Turns { vec2 turns[]; };

void main()
{
    const ivec2 pixel = wide_pixel();
    if (wide_within(pixel))
        wide_store(pixel, disc_mean(pixel, turns[0]));
}
