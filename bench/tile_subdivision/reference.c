/* SPDX-License-Identifier: MIT */
#include "bench/tile_subdivision/answer.h"

#include "bench/common/hash.h"

#include <assert.h>
#include <math.h>

/* Tiles ---------------------------------------------------------------------------------------- */

uint32_t tiles_tile_key(uint32_t level, uint32_t x, uint32_t y)
{
    assert(level <= TILE_TOP_MAX && x < 4096 && y < 4096);
    return level << 24 | y << 12 | x;
}

uint32_t tiles_tile_level(uint32_t key)
{
    return key >> 24;
}

uint32_t tiles_tile_x(uint32_t key)
{
    return key & 0xfff;
}

uint32_t tiles_tile_y(uint32_t key)
{
    return key >> 12 & 0xfff;
}

/* Spreads 12 bits to the even bits of a word. */
static uint32_t tile_spread(uint32_t bits)
{
    bits = (bits | bits << 8) & 0x00ff00ff;
    bits = (bits | bits << 4) & 0x0f0f0f0f;
    bits = (bits | bits << 2) & 0x33333333;
    return (bits | bits << 1) & 0x55555555;
}

uint32_t tiles_tile_first_pixel(uint32_t key)
{
    assert(tiles_tile_level(key) <= TILE_TOP_MAX);
    return (tile_spread(tiles_tile_x(key)) | tile_spread(tiles_tile_y(key)) << 1)
           << 2 * tiles_tile_level(key);
}

bool tiles_tile_list_add(struct tile_list *list, uint32_t key, uint32_t importance,
                         uint32_t threshold)
{
    if (list->count >= list->capacity)
        return false;
    list->keys[list->count] = key;
    list->importances[list->count] = importance;
    list->thresholds[list->count] = threshold;
    list->count++;
    return true;
}

/*
 * Two words of a record: equal on CPU and GPU (tile_hash() in tile.glsl). Three rounds of
 * MurmurHash3's finalizer over the three words, from two different starts.
 */
static void tile_hash(uint32_t key, uint32_t importance, uint32_t threshold, uint32_t hash[2])
{
    static const uint32_t starts[2] = { 0x9e3779b9u, 0x7f4a7c15u };
    for (int word = 0; word < 2; word++) {
        uint32_t mixed = hash_mix(key + starts[word]);
        mixed = hash_mix(mixed ^ importance);
        hash[word] = hash_mix(mixed + threshold);
    }
}

struct tile_digest tiles_tile_list_digest(const struct tile_list *list)
{
    struct tile_digest digest = { .count = (uint32_t)list->count };
    for (size_t i = 0; i < list->count; i++) {
        uint32_t hash[2];
        tile_hash(list->keys[i], list->importances[i], list->thresholds[i], hash);
        uint32_t level = tiles_tile_level(list->keys[i]);
        digest.area += level <= TILE_TOP_MAX ? 1u << 2 * level : 0;
        for (int word = 0; word < 2; word++) {
            digest.sum[word] += hash[word];
            digest.exclusive_or[word] ^= hash[word];
        }
    }
    return digest;
}

/* Pyramid -------------------------------------------------------------------------------------- */

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

/* Recursion ------------------------------------------------------------------------------------ */

struct reference_walk {
    const struct pyramid *pyramid;
    const struct threshold *threshold;
    struct tile_list *tiles; /* NULL: count only */
    struct reference_counts *counts;
};

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
                                   tiles_float_bits(importance), tiles_float_bits(threshold));
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
    struct reference_counts counts;
    uint64_t tiles = 0;
    tiles_reference_subdivide(pyramid, threshold, NULL, &counts);
    for (uint32_t level = 0; level <= pyramid->top; level++)
        tiles += counts.tiles[level];
    return tiles;
}

/* Threshold ------------------------------------------------------------------------------------ */

enum { SEARCH_EXPONENT_MIN = -6, SEARCH_EXPONENT_MAX = 60, SEARCH_STEPS = 128 };

/* The bases of the search in ascending order. */
static float threshold_search_base(int step)
{
    return ldexpf((float)(SEARCH_STEPS + step % SEARCH_STEPS) / SEARCH_STEPS,
                  SEARCH_EXPONENT_MIN + step / SEARCH_STEPS);
}

static uint64_t threshold_search_count(const struct pyramid *pyramid, uint32_t falloff, int step)
{
    struct threshold threshold = { .base = threshold_search_base(step), .falloff = falloff };
    return tiles_reference_count(pyramid, &threshold);
}

float tiles_threshold_search(const struct pyramid *pyramid, uint32_t falloff, uint64_t tiles)
{
    int low = 0, high = (SEARCH_EXPONENT_MAX - SEARCH_EXPONENT_MIN) * SEARCH_STEPS;
    uint64_t low_count = threshold_search_count(pyramid, falloff, low);
    uint64_t high_count = threshold_search_count(pyramid, falloff, high);
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        uint64_t count = threshold_search_count(pyramid, falloff, middle);
        if (count > tiles) {
            low = middle;
            low_count = count;
        } else {
            high = middle;
            high_count = count;
        }
    }
    uint64_t above = low_count > tiles ? low_count - tiles : tiles - low_count;
    uint64_t below = high_count > tiles ? high_count - tiles : tiles - high_count;
    return threshold_search_base(above < below ? low : high);
}

void tiles_threshold_vary(const struct pyramid *pyramid, const struct threshold *threshold,
                          uint64_t seed, float *varying)
{
    struct threshold smooth = { .base = threshold->base, .falloff = threshold->falloff };
    uint32_t stream = hash_seed(seed, 71);
    for (uint32_t level = 0; level <= pyramid->top; level++) {
        uint32_t side = 1u << (pyramid->top - level);
        float value = tiles_threshold_at(&smooth, pyramid->top, level, 0, 0);
        size_t index = tiles_pyramid_offset(pyramid->top, level);
        for (uint32_t i = 0; i < side * side; i++, index++) {
            uint32_t hash = hash_triple(stream, level, i);
            bool tie = level > 0 && hash >> 28 == 0;
            varying[index] =
                tie ? pyramid->values[index] : ldexpf(value, (int)((hash & 0xffff) % 5) - 2);
        }
    }
}

static bool threshold_is_leaf(const struct pyramid *pyramid, const struct threshold *threshold,
                              uint32_t level, uint32_t x, uint32_t y)
{
    return level == 0 || pyramid->values[tiles_pyramid_index(pyramid->top, level, x, y)] <
                             tiles_threshold_at(threshold, pyramid->top, level, x, y);
}

/* `leaf`: an ancestor or the node itself is a leaf. */
static bool threshold_holds_below(const struct pyramid *pyramid, const struct threshold *threshold,
                                  uint32_t level, uint32_t x, uint32_t y, bool leaf)
{
    bool below = threshold_is_leaf(pyramid, threshold, level, x, y);
    if (leaf && !below)
        return false;
    for (uint32_t child = 0; level > 0 && child < 4; child++)
        if (!threshold_holds_below(pyramid, threshold, level - 1, 2 * x + child % 2,
                                   2 * y + child / 2, leaf || below))
            return false;
    return true;
}

bool tiles_threshold_is_monotone(const struct pyramid *pyramid, const struct threshold *threshold)
{
    return threshold_holds_below(pyramid, threshold, pyramid->top, 0, 0, false);
}

/* The node of a level that ties already, or else the leaf of greatest importance whose parent is
 * subdivided; false when there is neither. The root's parent counts as subdivided. */
static bool threshold_tie_node(const struct pyramid *pyramid, const struct threshold *threshold,
                               uint32_t level, uint32_t *x, uint32_t *y)
{
    uint32_t top = pyramid->top, side = 1u << (top - level);
    const float *nodes = pyramid->values + tiles_pyramid_offset(top, level);
    float tie = tiles_threshold_at(threshold, top, level, 0, 0);
    float best = -1.0f;
    for (uint32_t i = 0; i < side * side && best < tie; i++) {
        bool better = nodes[i] > best && nodes[i] <= tie;
        if (better && (level == top || !threshold_is_leaf(pyramid, threshold, level + 1,
                                                          i % side / 2, i / side / 2))) {
            best = nodes[i];
            *x = i % side;
            *y = i / side;
        }
    }
    return best >= 0.0f;
}

enum threshold_tie tiles_threshold_plant_tie(struct pyramid *pyramid,
                                             const struct threshold *threshold,
                                             struct threshold_node *node)
{
    assert(!threshold->varying);
    uint32_t top = pyramid->top;
    *node = (struct threshold_node){ .level = 1 };
    if (top == 0 || threshold_is_leaf(pyramid, threshold, top, 0, 0))
        return THRESHOLD_TIE_NONE;
    while (node->level < top &&
           !threshold_tie_node(pyramid, threshold, node->level, &node->x, &node->y))
        node->level++;
    if (node->level == top)
        *node = (struct threshold_node){ .level = 1 };
    float tie = tiles_threshold_at(threshold, top, node->level, 0, 0);
    if (pyramid->values[tiles_pyramid_index(top, node->level, node->x, node->y)] == tie)
        return THRESHOLD_TIE_FOUND;
    uint32_t x = node->x << node->level, y = node->y << node->level;
    for (uint32_t child = 1; node->level == 1 && child < 4; child++) {
        float value = pyramid->values[tiles_pyramid_index(top, 0, x + child % 2, y + child / 2)];
        tiles_pyramid_set(pyramid, x + child % 2, y + child / 2, value < tie ? value : tie);
    }
    tiles_pyramid_set(pyramid, x, y, tie);
    return THRESHOLD_TIE_PLANTED;
}
