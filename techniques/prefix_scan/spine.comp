/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/* spine: inclusive sums of the tiles' totals, in place, by one group. */
#include "tile.glsl"
#include "store.glsl"

void main()
{
    T carry = T(0), total;
    for (uint tile = 0; tile * TILE < push.count; tile++) {
        tile_load(tile);
        const T before = subgroups_scan(rows_scan(), total);
        tile_store(tile, carry + before);
        carry += total;
    }
}
