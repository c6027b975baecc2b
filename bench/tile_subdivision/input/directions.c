/* SPDX-License-Identifier: MIT */
#include "bench/tile_subdivision/input/input.h"

#include "harness/random.h"

#include <math.h>

/* A point of the cube, of those in the ball: no function of a library that could round elsewise. */
static void direction_draw(uint64_t *random, double direction[3])
{
    double square;
    do {
        square = 0.0;
        for (int axis = 0; axis < 3; axis++) {
            direction[axis] = ldexp((double)(random_next(random) >> 11), -52) - 1.0;
            square += direction[axis] * direction[axis];
        }
    } while (square > 1.0 || square < 0.01);
}

void tiles_directions_draw(uint64_t seed, uint32_t count, double (*directions)[3])
{
    for (uint32_t i = 0; i < count; i++)
        direction_draw(&seed, directions[i]);
}
