/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/* spine: inclusive sums of the tiles' totals, by one group. Totals behind the last are not used. */
#include "tile.glsl"
#include "store.glsl"

void main()
{
    uint carry = 0, total;
    for (uint tile = 0; tile * ROWS * gl_WorkGroupSize.x < push.rows; tile++) {
        tile_load(tile);
        const uint before = tile_scan(total);
        tile_store(tile, carry + before);
        carry += total;
    }
}
