/* SPDX-License-Identifier: MIT */
/*
 * map.h: procedural importance maps.
 *
 * Each is a picture over the unit square, the same at every resolution (checker excepted), drawn
 * from a seed. Values are multiples of 1/64, and 0 is the background. Importance stands for
 * light-map texels per map area, as in Tokuyoshi et al. (2013): a large empty background, smooth
 * terrain of low density, hard-edged charts whose densities span two to three decades, and a few
 * small very dense objects.
 */
#ifndef CLAIMCHECK_BENCH_TILE_SUBDIVISION_INPUT_MAP_H
#define CLAIMCHECK_BENCH_TILE_SUBDIVISION_INPUT_MAP_H

#include <stdbool.h>
#include <stdint.h>

enum map_kind {
    MAP_SCENE,        /* terrain, 600 log-normal charts in settlements, 6 very dense discs */
    MAP_FBM,          /* 2^(fractal noise): smooth, few tiles */
    MAP_FOVEA,        /* one peak that falls off as 1 / distance^2 */
    MAP_SPOTS,        /* 64 isolated pixels: deep, narrow tree */
    MAP_UNIFORM_LOW,  /* one tile, by definition: the pure cost of a chain of passes */
    MAP_UNIFORM_HIGH, /* 4^top tiles, by definition */
    MAP_CHECKER, /* cells of 4x4 pixels at every resolution, half of them down to level 0, half a
                    leaf at level 2: every group of threads has both, so none can stop early */
    MAP_CURVE,   /* a closed line one pixel wide: silhouettes only, tiles in proportion to 2^top */
    MAP_KIND_COUNT,
};

/* Finds the kind of "scene", "uniform_low", ... False when none bears the name. */
bool tiles_map_kind_find(const char *name, enum map_kind *kind);

/* Fills 4^top values, row-major. */
void tiles_map_generate(enum map_kind kind, uint64_t seed, uint32_t top, float *values);

/*
 * The threshold base that suits the map: with falloff 1, about 10,000 tiles for scene at top = 10.
 * A power of two times a small integer. For uniform_low and uniform_high it depends on top and
 * falloff, so that they are what their names say: all below the root's threshold; all at exactly
 * the threshold of level 1.
 */
float tiles_map_threshold_base(enum map_kind kind, uint32_t top, uint32_t falloff);

#endif
