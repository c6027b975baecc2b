/* SPDX-License-Identifier: MIT */
/*
 * tile.h: the record of one tile, as CPU reference and kernels write it, and the digest of a set of
 * them.
 *
 * Three words in three arrays (structure of arrays: 64 MiB each at TOP = 12, within every device's
 * binding range). kernels/tile_subdivision/tile.glsl has the same names,
 * without `tiles_`.
 */
#ifndef CLAIMCHECK_BENCH_TILE_SUBDIVISION_TILE_H
#define CLAIMCHECK_BENCH_TILE_SUBDIVISION_TILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TILE_TOP_MAX = 12 }; /* x and y have 12 bits each */

/* key = level << 24 | y << 12 | x, in pixels of that level. */
uint32_t tiles_tile_key(uint32_t level, uint32_t x, uint32_t y);
uint32_t tiles_tile_level(uint32_t key);
uint32_t tiles_tile_x(uint32_t key);
uint32_t tiles_tile_y(uint32_t key);

/* Index in Morton (Z) order of the tile's first level-0 pixel: x in the even bits, shifted left by
 * 2 * level. */
uint32_t tiles_tile_first_pixel(uint32_t key);

/* Arrays of `capacity` words each; they belong to whoever has made them. */
struct tile_list {
    uint32_t *keys, *importances, *thresholds; /* importance and threshold as float32 bits */
    size_t count, capacity;
};

/* Appends. False when the list is full; it is then as before. */
bool tiles_tile_list_add(struct tile_list *list, uint32_t key, uint32_t importance,
                         uint32_t threshold);

/* Independent of the order of the records: the sums are modulo 2^32. */
struct tile_digest {
    uint32_t count;
    uint32_t area;   /* sum of 4^level: 4^TOP for a partition; a level above TILE_TOP_MAX adds 0 */
    uint32_t sum[2]; /* of the hash words */
    uint32_t exclusive_or[2];
};

struct tile_digest tiles_tile_list_digest(const struct tile_list *list);

#endif
