/* SPDX-License-Identifier: MIT */
/*
 * frame_heights: the heights of the terrain. Functions as in bench/cbt/terrain/heightmap.c.
 * The includer declares FRAME_HEIGHTS_BINDING and MAP_LEVELS, log2 of the intervals per side.
 */
layout(std430, binding = FRAME_HEIGHTS_BINDING) readonly buffer Heights { uint heights[]; };

const uint GRID_BITS = 20, FRACTION_BITS = 4;

/* Two to a word; rows have an even number of them. */
uint heightmap_sample(uint column, uint row)
{
    const uint at = row * ((1u << MAP_LEVELS) + 2) + column;
    return heights[at >> 1] >> 16 * (at & 1) & 0xFFFF;
}

/* In 1/16 units. Every product fits 32 bits: 16 + 12, and 20 + 12. */
uint heightmap_height(uvec2 place)
{
    const uint shift = GRID_BITS - MAP_LEVELS;
    const uvec2 cell = min(place >> shift, uvec2((1u << MAP_LEVELS) - 1));
    const uvec2 after = place - (cell << shift), before = (1u << shift) - after;
    const uint above = heightmap_sample(cell.x, cell.y) * before.x +
                       heightmap_sample(cell.x + 1, cell.y) * after.x;
    const uint below = heightmap_sample(cell.x, cell.y + 1) * before.x +
                       heightmap_sample(cell.x + 1, cell.y + 1) * after.x;
    const uint drop = shift - FRACTION_BITS;
    return (above >> drop) * before.y + (below >> drop) * after.y >> shift;
}
