/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * map_alone: what computing a launch order costs, with nothing else in the kernel. One thread of
 * each group follows the order `maps` times: the group that a launch takes on, counted row by row,
 * is the launch that is mapped next. So each map waits for the one before. An order followed any
 * number of times is still a bijection: every word is written once. The rows are counted by a width
 * that the compiler cannot know to be the grid's: else a map by rows and the way back would cancel,
 * and row_major would cost nothing.
 *
 * Computes    launches[m(f)] = f for each launch f, with m the order followed push.maps times.
 * Bench       thread_group_tiling.map_alone, variants row_major, tiled_x and hilbert;
 *             baseline row_major.
 * Bindings    0 launches, a word per group; 1 counter of launch.glsl.
 * Constants   0 ORDER (of order.glsl), 1 N (1 at least; of no account for orders without it),
 *             2 LAUNCH (of launch.glsl); push.grid in groups, push.maps (1 at least),
 *             push.row (grid.x).
 * Dispatch    grid.x by grid.y groups of 8 by 8, as a kernel with a thread per pixel has.
 * Work        writes 4 bytes per group; maps dependent maps per group.
 * Error       none: integers.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      Bavoil 2020 for the orders of tiles; the bench is our own.
 */
const int LAUNCH_BINDING = 1;
#include "thread_group_tiling/launch.glsl"
#include "thread_group_tiling/order.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

layout(constant_id = 0) const uint ORDER = 0;
layout(constant_id = 1) const uint N = 16;
layout(constant_id = 2) const uint LAUNCH = LAUNCH_ID;

layout(std430, binding = 0) writeonly buffer Launches { uint launches[]; };
layout(push_constant) uniform Push { uvec2 grid; uint maps, row; };

void main()
{
    if (gl_LocalInvocationIndex != 0)
        return;
    const uint launch = launch_take(LAUNCH, grid);
    uint mapped = launch;
    for (uint i = 0; i < maps; i++) {
        const uvec2 group = order_map(ORDER, mapped, grid, N);
        mapped = group.y * row + group.x;
    }
    launches[mapped] = launch;
}
