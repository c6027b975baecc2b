/* SPDX-License-Identifier: MIT */
/*
 * heightmap.h: the terrain under cbt.frame, on the integer grid of the square: 2^20 units a side,
 * across, deep and high alike. The square is 51 km wide, so that a unit is 4.86 cm, and the
 * highest that a map goes, 65535 units, 3.19 km.
 *
 * All of it is integer arithmetic: heights, samples and variances are the same on every machine.
 * Functions that kernels have, too, bear the same names, without `cbt_`, in
 * kernels/cbt/frame_terrain.glsl.
 */
#ifndef CLAIMCHECK_BENCH_CBT_TERRAIN_HEIGHTMAP_H
#define CLAIMCHECK_BENCH_CBT_TERRAIN_HEIGHTMAP_H

#include "harness/context.h"

enum {
    HEIGHTMAP_GRID_BITS = 20,
    HEIGHTMAP_LEVELS_MIN = 8,    /* log2 of the intervals per side; the arithmetic needs no fewer */
    HEIGHTMAP_LEVELS_MAX = 13,   /* and this is memory */
    HEIGHTMAP_FRACTION_BITS = 4, /* of what cbt_heightmap_height() returns */
};

/* (2^levels + 1)^2 heights, row-major, at the crossings of a regular net over the square. */
struct heightmap {
    uint32_t levels;
    uint16_t *heights;   /* rows of cbt_heightmap_pitch() values */
    uint32_t *variances; /* cbt_heightmap_variance_count(); see cbt_heightmap_variance() */
};

/* Values per row of the heights: even, so that kernels read two to a word. */
uint32_t cbt_heightmap_pitch(uint32_t levels);
size_t cbt_heightmap_height_count(uint32_t levels);
size_t cbt_heightmap_variance_count(uint32_t levels);

/*
 * An island in the sea, made from integer noise: mountains of ridged noise, valleys, a coast. The
 * same seed gives the same island; `levels` changes only how finely it is sampled. In memory of the
 * context; false, with the trouble told, where there is none left.
 */
bool cbt_heightmap_island(struct context *context, struct heightmap *map, uint32_t levels,
                          uint64_t seed);

/*
 * From a PGM or PNG, as grey_map_read() takes them: black is the sea, white is 65535 units high.
 * Its pixels are stretched over the square and resampled bilinearly to 2^levels intervals, the
 * least power of two that loses none, within the limits above.
 */
bool cbt_heightmap_read(struct context *context, struct heightmap *map, const char *path);

/* Height at a point of the grid, 0..2^20 in both directions, bilinear, in 1/16 units, rounded down
 * twice. */
uint32_t cbt_heightmap_height(const struct heightmap *map, uint32_t x, uint32_t y);

/*
 * The greatest variance of the heights, in square units, of any cell of the net within a square of
 * the grid: that of 2^level intervals a side which holds (x, y), or of the four corners at level 0.
 * It tells flat ground, which needs no triangles (Deliot et al. 2021, future work; the demo of the
 * paper has it).
 */
uint32_t cbt_heightmap_variance(const struct heightmap *map, uint32_t level, uint32_t x,
                                uint32_t y);

#endif
