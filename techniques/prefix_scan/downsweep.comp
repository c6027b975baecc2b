/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/* downsweep: the sums of each tile, from the sums of the tiles' totals. */
#include "tile.glsl"
#include "store.glsl"

layout(std430, binding = 4) readonly buffer Totals { T totals[]; };

void main()
{
    const uint tile = gl_WorkGroupID.x;
    T total;
    tile_load(tile);
    const T before = subgroups_scan(rows_scan(), total);
    tile_store(tile, before + (tile > 0 ? totals[tile - 1] : T(0)));
}
