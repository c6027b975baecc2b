/* SPDX-License-Identifier: MIT */
/* shares.glsl: which tiles a group of the three-kernel pass takes: neighbours, the same for all. */
#ifndef RADIX_SORT_SHARES_GLSL
#define RADIX_SORT_SHARES_GLSL

layout(push_constant) uniform Push
{
    uint count, pass;
} push;

/* The tiles from `first` to before `end`. */
void share_tiles(uint tile_keys, out uint first, out uint end)
{
    const uint tiles = (push.count + tile_keys - 1) / tile_keys;
    const uint share = (tiles + gl_NumWorkGroups.x - 1) / gl_NumWorkGroups.x;
    first = min(gl_WorkGroupID.x * share, tiles);
    end = min(first + share, tiles);
}

#endif
