/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * per_pixel: one thread per pixel of the map walks down from the root.
 *
 * Computes    each thread descends to the first leaf above its pixel; the thread at the tile's
 *             first pixel appends it. The subtree method with a single subtree, and one atomic per
 *             group.
 * Bench       tile_subdivision.subdivide, variant per_pixel; baseline per_level.
 * Bindings    0..5 of subdivision.glsl.
 * Constants   0 TOP, 1 VARYING, 2 group size; push of subdivision.glsl.
 * Dispatch    (columns, rows) groups over 4^TOP pixels in Morton order.
 * Work        reads 4 bytes per test, up to TOP + 1 tests per pixel, mostly from cache; writes 12
 *             bytes per tile; bound by issue and by the latency of the walk.
 * Error       none: bits are compared and copied.
 * Needs       subgroup_ballot and subgroup_arithmetic; any subgroup size.
 * Source      contender; Tokuyoshi 2014, Section 4, with SUBTREE_LEVELS = TOP.
 */
layout(local_size_x_id = 2) in;

#include "tile_subdivision/subdivision.glsl"
#include "tile_subdivision/append.glsl"

/* 12 even bits of a Morton index. */
uint morton_even(uint bits)
{
    bits &= 0x55555555u;
    bits = (bits | bits >> 1) & 0x33333333u;
    bits = (bits | bits >> 2) & 0x0f0f0f0fu;
    bits = (bits | bits >> 4) & 0x00ff00ffu;
    return (bits | bits >> 8) & 0x0000ffffu;
}

void main()
{
    const uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    const uint index = group * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    const uvec2 pixel = uvec2(morton_even(index), morton_even(index >> 1));
    uint level = TOP;
    node n = node(TOP, 0, 0);
    while (node_subdivides(n)) {
        level--;
        n = node(level, pixel.x >> level, pixel.y >> level);
    }
    const bool first = pixel == uvec2(n.x, n.y) << level;
    const bool tile = index < TILE_CAPACITY && first;
    const uint slot = append_reserve(0, tile ? 1 : 0);
    if (tile)
        tile_write(slot, n, importance_at(n), threshold_at(n));
}
