/* SPDX-License-Identifier: MIT */
/*
 * tile.glsl: the record of one tile, as bench/tile_subdivision/answer.h has it, by the same names
 * without `tiles_`.
 *
 * Functions only: no bindings, no constants. A kernel binds three arrays of words (keys, importance
 * bits, threshold bits). Digests add the hash words modulo 2^32 and exclusive-or them, so the order
 * of the records does not matter.
 */
#ifndef TILE_SUBDIVISION_TILE_GLSL
#define TILE_SUBDIVISION_TILE_GLSL

#include "common/hash.glsl"

/* level << 24 | y << 12 | x, in pixels of that level. */
uint tile_key(uint level, uint x, uint y)
{
    return level << 24 | y << 12 | x;
}

uint tile_level(uint key)
{
    return key >> 24;
}

uint tile_x(uint key)
{
    return key & 0xfffu;
}

uint tile_y(uint key)
{
    return key >> 12 & 0xfffu;
}

/* Spreads 12 bits to the even bits of a word. */
uint tile_spread(uint bits)
{
    bits = (bits | bits << 8) & 0x00ff00ffu;
    bits = (bits | bits << 4) & 0x0f0f0f0fu;
    bits = (bits | bits << 2) & 0x33333333u;
    return (bits | bits << 1) & 0x55555555u;
}

/* Morton index of the tile's first level-0 pixel. */
uint tile_first_pixel(uint key)
{
    return (tile_spread(tile_x(key)) | tile_spread(tile_y(key)) << 1) << 2 * tile_level(key);
}

/* The two hash words of a record. */
uvec2 tile_hash(uint key, uint importance, uint threshold)
{
    uvec2 mixed = hash_mix(key + uvec2(0x9e3779b9u, 0x7f4a7c15u));
    mixed = hash_mix(mixed ^ importance);
    return hash_mix(mixed + threshold);
}

#endif
