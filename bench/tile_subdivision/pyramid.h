/* SPDX-License-Identifier: MIT */
/*
 * pyramid.h: importance map with its maximum mip levels, and the threshold that goes with it.
 *
 * All levels in one array, level 0 (the finest, side 2^top) first, each row-major. Importances are
 * >= 0 or NaN, so their float32 bits compare as unsigned integers as the floats do, with NaN above
 * all: kernels compare bits, the CPU reference compares floats.
 */
#ifndef CLAIMCHECK_BENCH_TILE_SUBDIVISION_PYRAMID_H
#define CLAIMCHECK_BENCH_TILE_SUBDIVISION_PYRAMID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

#endif
