/* SPDX-License-Identifier: MIT */
/*
 * frame_terrain: whether a triangle of the bisection is fine enough for a frame, in integers;
 * bench/cbt/terrain/terrain.h has the contract, terrain.c functions of the same names
 * after `cbt_`.
 *
 * The includer declares FRAME_VARIANCES_BINDING and what frame_heights.glsl and frame_view.glsl
 * want, and enables 64-bit integers, unless WIDE is uvec2, the type in place of them.
 */
#include "cbt/frame_heights.glsl"
#include "cbt/frame_view.glsl"

layout(std430, binding = FRAME_VARIANCES_BINDING) readonly buffer Variances { uint variances[]; };

const uint PLANES = 5;

/* Corners a, b, c on the grid, and displaced. */
struct Triangle {
    uvec2 a, b, c;
};
struct Corners {
    ivec3 a, b, c;
};

Corners displaced(Triangle triangle)
{
    return Corners(ivec3(triangle.a, heightmap_height(triangle.a) >> FRACTION_BITS),
                   ivec3(triangle.b, heightmap_height(triangle.b) >> FRACTION_BITS),
                   ivec3(triangle.c, heightmap_height(triangle.c) >> FRACTION_BITS));
}

/* Level 0 first: 4^MAP_LEVELS cells, then a quarter of them, and so on. */
uint heightmap_variance(uint level, uvec2 place)
{
    const uint all = 4u << 2 * MAP_LEVELS, rest = 4u << 2 * (MAP_LEVELS - level);
    const uint side = 1u << (MAP_LEVELS - level);
    const uvec2 cell = min(place >> GRID_BITS - MAP_LEVELS + level, uvec2(side - 1));
    return variances[(all - rest) / 3 + cell.y * side + cell.x];
}

bool terrain_is_flat(View view, Triangle triangle)
{
    const uvec2 low = min(min(triangle.a, triangle.b), triangle.c);
    const uvec2 high = max(max(triangle.a, triangle.b), triangle.c);
    const uint extent = max(high.x - low.x, high.y - low.y);
    const uint cell_bits = GRID_BITS - MAP_LEVELS, bits = uint(findMSB(extent));
    return heightmap_variance(max(bits, cell_bits) - cell_bits, (low + high) >> 1) <
           view.flat_variance;
}

#ifdef WIDE
#include "cbt/frame_terrain_pairs.glsl"
#else
#include "cbt/frame_terrain_wide.glsl"
#endif

bool terrain_wants_division(View view, Triangle triangle)
{
    if (terrain_is_flat(view, triangle))
        return false;
    const Corners corners = displaced(triangle);
    return !terrain_is_outside(view, corners) && terrain_edge_is_long(view, corners);
}
