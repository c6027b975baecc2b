/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
/*
 * tiling_gather_swapped: bad on purpose, tiled_x of the thread in its group, for that of the
 * group in the grid.
 *
 * Computes    gather.comp's result for tiled_x, of the wrong id.
 * Bench       tests/bench/thread_group_tiling/tiling_gather_test.c only.
 * Bindings    0..9 of gather.comp.
 * Constants   0..8 of gather.comp; push of wide.glsl.
 * Dispatch    that of gather.comp.
 * Work        that of gather.comp.
 * Error       as planted.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own, after a port that hands over the two ids the wrong way round.
 */
#include "thread_group_tiling/gather.glsl"

vec4 gather_first(ivec2 at)
{
    return wide_texel(0, at);
}

uvec2 tiled_x(uint launch)
{
    return order_tiled_x(launch, grid, N);
}

void main()
{
    const uint launch = gl_LocalInvocationID.y * grid.x + gl_LocalInvocationID.x;
    const ivec2 pixel = ivec2(tiled_x(launch) * gl_WorkGroupSize.xy + gl_LocalInvocationID.xy);
    if (LAUNCH == LAUNCH_ID && REVERSED == 0 && ORDER == ORDER_TILED_X && wide_within(pixel))
        wide_store(pixel, gather_sum(pixel));
}
