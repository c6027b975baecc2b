/* SPDX-License-Identifier: MIT */
/* draw.h: seeded draws from distributions, for tests of statistics. */
#ifndef CLAIMCHECK_TESTS_DRAW_H
#define CLAIMCHECK_TESTS_DRAW_H

#include "harness/random.h"

#include <math.h>

/* Between 0 and 1, never either. */
static inline double draw_uniform(uint64_t *random)
{
    return ((double)(random_next(random) >> 11) + 0.5) * 0x1p-53;
}

/* Draws from mean 0 and standard deviation 1 (Box and Muller 1958). */
static inline double draw_normal(uint64_t *random)
{
    const double radius = sqrt(-2 * log(draw_uniform(random)));
    return radius * cos(6.283185307179586 * draw_uniform(random));
}

#endif
