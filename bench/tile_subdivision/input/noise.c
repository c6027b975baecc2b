/* SPDX-License-Identifier: MIT */
#include "bench/tile_subdivision/input/input.h"

#include "bench/common/hash.h"

#include <assert.h>
#include <math.h>

static double noise_ease(double t)
{
    return t * t * (3.0 - 2.0 * t);
}

static void noise_add_octave(uint32_t seed, uint32_t cells, double weight, uint32_t side,
                             uint32_t y, double *row)
{
    double lattice[NOISE_CELLS_MAX + 1];
    double scale = (double)cells / side;
    double v = (y + 0.5) * scale;
    uint32_t cell_y = (uint32_t)v;
    double blend = noise_ease(v - cell_y);
    for (uint32_t cell = 0; cell <= cells; cell++) {
        double above = hash_unit(hash_triple(seed, cell, cell_y));
        double below = hash_unit(hash_triple(seed, cell, cell_y + 1));
        lattice[cell] = weight * (above + blend * (below - above));
    }
    for (uint32_t x = 0; x < side; x++) {
        double u = (x + 0.5) * scale;
        uint32_t cell = (uint32_t)u;
        row[x] += lattice[cell] + noise_ease(u - cell) * (lattice[cell + 1] - lattice[cell]);
    }
}

void tiles_noise_row(const struct noise *noise, uint32_t side, uint32_t y, double *row)
{
    assert(noise->cells << (noise->octaves - 1) <= NOISE_CELLS_MAX);
    for (uint32_t x = 0; x < side; x++)
        row[x] = 0.0;
    double total = 2.0 - ldexp(2.0, -(int)noise->octaves);
    for (uint32_t octave = 0; octave < noise->octaves; octave++) {
        noise_add_octave(hash_triple(noise->seed, octave, noise->cells), noise->cells << octave,
                         ldexp(1.0, -(int)octave) / total, side, y, row);
    }
}

double tiles_noise_power_of_two(double x)
{
    static const double logarithm_of_two = 0.6931471805599453;
    assert(x > -1000.0 && x < 1000.0);
    double whole = floor(x + 0.5);
    double argument = (x - whole) * logarithm_of_two;
    double term = 1.0;
    double sum = 1.0;
    for (int n = 1; n <= 7; n++) {
        term *= argument / n;
        sum += term;
    }
    return ldexp(sum, (int)whole);
}
