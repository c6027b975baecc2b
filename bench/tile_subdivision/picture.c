/* SPDX-License-Identifier: MIT */
#include "bench/tile_subdivision/tiles.h"
#include "harness/image.h"

#include <math.h>

enum { PANEL_MIN = 512, PANEL_MAX = 1024, PANEL_SMALL = 256, PANELS_PER_ROW = 4, MARGIN = 16 };

/* One panel: `side` pixels that show a map of `map_side` by maximum, or enlarged. */
struct panel {
    uint32_t side, map_side;
    float *importance; /* side * side: the maximum under each pixel */
    uint8_t *level;    /* side * side: the finest tile under each pixel */
};

static const uint8_t paper[3] = { 250, 250, 247 };

/* Colours of the borders from level 0 (warm) to level 12 (cool). */
static const uint8_t level_colours[TILE_TOP_MAX + 1][3] = {
    { 255, 77, 77 },   { 255, 120, 56 },  { 255, 164, 46 },  { 255, 209, 61 }, { 214, 226, 74 },
    { 150, 220, 98 },  { 84, 206, 138 },  { 54, 190, 182 },  { 62, 168, 218 }, { 84, 142, 236 },
    { 114, 120, 240 }, { 146, 106, 232 }, { 170, 100, 220 },
};

static bool panel_init(struct context *context, struct panel *panel, uint32_t top, uint32_t side)
{
    const size_t pixels = (size_t)side * side;
    *panel = (struct panel){ .side = side,
                             .map_side = 1u << top,
                             .importance = context_alloc(context, pixels * sizeof(float)),
                             .level = context_alloc(context, pixels) };
    return panel->importance && panel->level;
}

/* Panel coordinate of a map coordinate, rounded down. */
static uint32_t panel_coordinate(const struct panel *panel, uint32_t pixel)
{
    return (uint32_t)((uint64_t)pixel * panel->side / panel->map_side);
}

/* True on the first row or column of the tile under a panel pixel. */
static bool panel_on_border(const struct panel *panel, uint32_t x, uint32_t y, uint32_t level)
{
    uint32_t size = panel_coordinate(panel, 1u << level);
    return x % size == 0 || y % size == 0 || x == panel->side - 1 || y == panel->side - 1;
}

/* Tiles too small for a border of their own are filled with half its strength. */
static void panel_draw_tiles(const struct panel *panel, struct image *image, uint32_t left,
                             uint32_t above)
{
    for (uint32_t y = 0; y < panel->side; y++) {
        for (uint32_t x = 0; x < panel->side; x++) {
            size_t index = (size_t)y * panel->side + x;
            uint32_t level = panel->level[index];
            float strength = 0.12f;
            if (panel_coordinate(panel, 1u << level) < 3)
                strength = 0.55f;
            else if (panel_on_border(panel, x, y, level))
                strength = 0.8f;
            float grey = 0.65f * 255.0f * panel->importance[index];
            uint8_t rgb[3];
            for (int channel = 0; channel < 3; channel++)
                rgb[channel] = (uint8_t)(grey + strength * (level_colours[level][channel] - grey));
            image_set(image, left + x, above + y, rgb);
        }
    }
}

/* All of it paper. */
static void picture_init(struct image *image, uint32_t width, uint32_t height)
{
    image_init(image, width, height);
    for (uint32_t i = 0; i < width * height; i++)
        image_set(image, i % width, i / width, paper);
}

static void panel_take(struct panel *panel, const struct tiles_workload *state)
{
    /* A map wider than the panel is already there, as a mip level. */
    uint32_t mip = 0;
    while (panel->map_side >> mip > panel->side)
        mip++;
    uint32_t width = panel->map_side >> mip;
    const float *values = state->pyramid.values + tiles_pyramid_offset(state->pyramid.top, mip);
    for (uint32_t y = 0; y < panel->side; y++) {
        const float *row = values + (size_t)((uint64_t)y * width / panel->side) * width;
        for (uint32_t x = 0; x < panel->side; x++)
            panel->importance[(size_t)y * panel->side + x] = row[(uint64_t)x * width / panel->side];
    }
    /* Brightness: from half the least positive importance (dark), by logarithm, to white; 0 is
     * black. */
    size_t pixels = (size_t)panel->side * panel->side;
    float low = INFINITY, high = 0.0f;
    for (size_t i = 0; i < pixels; i++) {
        float value = panel->importance[i];
        if (value > 0.0f && isfinite(value)) {
            low = fminf(low, value);
            high = fmaxf(high, value);
        }
    }
    double range = high > low ? log2((double)high / low) : 1.0;
    for (size_t i = 0; i < pixels; i++) {
        float value = panel->importance[i];
        double place = isfinite(value) ? log2((double)value / low) / range : 1.0;
        panel->importance[i] = value == 0.0f ? 0.0f : (float)(0.1 + 0.9 * fmin(place, 1.0));
    }
    for (size_t i = 0; i < pixels; i++)
        panel->level[i] = TILE_TOP_MAX;
    for (size_t i = 0; i < state->tiles.count; i++) {
        uint32_t key = state->tiles.keys[i], level = tiles_tile_level(key);
        uint32_t x0 = panel_coordinate(panel, tiles_tile_x(key) << level);
        uint32_t y0 = panel_coordinate(panel, tiles_tile_y(key) << level);
        uint32_t size = panel_coordinate(panel, 1u << level);
        for (uint32_t y = y0; y < y0 + (size > 0 ? size : 1); y++) {
            for (uint32_t x = x0; x < x0 + (size > 0 ? size : 1); x++) {
                uint8_t *pixel = &panel->level[(size_t)y * panel->side + x];
                *pixel = *pixel < level ? *pixel : (uint8_t)level;
            }
        }
    }
}

bool tiles_picture(struct bench_workload *workload, struct image *image)
{
    const struct tiles_workload *state = workload->state;
    const uint32_t map_side = 1u << state->pyramid.top;
    struct panel panel;
    if (!panel_init(&workload->context, &panel, state->pyramid.top,
                    map_side < PANEL_MIN   ? PANEL_MIN
                    : map_side > PANEL_MAX ? PANEL_MAX
                                           : map_side))
        return false;
    picture_init(image, 2 * panel.side + 3 * MARGIN, panel.side + 2 * MARGIN);
    panel_take(&panel, state);
    for (uint32_t y = 0; y < panel.side; y++) {
        for (uint32_t x = 0; x < panel.side; x++) {
            uint8_t grey = (uint8_t)(255.0f * panel.importance[(size_t)y * panel.side + x]);
            image_set(image, MARGIN + x, MARGIN + y, (uint8_t[3]){ grey, grey, grey });
        }
    }
    panel_draw_tiles(&panel, image, panel.side + 2 * MARGIN, MARGIN);
    return true;
}

bool tiles_average_picture(struct bench_workload *workload, struct image *image)
{
    enum { STEP = PANEL_SMALL + MARGIN, ROWS = TILES_DIRECTIONS / PANELS_PER_ROW };
    const struct tiles_average_workload *average = workload->state;
    picture_init(image, PANELS_PER_ROW * STEP + MARGIN, ROWS * STEP + MARGIN);
    for (uint32_t i = 0; i < TILES_DIRECTIONS; i++) {
        const struct tiles_workload *state = average->maps[i].state;
        struct panel panel;
        if (!panel_init(&workload->context, &panel, state->pyramid.top, PANEL_SMALL))
            return false;
        panel_take(&panel, state);
        panel_draw_tiles(&panel, image, MARGIN + i % PANELS_PER_ROW * STEP,
                         MARGIN + i / PANELS_PER_ROW * STEP);
    }
    return true;
}
