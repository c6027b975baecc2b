/* SPDX-License-Identifier: MIT */
#include "bench/tile_subdivision/input/map.h"

#include "bench/common/hash.h"
#include "bench/tile_subdivision/input/input.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CHECKER_CELL_LEVEL = 2, SPOT_CELLS = 8, CURVE_POINTS = 16, CURVE_STEPS = 16 };

static const float uniform_value = 1.0f;

static const struct map_kind_entry {
    const char *name;
    float base; /* threshold; 0: of the uniform maps */
} map_kinds[MAP_KIND_COUNT] = {
    [MAP_SCENE] = { "scene", 128.0f },           [MAP_FBM] = { "fbm", 640.0f },
    [MAP_FOVEA] = { "fovea", 128.0f },           [MAP_SPOTS] = { "spots", 128.0f },
    [MAP_UNIFORM_LOW] = { "uniform_low", 0.0f }, [MAP_UNIFORM_HIGH] = { "uniform_high", 0.0f },
    [MAP_CHECKER] = { "checker", 128.0f },       [MAP_CURVE] = { "curve", 128.0f },
};

const char *tiles_map_kind_name(enum map_kind kind)
{
    assert(kind < MAP_KIND_COUNT);
    return map_kinds[kind].name;
}

bool tiles_map_kind_find(const char *name, enum map_kind *kind)
{
    for (int i = 0; i < MAP_KIND_COUNT; i++) {
        if (strcmp(map_kinds[i].name, name) == 0) {
            *kind = (enum map_kind)i;
            return true;
        }
    }
    return false;
}

float tiles_map_threshold_base(enum map_kind kind, uint32_t top, uint32_t falloff)
{
    assert(kind < MAP_KIND_COUNT);
    switch (kind) {
    case MAP_UNIFORM_LOW: return ldexpf(uniform_value, (int)(falloff * top) + 1);
    case MAP_UNIFORM_HIGH: return ldexpf(uniform_value, (int)falloff);
    default: return map_kinds[kind].base;
    }
}

static bool map_draw_fbm(struct canvas *canvas, uint64_t seed)
{
    struct noise noise = { .seed = hash_seed(seed, 21), .cells = 3, .octaves = 5 };
    double *row = malloc(canvas->side * sizeof(double));
    if (!row)
        return false;
    for (uint32_t y = 0; y < canvas->side; y++) {
        tiles_noise_row(&noise, canvas->side, y, row);
        float *pixels = canvas->values + (size_t)y * canvas->side;
        for (uint32_t x = 0; x < canvas->side; x++)
            pixels[x] = tiles_canvas_quantise(4.0 * tiles_noise_power_of_two(8.0 * (row[x] - 0.5)));
    }
    free(row);
    return true;
}

static void map_draw_fovea(struct canvas *canvas, uint64_t seed)
{
    double centre[2];
    for (uint32_t axis = 0; axis < 2; axis++)
        centre[axis] = 0.4 + 0.2 * hash_unit(hash_triple(hash_seed(seed, 31), axis, 0));
    for (uint32_t y = 0; y < canvas->side; y++) {
        double dy = (y + 0.5) / canvas->side - centre[1];
        float *pixels = canvas->values + (size_t)y * canvas->side;
        for (uint32_t x = 0; x < canvas->side; x++) {
            double dx = (x + 0.5) / canvas->side - centre[0];
            pixels[x] = tiles_canvas_quantise(0.03125 / (dx * dx + dy * dy + 1e-4));
        }
    }
}

/* One spot in each of 8x8 cells, away from the cell's edges: no two pixels touch. */
static void map_draw_spots(struct canvas *canvas, uint64_t seed)
{
    uint32_t stream = hash_seed(seed, 41);
    for (uint32_t i = 0; i < SPOT_CELLS * SPOT_CELLS; i++) {
        double u = 0.25 + 0.5 * hash_unit(hash_triple(stream, i, 0));
        double v = 0.25 + 0.5 * hash_unit(hash_triple(stream, i, 1));
        tiles_canvas_dot(canvas, (i % SPOT_CELLS + u) / SPOT_CELLS,
                         (i / SPOT_CELLS + v) / SPOT_CELLS, 256.0f);
    }
}

static void map_draw_checker(struct canvas *canvas)
{
    for (uint32_t y = 0; y < canvas->side; y++) {
        float *pixels = canvas->values + (size_t)y * canvas->side;
        for (uint32_t x = 0; x < canvas->side; x++) {
            uint32_t cell = (x >> CHECKER_CELL_LEVEL) + (y >> CHECKER_CELL_LEVEL);
            pixels[x] = cell % 2 == 0 ? 256.0f : 1.0f;
        }
    }
}

static void map_fill(struct canvas *canvas, float value)
{
    size_t count = (size_t)canvas->side * canvas->side;
    for (size_t i = 0; i < count; i++)
        canvas->values[i] = value;
}

/* A closed uniform quadratic B-spline; its control points lie around a circle, one in and one out.
 */
static void map_draw_curve(struct canvas *canvas, uint64_t seed)
{
    static const double cosine = 0.9238795325112867, sine = 0.3826834323650898; /* of pi / 8 */
    double points[CURVE_POINTS][2];
    double direction[2] = { 1.0, 0.0 };
    for (uint32_t i = 0; i < CURVE_POINTS; i++) {
        double unit = hash_unit(hash_triple(hash_seed(seed, 51), i, 0));
        double radius = i % 2 == 0 ? 0.12 + 0.12 * unit : 0.36 + 0.12 * unit;
        points[i][0] = 0.5 + radius * direction[0];
        points[i][1] = 0.5 + radius * direction[1];
        double turned = direction[0] * cosine - direction[1] * sine;
        direction[1] = direction[0] * sine + direction[1] * cosine;
        direction[0] = turned;
    }
    for (uint32_t i = 0; i < CURVE_POINTS; i++) {
        const double *a = points[i];
        const double *b = points[(i + 1) % CURVE_POINTS];
        const double *c = points[(i + 2) % CURVE_POINTS];
        double from[2] = { (a[0] + b[0]) / 2, (a[1] + b[1]) / 2 };
        for (uint32_t step = 1; step <= CURVE_STEPS; step++) {
            double t = (double)step / CURVE_STEPS;
            double first = (1 - t) * (1 - t) / 2;
            double last = t * t / 2;
            double to[2] = { a[0] * first + b[0] * (1 - first - last) + c[0] * last,
                             a[1] * first + b[1] * (1 - first - last) + c[1] * last };
            tiles_canvas_line(canvas, from, to, 256.0f);
            from[0] = to[0];
            from[1] = to[1];
        }
    }
}

bool tiles_map_generate(enum map_kind kind, uint64_t seed, uint32_t top, float *values)
{
    struct canvas canvas = { .values = values, .side = 1u << top };
    map_fill(&canvas, 0.0f);
    switch (kind) {
    case MAP_SCENE: return tiles_map_scene_draw(&canvas, seed);
    case MAP_FBM: return map_draw_fbm(&canvas, seed);
    case MAP_FOVEA: map_draw_fovea(&canvas, seed); return true;
    case MAP_SPOTS: map_draw_spots(&canvas, seed); return true;
    case MAP_CHECKER: map_draw_checker(&canvas); return true;
    case MAP_CURVE: map_draw_curve(&canvas, seed); return true;
    case MAP_UNIFORM_LOW:
    case MAP_UNIFORM_HIGH: map_fill(&canvas, uniform_value); return true;
    case MAP_KIND_COUNT: break;
    }
    assert(false);
    return false;
}
