/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/* downsweep: the keys of each group's share to their places. */
#include "tile.glsl"
#include "shares.glsl"

layout(std430, binding = 2) readonly buffer Table { uint table[]; };
layout(std430, binding = 3) readonly buffer Totals { uint totals[]; };

void main()
{
    const uint digit = thread_index();
    uint tile, end;
    share_tiles(TILE, tile, end);
    uint place = threads_before(totals[digit]);
    place += table[digit * gl_NumWorkGroups.x + gl_WorkGroupID.x];
    for (; tile < end; tile++) {
        tile_load(tile, push.count);
        const uint total = tile_rank(push.pass);
        const uint first = threads_before(total);
        tile_stage(push.pass, first);
        tile_store(push.pass, first, place, push.count - tile * TILE);
        place += total;
    }
}
