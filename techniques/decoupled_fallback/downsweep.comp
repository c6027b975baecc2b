/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/* downsweep: the sums of each tile, from the sums of the tiles' totals. */
#include "tile.glsl"
#include "store.glsl"

layout(std430, binding = 2) readonly buffer Spine { uint spine[]; };

void main()
{
    const uint tile = gl_WorkGroupID.x;
    uint total;
    tile_load(tile);
    const uint before = tile_scan(total);
    tile_store(tile, before + (tile > 0 ? spine[tile - 1] : 0));
}
