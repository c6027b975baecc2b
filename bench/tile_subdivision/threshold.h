/* SPDX-License-Identifier: MIT */
/* threshold.h: how the threshold of a workload is chosen; struct threshold itself is in pyramid.h.
 */
#ifndef CLAIMCHECK_BENCH_TILE_SUBDIVISION_THRESHOLD_H
#define CLAIMCHECK_BENCH_TILE_SUBDIVISION_THRESHOLD_H

#include "bench/tile_subdivision/pyramid.h"

enum threshold_kind {
    THRESHOLD_OWN,     /* "own": the one that suits the map */
    THRESHOLD_VARYING, /* "varying": differs from node to node */
    THRESHOLD_TILES,   /* "1000tiles": searched for that many tiles */
    THRESHOLD_BASE,    /* "0.5": the base itself */
};

struct threshold_choice {
    enum threshold_kind kind;
    uint64_t tiles; /* THRESHOLD_TILES; 1..4^12 */
    float base;     /* THRESHOLD_BASE; 2^-60..2^60 */
};

/* Reads a value of the axis `threshold`. False when it is none. */
bool tiles_threshold_choice_parse(const char *text, struct threshold_choice *choice);

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

#endif
