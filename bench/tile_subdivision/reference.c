/* SPDX-License-Identifier: MIT */
#include "bench/tile_subdivision/answer.h"

#include <string.h>

struct reference_walk {
    const struct pyramid *pyramid;
    const struct threshold *threshold;
    struct tile_list *tiles; /* NULL: count only */
    struct reference_counts *counts;
};

static uint32_t reference_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

static bool reference_descend(const struct reference_walk *walk, uint32_t level, uint32_t x,
                              uint32_t y)
{
    uint32_t top = walk->pyramid->top;
    float importance = walk->pyramid->values[tiles_pyramid_index(top, level, x, y)];
    float threshold = tiles_threshold_at(walk->threshold, top, level, x, y);
    walk->counts->nodes++;
    if (level == 0 || importance < threshold) {
        walk->counts->tiles[level]++;
        return !walk->tiles ||
               tiles_tile_list_add(walk->tiles, tiles_tile_key(level, x, y),
                                   reference_bits(importance), reference_bits(threshold));
    }
    walk->counts->internal[level]++;
    return reference_descend(walk, level - 1, 2 * x, 2 * y) &&
           reference_descend(walk, level - 1, 2 * x + 1, 2 * y) &&
           reference_descend(walk, level - 1, 2 * x, 2 * y + 1) &&
           reference_descend(walk, level - 1, 2 * x + 1, 2 * y + 1);
}

bool tiles_reference_subdivide(const struct pyramid *pyramid, const struct threshold *threshold,
                               struct tile_list *tiles, struct reference_counts *counts)
{
    *counts = (struct reference_counts){ .nodes = 0 };
    struct reference_walk walk = {
        .pyramid = pyramid, .threshold = threshold, .tiles = tiles, .counts = counts
    };
    return reference_descend(&walk, pyramid->top, 0, 0);
}

uint64_t tiles_reference_count(const struct pyramid *pyramid, const struct threshold *threshold)
{
    struct reference_counts counts = { .nodes = 0 };
    struct reference_walk walk = { .pyramid = pyramid, .threshold = threshold, .counts = &counts };
    reference_descend(&walk, pyramid->top, 0, 0);
    uint64_t tiles = 0;
    for (uint32_t level = 0; level <= pyramid->top; level++)
        tiles += counts.tiles[level];
    return tiles;
}
