/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
/*
 * tiling_gather_post: bad on purpose, tiled_x that compares with the last launch of the
 * full tiles, where there may be none.
 *
 * Computes    gather.comp's result for tiled_x, right but where the grid is narrower than N and has
 *             more groups.
 * Bench       tests/bench/thread_group_tiling/tiling_gather_test.c only.
 * Bindings    0..9 of gather.comp.
 * Constants   0..8 of gather.comp; push of wide.glsl.
 * Dispatch    that of gather.comp.
 * Work        that of gather.comp.
 * Error       as planted.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      the corrected snippet of the post of 2020: without a full tile the bound wraps
 *             around.
 */
#include "thread_group_tiling/gather.glsl"

vec4 gather_first(ivec2 at)
{
    return wide_texel(0, at);
}

uvec2 tiled_x(uint launch)
{
    const uint tile = launch / (N * grid.y), local = launch % (N * grid.y);
    const uint last_of_full = grid.x / N * N * grid.y - 1;
    const uint width = last_of_full < launch ? grid.x % N : N;
    const uint row_major = local / width * grid.x + tile * N + local % width;
    return uvec2(row_major % grid.x, row_major / grid.x);
}

void main()
{
    const uint launch = gl_WorkGroupID.y * grid.x + gl_WorkGroupID.x;
    const ivec2 pixel = ivec2(tiled_x(launch) * gl_WorkGroupSize.xy + gl_LocalInvocationID.xy);
    if (LAUNCH == LAUNCH_ID && REVERSED == 0 && ORDER == ORDER_TILED_X && wide_within(pixel))
        wide_store(pixel, gather_sum(pixel));
}
