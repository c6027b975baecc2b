/* SPDX-License-Identifier: MIT */
/* directions.h: directions drawn evenly over the sphere. */
#ifndef CLAIMCHECK_BENCH_TILE_SUBDIVISION_INPUT_DIRECTIONS_H
#define CLAIMCHECK_BENCH_TILE_SUBDIVISION_INPUT_DIRECTIONS_H

#include <stdint.h>

/* `count` directions from the seed, of lengths between 0.1 and 1; the same on every machine. */
void tiles_directions_draw(uint64_t seed, uint32_t count, double (*directions)[3]);

#endif
