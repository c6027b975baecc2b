/* SPDX-License-Identifier: MIT */
/*
 * order.glsl: keys by which discs and rays are put in order: what is near to each other in space,
 * and of rays what goes the same way, has keys near to each other. Records are two uvec4, the
 * layout of detp.glsl, with a position in the first. bench/detp/order.h has the host's side.
 */
const uint ORDER_ROWS = 0;   /* discs: cells in rows along x, rows along y, then z */
const uint ORDER_MORTON = 1; /* discs: cells by their bits in turns, x lowest; 64 on a side */
const uint ORDER_RAYS = 2;   /* rays: the direction's octant; two of its shares of |x| + |y| + |z|,
                                in quarters; the origin's cell by its bits, 8 on a side; the length,
                                of which the eighth part is 5 cells' sides over 4 */

/* Each bit of the lowest ten to every third place. */
uint order_spread(uint bits)
{
    bits = (bits | bits << 16) & 0x030000ffu;
    bits = (bits | bits << 8) & 0x0300f00fu;
    bits = (bits | bits << 4) & 0x030c30c3u;
    return (bits | bits << 2) & 0x09249249u;
}

uint order_morton(uvec3 cell)
{
    return order_spread(cell.x) | order_spread(cell.y) << 1 | order_spread(cell.z) << 2;
}

/* Cell of a position, from the lower corner of all. */
uvec3 order_cell(vec3 position, uvec3 cells)
{
    return uvec3(clamp(position, vec3(0), vec3(cells - 1)));
}

uint order_direction(vec3 direction)
{
    const vec3 size = abs(direction);
    const float sum = max(size.x + size.y + size.z, 1e-30);
    const uvec3 sign = uvec3(lessThan(direction, vec3(0)));
    const uvec2 share = uvec2(clamp(4 * size.xy / sum, 0, 3));
    return (sign.x | sign.y << 1 | sign.z << 2) << 4 | share.x << 2 | share.y;
}

/* Rays that go the same way come first to be near: they walk through cells together. Of one place
 * they are as long as each other: they end together. */
uint order_ray(uint cell, vec3 direction, float length_cells)
{
    const uint size = uint(clamp(0.8 * length_cells, 0, 7));
    return (order_direction(direction) << 9 | cell) << 3 | size;
}

/* The length: of a ray, in cells. */
uint order_key(uint by, vec3 position, vec3 direction, float length_cells, uvec3 cells)
{
    const uvec3 cell = order_cell(position, cells);
    if (by == ORDER_ROWS)
        return (cell.z * cells.y + cell.y) * cells.x + cell.x;
    return by == ORDER_MORTON ? order_morton(cell)
                              : order_ray(order_morton(cell), direction, length_cells);
}
