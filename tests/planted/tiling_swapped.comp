/* SPDX-License-Identifier: MIT */
#version 460
/*
 * tiling_swapped: bad on purpose, tiled_x of the thread in its group, for that of the group in
 * the grid.
 *
 * Computes    map_alone.comp's words for tiled_x, of the wrong id.
 * Bench       tests/bench/thread_group_tiling/tiling_map_alone_test.c only.
 * Bindings    0 of map_alone.comp.
 * Constants   0 and 1 of map_alone.comp; push of map_alone.comp.
 * Dispatch    that of map_alone.comp.
 * Work        that of map_alone.comp.
 * Error       as planted.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own, after a port that hands over the two ids the wrong way round.
 */
layout(local_size_x = 8, local_size_y = 8) in;

layout(constant_id = 0) const uint ORDER = 3;
layout(constant_id = 1) const uint N = 16;

layout(std430, binding = 0) writeonly buffer Launches { uint launches[]; };
layout(push_constant) uniform Push { uvec2 grid; uint maps, row; };

uvec2 tiled_x(uint launch)
{
    const uint columns = min(N, grid.x);
    const uint tile = launch / (columns * grid.y), local = launch % (columns * grid.y);
    const uint width = min(columns, grid.x - tile * columns);
    return uvec2(tile * columns + local % width, local / width);
}

void main()
{
    if (gl_LocalInvocationIndex != 0 || maps != 1 || ORDER != 3)
        return;
    const uint launch = gl_LocalInvocationID.y * grid.x + gl_LocalInvocationID.x;
    const uvec2 group = tiled_x(launch);
    const uint mapped = group.y * row + group.x;
    if (mapped < grid.x * grid.y)
        launches[mapped] = launch;
}
