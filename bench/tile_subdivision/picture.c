/* SPDX-License-Identifier: MIT */
#include "bench/tile_subdivision/tiles.h"
#include "harness/image.h"

#include <math.h>

enum { PANEL_MIN = 512, PANEL_MAX = 1024, MARGIN = 16 };

/* One panel: `side` pixels that show a map of `map_side` by maximum, or enlarged. */
struct panel {
    uint32_t side, map_side;
    float *importance; /* side * side: the maximum under each pixel */
    uint8_t *level;    /* side * side: the finest tile under each pixel */
};

/* Colours of the borders from level 0 (warm) to level 12 (cool). */
static const uint8_t level_colours[TILE_TOP_MAX + 1][3] = {
    { 255, 77, 77 },   { 255, 120, 56 },  { 255, 164, 46 },  { 255, 209, 61 }, { 214, 226, 74 },
    { 150, 220, 98 },  { 84, 206, 138 },  { 54, 190, 182 },  { 62, 168, 218 }, { 84, 142, 236 },
    { 114, 120, 240 }, { 146, 106, 232 }, { 170, 100, 220 },
};

/* Panel coordinate of a map coordinate, rounded down. */
static uint32_t panel_coordinate(const struct panel *panel, uint32_t pixel)
{
    return (uint32_t)((uint64_t)pixel * panel->side / panel->map_side);
}

/* Tiles too small for a border of their own are filled with half its strength. */
static void panel_draw_tiles(const struct panel *panel, struct image *image, uint32_t left,
                             uint32_t above)
{
    for (uint32_t y = 0; y < panel->side; y++) {
        for (uint32_t x = 0; x < panel->side; x++) {
            size_t index = (size_t)y * panel->side + x;
            uint32_t level = panel->level[index];
            uint32_t size = panel_coordinate(panel, 1u << level), last = panel->side - 1;
            float strength = 0.12f;
            if (size < 3)
                strength = 0.55f;
            else if (x % size == 0 || y % size == 0 || x == last || y == last)
                strength = 0.8f;
            float grey = 0.65f * 255.0f * panel->importance[index];
            uint8_t rgb[3];
            for (int channel = 0; channel < 3; channel++)
                rgb[channel] = (uint8_t)(grey + strength * (level_colours[level][channel] - grey));
            image_set(image, left + x, above + y, rgb);
        }
    }
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
    static const uint8_t paper[3] = { 250, 250, 247 };
    const struct tiles_workload *state = workload->state;
    struct panel panel = { .map_side = 1u << state->pyramid.top };
    panel.side = panel.map_side < PANEL_MIN   ? PANEL_MIN
                 : panel.map_side > PANEL_MAX ? PANEL_MAX
                                              : panel.map_side;
    const size_t pixels = (size_t)panel.side * panel.side;
    panel.importance = context_alloc(&workload->context, pixels * sizeof(float));
    panel.level = context_alloc(&workload->context, pixels);
    if (!panel.importance || !panel.level)
        return false;
    const uint32_t width = 2 * panel.side + 3 * MARGIN, height = panel.side + 2 * MARGIN;
    image_init(image, width, height);
    for (uint32_t i = 0; i < width * height; i++)
        image_set(image, i % width, i / width, paper);
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
