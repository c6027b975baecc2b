/* SPDX-License-Identifier: MIT */
/*
 * noise.h: fractal value noise over the unit square, a row of samples at a time.
 *
 * Only +, -, *, / and exact scaling of doubles: the same samples on every machine.
 */
#ifndef CLAIMCHECK_BENCH_TILE_SUBDIVISION_INPUT_NOISE_H
#define CLAIMCHECK_BENCH_TILE_SUBDIVISION_INPUT_NOISE_H

#include <stdint.h>

enum { NOISE_CELLS_MAX = 256 };

/* Octave o has cells * 2^o lattice cells a side (at most NOISE_CELLS_MAX) and weight 2^-o. */
struct noise {
    uint32_t seed;
    uint32_t cells;
    uint32_t octaves;
};

/* Samples at the pixel centres ((x + 0.5) / side, (y + 0.5) / side), x = 0..side-1, each within
 * (0, 1), with mean about 1/2. */
void tiles_noise_row(const struct noise *noise, uint32_t side, uint32_t y, double *row);

/* 2^x, to a relative error below 1e-6; |x| < 1000. */
double tiles_noise_power_of_two(double x);

#endif
