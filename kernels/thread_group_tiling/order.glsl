/* SPDX-License-Identifier: MIT */
/*
 * order.glsl: launch orders of a grid of work-groups, by the definitions of
 * bench/thread_group_tiling/orders.h and under its names without `tiling_`.
 *
 * Functions only: no bindings, no constants. Where `order` and `n` are specialization constants,
 * all of order_map() but one case goes. Divisions by numbers that come with the push constants are
 * what a map of rows or tiles costs; Morton and Hilbert descend through at most 16 squares, so that
 * one thread of a group should do it.
 */
#ifndef THREAD_GROUP_TILING_ORDER_GLSL
#define THREAD_GROUP_TILING_ORDER_GLSL

const uint ORDER_ROW_MAJOR = 0, ORDER_COLUMN_MAJOR = 1, ORDER_BOUSTROPHEDON = 2;
const uint ORDER_TILED_X = 3, ORDER_TILED_Y = 4, ORDER_SERPENTINE_X = 5, ORDER_SERPENTINE_Y = 6;
const uint ORDER_MORTON = 7, ORDER_HILBERT = 8, ORDER_REVERSE = 9;

uvec2 order_row_major(uint launch, uvec2 grid)
{
    const uint y = launch / grid.x;
    return uvec2(launch - y * grid.x, y);
}

uvec2 order_column_major(uint launch, uvec2 grid)
{
    const uint x = launch / grid.y;
    return uvec2(x, launch - x * grid.y);
}

uvec2 order_boustrophedon(uint launch, uvec2 grid)
{
    const uvec2 group = order_row_major(launch, grid);
    return uvec2((group.y & 1u) == 1u ? grid.x - 1u - group.x : group.x, group.y);
}

uvec2 order_reverse(uint launch, uvec2 grid)
{
    return order_row_major(grid.x * grid.y - 1u - launch, grid);
}

/* The tile in z. Clamps of N and of the last tile's width serve any grid, without a branch. */
uvec3 order_tile(uint launch, uvec2 grid, uint n)
{
    const uint columns = min(n, grid.x);
    const uint tile_groups = columns * grid.y;
    const uint tile = launch / tile_groups;
    const uint local = launch - tile * tile_groups;
    const uint width = min(columns, grid.x - tile * columns);
    const uint y = local / width;
    return uvec3(tile * columns + local - y * width, y, tile);
}

uvec2 order_tiled_x(uint launch, uvec2 grid, uint n)
{
    return order_tile(launch, grid, n).xy;
}

uvec2 order_tiled_y(uint launch, uvec2 grid, uint n)
{
    return order_tile(launch, grid.yx, n).yx;
}

uvec2 order_serpentine_x(uint launch, uvec2 grid, uint n)
{
    const uvec3 group = order_tile(launch, grid, n);
    return uvec2(group.x, (group.z & 1u) == 1u ? grid.y - 1u - group.y : group.y);
}

uvec2 order_serpentine_y(uint launch, uvec2 grid, uint n)
{
    return order_serpentine_x(launch, grid.yx, n).yx;
}

/* log2 of the side of the least square that holds the grid: 0 for one group, 16 for 65536. */
int order_levels(uvec2 grid)
{
    return findMSB(max(grid.x, grid.y) - 1u) + 1;
}

/* Groups of the grid in the square of that side whose least corner, never negative, is given. */
uint order_groups_in(ivec2 corner, int side, uvec2 grid)
{
    const ivec2 cells = clamp(ivec2(grid) - corner, ivec2(0), ivec2(side));
    return uint(cells.x) * uint(cells.y);
}

uvec2 order_morton(uint launch, uvec2 grid)
{
    ivec2 corner = ivec2(0);
    for (int level = order_levels(grid) - 1; level >= 0; level--) {
        const int side = 1 << level;
        ivec2 child = corner;
        for (int i = 0; i < 4; i++) {
            child = corner + ivec2(i & 1, i >> 1) * side;
            const uint groups = order_groups_in(child, side, grid);
            if (launch < groups)
                break;
            launch -= groups;
        }
        corner = child;
    }
    return uvec2(corner);
}

/*
 * A square on the way down is the cell in which its curve begins and two axes: the curve's cell
 * (a, b) is origin + a * along + b * across. Its quarters, in the order of the curve: the first has
 * the axes exchanged, the second and third lie as the square does, the last has the axes exchanged
 * and turned around.
 */
uvec2 order_hilbert(uint launch, uvec2 grid)
{
    ivec2 origin = ivec2(0), along = ivec2(1, 0), across = ivec2(0, 1);
    for (int level = order_levels(grid) - 1; level >= 0; level--) {
        const int side = 1 << level;
        ivec2 begin = origin, first = across, second = along;
        for (int i = 0; i < 4; i++) {
            if (i == 1) {
                begin = origin + side * across;
                first = along;
                second = across;
            } else if (i == 2) {
                begin = origin + side * (along + across);
            } else if (i == 3) {
                begin = origin + (2 * side - 1) * along + (side - 1) * across;
                first = -across;
                second = -along;
            }
            const ivec2 opposite = begin + (side - 1) * (first + second);
            const uint groups = order_groups_in(min(begin, opposite), side, grid);
            if (launch < groups)
                break;
            launch -= groups;
        }
        origin = begin;
        along = first;
        across = second;
    }
    return uvec2(origin);
}

uvec2 order_map(uint order, uint launch, uvec2 grid, uint n)
{
    switch (order) {
    case ORDER_COLUMN_MAJOR:
        return order_column_major(launch, grid);
    case ORDER_BOUSTROPHEDON:
        return order_boustrophedon(launch, grid);
    case ORDER_TILED_X:
        return order_tiled_x(launch, grid, n);
    case ORDER_TILED_Y:
        return order_tiled_y(launch, grid, n);
    case ORDER_SERPENTINE_X:
        return order_serpentine_x(launch, grid, n);
    case ORDER_SERPENTINE_Y:
        return order_serpentine_y(launch, grid, n);
    case ORDER_MORTON:
        return order_morton(launch, grid);
    case ORDER_HILBERT:
        return order_hilbert(launch, grid);
    case ORDER_REVERSE:
        return order_reverse(launch, grid);
    default:
        return order_row_major(launch, grid);
    }
}

#endif
