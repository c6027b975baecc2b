/* SPDX-License-Identifier: MIT */
#include "bench/tile_subdivision/answer.h"

#include <assert.h>
#include <math.h>

size_t tiles_pyramid_count(uint32_t top)
{
    return (((size_t)1 << 2 * (top + 1)) - 1) / 3;
}

size_t tiles_pyramid_offset(uint32_t top, uint32_t level)
{
    assert(level <= top);
    return (((size_t)1 << 2 * (top + 1)) - ((size_t)1 << 2 * (top + 1 - level))) / 3;
}

size_t tiles_pyramid_index(uint32_t top, uint32_t level, uint32_t x, uint32_t y)
{
    uint32_t side = 1u << (top - level);
    assert(x < side && y < side);
    return tiles_pyramid_offset(top, level) + (size_t)y * side + x;
}

static float pyramid_maximum(float a, float b)
{
    return isnan(a) || a >= b ? a : b;
}

/* Maximum of the 2x2 values at (2x, 2y) of a level `side` wide. */
static float pyramid_children_maximum(const float *level, size_t side, size_t x, size_t y)
{
    const float *row = level + 2 * y * side + 2 * x;
    return pyramid_maximum(pyramid_maximum(row[0], row[1]),
                           pyramid_maximum(row[side], row[side + 1]));
}

void tiles_pyramid_build(struct pyramid *pyramid)
{
    for (uint32_t level = 1; level <= pyramid->top; level++) {
        const float *finer = pyramid->values + tiles_pyramid_offset(pyramid->top, level - 1);
        float *coarser = pyramid->values + tiles_pyramid_offset(pyramid->top, level);
        size_t side = (size_t)1 << (pyramid->top - level);
        for (size_t y = 0; y < side; y++)
            for (size_t x = 0; x < side; x++)
                coarser[y * side + x] = pyramid_children_maximum(finer, 2 * side, x, y);
    }
}

void tiles_pyramid_set(struct pyramid *pyramid, uint32_t x, uint32_t y, float value)
{
    pyramid->values[tiles_pyramid_index(pyramid->top, 0, x, y)] = value;
    for (uint32_t level = 1; level <= pyramid->top; level++) {
        const float *finer = pyramid->values + tiles_pyramid_offset(pyramid->top, level - 1);
        size_t index = tiles_pyramid_index(pyramid->top, level, x >> level, y >> level);
        pyramid->values[index] = pyramid_children_maximum(
            finer, (size_t)1 << (pyramid->top - level + 1), x >> level, y >> level);
    }
}

float tiles_threshold_at(const struct threshold *threshold, uint32_t top, uint32_t level,
                         uint32_t x, uint32_t y)
{
    if (threshold->varying)
        return threshold->varying[tiles_pyramid_index(top, level, x, y)];
    return ldexpf(threshold->base, -(int)(threshold->falloff * level));
}
