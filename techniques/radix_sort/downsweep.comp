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
    const bool has_digit = digit < VALUES;
    uint tile, end;
    share_tiles(TILE, tile, end);
    uint place = threads_before(has_digit ? totals[digit] : 0);
    place += has_digit ? table[digit * gl_NumWorkGroups.x + gl_WorkGroupID.x] : 0;
    for (; tile < end; tile++) {
        tile_load(tile, push.count);
        const uint total = tile_count(push.pass), first = threads_before(total);
        tile_rank(push.pass, first);
        tile_stage();
        tile_store(push.pass, place - first, push.count - tile * TILE);
        place += total;
        barrier(); /* the tile is stored */
    }
}
