/* SPDX-License-Identifier: MIT */
/* answer.h: pyramids, thresholds, tiles, and the reference. */
#ifndef CLAIMCHECK_BENCH_TILE_SUBDIVISION_ANSWER_H
#define CLAIMCHECK_BENCH_TILE_SUBDIVISION_ANSWER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Pyramid -------------------------------------------------------------------------------------- */
/*
 * Importance map with its maximum mip levels, and the threshold that goes with it.
 *
 * All levels in one array, level 0 (the finest, side 2^top) first, each row-major. Importances are
 * >= 0 or NaN, so their float32 bits compare as unsigned integers as the floats do, with NaN above
 * all: kernels compare bits, the CPU reference compares floats.
 */

struct pyramid {
    uint32_t top;  /* mip level of the root; 0..12 */
    float *values; /* tiles_pyramid_count(top); they belong to whoever has made them */
};

/* Nodes of all levels: (4^(top+1) - 1) / 3. */
size_t tiles_pyramid_count(uint32_t top);

/* Index of the first node of a level: (4^(top+1) - 4^(top+1-level)) / 3. */
size_t tiles_pyramid_offset(uint32_t top, uint32_t level);

/* Index of a node. */
size_t tiles_pyramid_index(uint32_t top, uint32_t level, uint32_t x, uint32_t y);

/* Levels 1..top from level 0: the maximum of the four children, NaN when any of them is NaN. */
void tiles_pyramid_build(struct pyramid *pyramid);

/* Sets a level-0 value and brings its ancestors up to date. */
void tiles_pyramid_set(struct pyramid *pyramid, uint32_t x, uint32_t y, float value);

/*
 * T(level, x, y) = base * 2^(-falloff * level) (exact: falloff 0, 1 or 2), or, when varying is not
 * NULL, the value of the node in an array of the pyramid's shape. With the former, T does not
 * increase with the level, and so the child of a leaf is always a leaf (the maximum pyramid is
 * monotone); with the latter nothing is promised.
 */
struct threshold {
    float base; /* 2^-60..2^60 */
    uint32_t falloff;
    float *varying; /* tiles_pyramid_count(top), or NULL */
};

float tiles_threshold_at(const struct threshold *threshold, uint32_t top, uint32_t level,
                         uint32_t x, uint32_t y);

/* Tile ----------------------------------------------------------------------------------------- */
/*
 * The record of one tile, as CPU reference and kernels write it, and the digest of a set of
 * them.
 *
 * Three words in three arrays (structure of arrays: 64 MiB each at TOP = 12, within every device's
 * binding range). kernels/tile_subdivision/tile.glsl has the same names,
 * without `tiles_`.
 */

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

static inline uint32_t tiles_float_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

/* Independent of the order of the records: the sums are modulo 2^32. */
struct tile_digest {
    uint32_t count;
    uint32_t area;   /* sum of 4^level: 4^TOP for a partition; a level above TILE_TOP_MAX adds 0 */
    uint32_t sum[2]; /* of the hash words */
    uint32_t exclusive_or[2];
};

struct tile_digest tiles_tile_list_digest(const struct tile_list *list);

/* Threshold ------------------------------------------------------------------------------------ */
/*
 * The base with 8 significant bits that brings the number of tiles nearest to `tiles`, of two
 * equally good the greater base; by bisection, as the number does not increase with the base.
 * Searches from 2^-6 (below the least positive importance of any map) to 2^60.
 */
float tiles_threshold_search(const struct pyramid *pyramid, uint32_t falloff, uint64_t tiles);

/*
 * Fills a threshold per node: base * 2^(-falloff * level) times a seeded power of two between 1/4
 * and 4, and on one node in 16 (not at level 0) exactly the node's importance: a tie. A descendant
 * of a leaf may then fail the leaf test by itself, so whoever looks at the parent only is wrong.
 */
void tiles_threshold_vary(const struct pyramid *pyramid, const struct threshold *threshold,
                          uint64_t seed, float *varying);

/* True when no node below a leaf fails the leaf test by itself: looking at the parent is enough. */
bool tiles_threshold_is_monotone(const struct pyramid *pyramid, const struct threshold *threshold);

enum threshold_tie { THRESHOLD_TIE_NONE, THRESHOLD_TIE_FOUND, THRESHOLD_TIE_PLANTED };

struct threshold_node {
    uint32_t level, x, y;
};

/*
 * Sees to it that some node above level 0 has exactly its threshold as importance (it must be
 * subdivided), at the finest level where that costs few tiles: at level 1, except in a map with no
 * subdivided node at level 2. Either such a node exists; or a leaf below a subdivided node gets
 * T(level) in its first pixel; or, when all tiles are at level 0, the pixels of level-1 node (0, 0)
 * are lowered to T(1). None when the map has no level 1 or is one tile as a whole. Not for a
 * varying threshold.
 */
enum threshold_tie tiles_threshold_plant_tie(struct pyramid *pyramid,
                                             const struct threshold *threshold,
                                             struct threshold_node *node);

/* Reference ------------------------------------------------------------------------------------ */
/* The recursive tile subdivision of Tokuyoshi (2014), Algorithm 1, from its
 * definition. */

struct reference_counts {
    uint64_t tiles[TILE_TOP_MAX + 1];    /* leaves per level */
    uint64_t internal[TILE_TOP_MAX + 1]; /* subdivided nodes per level */
    uint64_t nodes;                      /* both, over all levels */
};

/*
 * A node is a leaf when its level is 0 or importance < threshold; NaN compares false, equality
 * subdivides. Level 0 is always a leaf (erratum: the paper loses those). Appends the tiles to
 * `tiles` (initialised by the caller) depth first, children in the order (0,0) (1,0) (0,1) (1,1):
 * Morton order. False when the list is full.
 */
bool tiles_reference_subdivide(const struct pyramid *pyramid, const struct threshold *threshold,
                               struct tile_list *tiles, struct reference_counts *counts);

/* Number of tiles only, without a list. */
uint64_t tiles_reference_count(const struct pyramid *pyramid, const struct threshold *threshold);

#endif
