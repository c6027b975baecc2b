/* SPDX-License-Identifier: MIT */
/* reference.h: the recursive tile subdivision of Tokuyoshi (2014), Algorithm 1, from its
 * definition. */
#ifndef CLAIMCHECK_BENCH_TILE_SUBDIVISION_REFERENCE_H
#define CLAIMCHECK_BENCH_TILE_SUBDIVISION_REFERENCE_H

#include "bench/tile_subdivision/pyramid.h"
#include "bench/tile_subdivision/tile.h"

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
