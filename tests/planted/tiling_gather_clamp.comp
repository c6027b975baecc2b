/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
/*
 * tiling_gather_clamp: bad on purpose, tiled_x without the clamp of the last tile.
 *
 * Computes    gather.comp's result for tiled_x, right where N divides the width of the grid.
 * Bench       tests/bench/thread_group_tiling/tiling_gather_test.c only.
 * Bindings    0..9 of gather.comp.
 * Constants   0..8 of gather.comp; push of wide.glsl.
 * Dispatch    that of gather.comp.
 * Work        that of gather.comp.
 * Error       as planted.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      the talk of 2019, as the post of 2020 describes its snippet.
 */
#include "thread_group_tiling/gather.glsl"

vec4 gather_first(ivec2 at)
{
    return wide_texel(0, at);
}

uvec2 tiled_x(uint launch)
{
    const uint tile = launch / (N * grid.y), local = launch % (N * grid.y);
    const uint row_major = local / N * grid.x + tile * N + local % N;
    return uvec2(row_major % grid.x, row_major / grid.x);
}

void main()
{
    const uint launch = gl_WorkGroupID.y * grid.x + gl_WorkGroupID.x;
    const ivec2 pixel = ivec2(tiled_x(launch) * gl_WorkGroupSize.xy + gl_LocalInvocationID.xy);
    if (LAUNCH == LAUNCH_ID && REVERSED == 0 && ORDER == ORDER_TILED_X && wide_within(pixel))
        wide_store(pixel, gather_sum(pixel));
}
