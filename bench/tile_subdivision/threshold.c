/* SPDX-License-Identifier: MIT */
#include "bench/tile_subdivision/answer.h"

#include "bench/common/hash.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SEARCH_EXPONENT_MIN = -6, SEARCH_EXPONENT_MAX = 60, SEARCH_STEPS = 128 };

static bool threshold_parse_tiles(const char *text, uint64_t *tiles)
{
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || digits > 8 || text[0] == '0' || strcmp(text + digits, "tiles") != 0)
        return false;
    *tiles = strtoull(text, NULL, 10);
    return *tiles <= (uint64_t)1 << 2 * TILE_TOP_MAX;
}

bool tiles_threshold_choice_parse(const char *text, struct threshold_choice *choice)
{
    *choice = (struct threshold_choice){ .kind = THRESHOLD_OWN };
    if (strcmp(text, "own") == 0)
        return true;
    if (strcmp(text, "varying") == 0) {
        choice->kind = THRESHOLD_VARYING;
        return true;
    }
    if (threshold_parse_tiles(text, &choice->tiles)) {
        choice->kind = THRESHOLD_TILES;
        return true;
    }
    choice->kind = THRESHOLD_BASE;
    size_t whole = strspn(text, "0123456789");
    const char *rest = text + whole;
    size_t fraction = *rest == '.' ? strspn(rest + 1, "0123456789") : 0;
    rest += *rest == '.' ? fraction + 1 : 0;
    if (whole == 0 || *rest != '\0')
        return false;
    choice->base = strtof(text, NULL);
    return choice->base >= ldexpf(1.0f, -60) && choice->base <= ldexpf(1.0f, 60);
}

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
