/* SPDX-License-Identifier: MIT */
#version 460
/*
 * tiling_post: bad on purpose, tiled_x that compares with the last launch of the full
 * tiles, where there may be none.
 *
 * Computes    map_alone.comp's words for tiled_x, right but where the grid is narrower than N
 *             and has more groups.
 * Bench       tests/bench/thread_group_tiling/tiling_map_alone_test.c only.
 * Bindings    0 of map_alone.comp.
 * Constants   0 and 1 of map_alone.comp; push of map_alone.comp.
 * Dispatch    that of map_alone.comp.
 * Work        that of map_alone.comp.
 * Error       as planted.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      the corrected snippet of the post of 2020: without a full tile the bound wraps
 *             around.
 */
layout(local_size_x = 8, local_size_y = 8) in;

layout(constant_id = 0) const uint ORDER = 3;
layout(constant_id = 1) const uint N = 16;

layout(std430, binding = 0) writeonly buffer Launches { uint launches[]; };
layout(push_constant) uniform Push { uvec2 grid; uint maps, row; };

uvec2 tiled_x(uint launch)
{
    const uint tile = launch / (N * grid.y), local = launch % (N * grid.y);
    const uint last_of_full = grid.x / N * N * grid.y - 1;
    const uint width = last_of_full < launch ? grid.x % N : N;
    return uvec2(tile * N + local % width, local / width);
}

void main()
{
    if (gl_LocalInvocationIndex != 0 || maps != 1 || ORDER != 3)
        return;
    const uint launch = gl_WorkGroupID.y * grid.x + gl_WorkGroupID.x;
    const uvec2 group = tiled_x(launch);
    const uint mapped = group.y * row + group.x;
    if (mapped < grid.x * grid.y)
        launches[mapped] = launch;
}
