/* SPDX-License-Identifier: MIT */
#include "bench/tile_subdivision/input/input.h"

#include "bench/common/hash.h"
#include "bench/tile_subdivision/input/map.h"
#include "harness/base/need.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Noise ---------------------------------------------------------------------------------------- */

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

/* Samples at the pixel centres ((x + 0.5) / side, (y + 0.5) / side), x = 0..side-1, each within
 * (0, 1), with mean about 1/2. */
static void noise_row(const struct noise *noise, uint32_t side, uint32_t y, double *row)
{
    assert(noise->cells << (noise->octaves - 1) <= NOISE_CELLS_MAX);
    for (uint32_t x = 0; x < side; x++)
        row[x] = 0.0;
    double total = 2.0 - ldexp(2.0, -(int)noise->octaves);
    for (uint32_t octave = 0; octave < noise->octaves; octave++)
        noise_add_octave(hash_triple(noise->seed, octave, noise->cells), noise->cells << octave,
                         ldexp(1.0, -(int)octave) / total, side, y, row);
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

/* Canvas --------------------------------------------------------------------------------------- */

float tiles_canvas_quantise(double value)
{
    const double steps_max = 16777215.0;
    if (!(value > 0.0))
        return 0.0f;
    double steps = floor(fmin(value * 64.0, steps_max) + 0.5);
    return (float)(fmin(fmax(steps, 1.0), steps_max) / 64.0);
}

void tiles_canvas_raise(struct canvas *canvas, int64_t x, int64_t y, float value)
{
    if (x < 0 || y < 0 || x >= canvas->side || y >= canvas->side)
        return;
    float *pixel = canvas->values + (size_t)y * canvas->side + (size_t)x;
    if (*pixel < value)
        *pixel = value;
}

/* Raises the pixel that holds the point. */
static void canvas_dot(struct canvas *canvas, double x, double y, float value)
{
    tiles_canvas_raise(canvas, (int64_t)floor(x * canvas->side), (int64_t)floor(y * canvas->side),
                       value);
}

/* First pixel whose centre is not left of (above) a coordinate, within the map. */
static int64_t canvas_first(const struct canvas *canvas, double coordinate)
{
    double first = ceil(coordinate * canvas->side - 0.5);
    return (int64_t)fmin(fmax(first, 0.0), canvas->side);
}

/* A rectangle with half sides `half`, its first side along the unit vector `along`. */
static void canvas_box(struct canvas *canvas, const double centre[2], const double half[2],
                       const double along[2], float value)
{
    double extent_x = half[0] * fabs(along[0]) + half[1] * fabs(along[1]);
    double extent_y = half[0] * fabs(along[1]) + half[1] * fabs(along[0]);
    int64_t end_x = canvas_first(canvas, centre[0] + extent_x);
    int64_t end_y = canvas_first(canvas, centre[1] + extent_y);
    for (int64_t y = canvas_first(canvas, centre[1] - extent_y); y < end_y; y++) {
        for (int64_t x = canvas_first(canvas, centre[0] - extent_x); x < end_x; x++) {
            double dx = ((double)x + 0.5) / canvas->side - centre[0];
            double dy = ((double)y + 0.5) / canvas->side - centre[1];
            if (fabs(dx * along[0] + dy * along[1]) <= half[0] &&
                fabs(dy * along[0] - dx * along[1]) <= half[1])
                tiles_canvas_raise(canvas, x, y, value);
        }
    }
    canvas_dot(canvas, centre[0], centre[1], value);
}

static void canvas_disc(struct canvas *canvas, const double centre[2], double radius, float value)
{
    int64_t end_x = canvas_first(canvas, centre[0] + radius);
    int64_t end_y = canvas_first(canvas, centre[1] + radius);
    for (int64_t y = canvas_first(canvas, centre[1] - radius); y < end_y; y++) {
        for (int64_t x = canvas_first(canvas, centre[0] - radius); x < end_x; x++) {
            double dx = ((double)x + 0.5) / canvas->side - centre[0];
            double dy = ((double)y + 0.5) / canvas->side - centre[1];
            if (dx * dx + dy * dy <= radius * radius)
                tiles_canvas_raise(canvas, x, y, value);
        }
    }
    canvas_dot(canvas, centre[0], centre[1], value);
}

/* A line one pixel wide at every resolution. */
static void canvas_line(struct canvas *canvas, const double from[2], const double to[2],
                        float value)
{
    double dx = to[0] - from[0];
    double dy = to[1] - from[1];
    int64_t steps = (int64_t)ceil(fmax(fabs(dx), fabs(dy)) * canvas->side * 2.0) + 1;
    for (int64_t step = 0; step <= steps; step++) {
        double t = (double)step / (double)steps;
        canvas_dot(canvas, from[0] + t * dx, from[1] + t * dy, value);
    }
}

enum {
    SCENE_SETTLEMENTS = 14,
    SCENE_BOXES = 600,
    SCENE_DISCS = 6,
    STREAM_TERRAIN = 1,
    STREAM_SETTLEMENTS,
    STREAM_BOXES,
    STREAM_DISCS,
};

/* The scene ------------------------------------------------------------------------------------ */

/* The terrain's ellipse: centre, half axes, direction of the first (3-4-5 multiples: a unit vector
 * without a square root). */
static const double terrain_centre[2] = { 0.5, 0.5 };
static const double terrain_half[2] = { 0.46, 0.36 };
static const double terrain_along[2] = { 0.96, -0.28 };

/* 0 at the centre of the ellipse, 1 on it. */
static double scene_terrain_distance(double x, double y)
{
    double dx = x - terrain_centre[0];
    double dy = y - terrain_centre[1];
    double u = (dx * terrain_along[0] + dy * terrain_along[1]) / terrain_half[0];
    double v = (dy * terrain_along[0] - dx * terrain_along[1]) / terrain_half[1];
    return sqrt(u * u + v * v);
}

static void scene_draw_terrain(struct canvas *canvas, uint64_t seed)
{
    struct noise coast = { .seed = hash_seed(seed, STREAM_TERRAIN), .cells = 8, .octaves = 4 };
    OWNED double *noise = need_bytes(canvas->side * sizeof(*noise));
    for (uint32_t y = 0; y < canvas->side; y++) {
        noise_row(&coast, canvas->side, y, noise);
        for (uint32_t x = 0; x < canvas->side; x++) {
            double distance =
                scene_terrain_distance((x + 0.5) / canvas->side, (y + 0.5) / canvas->side);
            if (distance + 0.5 * (noise[x] - 0.5) < 0.9)
                tiles_canvas_raise(
                    canvas, x, y,
                    tiles_canvas_quantise(0.5 * tiles_noise_power_of_two(5.0 * (noise[x] - 0.5))));
        }
    }
}

/* Number k of a sequence, in (0, 1). */
static double scene_unit(uint64_t seed, uint32_t stream, uint32_t item, uint32_t k)
{
    return hash_unit(hash_triple(hash_seed(seed, stream), item, k));
}

/* Sum of four uniform numbers: a bell with mean 0 and standard deviation 1. */
static double scene_bell(uint64_t seed, uint32_t stream, uint32_t item, uint32_t k)
{
    double sum = -2.0;
    for (uint32_t i = 0; i < 4; i++)
        sum += scene_unit(seed, stream, item, k + i);
    return sum * 1.7320508075688772;
}

struct settlement {
    double centre[2], along[2], radius;
};

/* The one of 24 random places that is farthest from the settlements before it. */
static void scene_place_settlement(struct settlement *settlements, uint64_t seed, uint32_t index)
{
    struct settlement *settlement = &settlements[index];
    double best = -1.0;
    for (uint32_t attempt = 0; attempt < 24; attempt++) {
        double x = scene_unit(seed, STREAM_SETTLEMENTS, index, 2 * attempt);
        double y = scene_unit(seed, STREAM_SETTLEMENTS, index, 2 * attempt + 1);
        double nearest = scene_terrain_distance(x, y) < 0.75 ? 1.0 : 0.0;
        for (uint32_t i = 0; i < index; i++) {
            double dx = x - settlements[i].centre[0];
            double dy = y - settlements[i].centre[1];
            nearest = fmin(nearest, dx * dx + dy * dy);
        }
        if (nearest > best) {
            best = nearest;
            settlement->centre[0] = x;
            settlement->centre[1] = y;
        }
    }
    /* A unit vector from the tangent of its half angle. */
    double tangent = scene_unit(seed, STREAM_SETTLEMENTS, index, 100);
    double square = tangent * tangent;
    settlement->along[0] = (1.0 - square) / (1.0 + square);
    settlement->along[1] = 2.0 * tangent / (1.0 + square);
    settlement->radius = 0.03 + 0.03 * index / SCENE_SETTLEMENTS;
}

/* Sizes and densities are a lattice of low discrepancy, shifted by the seed: their joint
 * distribution, and so the number of tiles, varies little from seed to seed. */
static void scene_draw_box(struct canvas *canvas, uint64_t seed, uint32_t index,
                           const struct settlement *settlement)
{
    double golden = index * 0.6180339887498949 + scene_unit(seed, STREAM_BOXES, 0, 99);
    double size = 0.0028 * tiles_noise_power_of_two(2.6 * (golden - floor(golden)));
    /* A bell-shaped distribution's quantile: mean 0, deviation about 1, within 2.7. */
    double centred = 2.0 * ((index + 0.5) / SCENE_BOXES) - 1.0;
    double density =
        tiles_noise_power_of_two(1.95 + 1.6 * (1.25 * centred / (1.0 - 0.53 * centred * centred)));
    double aspect = tiles_noise_power_of_two(scene_unit(seed, STREAM_BOXES, index, 1) - 0.5);
    double half[2] = { size * aspect, size / aspect };
    double away[2] = { scene_bell(seed, STREAM_BOXES, index, 2) * settlement->radius,
                       scene_bell(seed, STREAM_BOXES, index, 6) * settlement->radius };
    const double *along = settlement->along;
    double centre[2] = { settlement->centre[0] + away[0] * along[0] - away[1] * along[1],
                         settlement->centre[1] + away[0] * along[1] + away[1] * along[0] };
    canvas_box(canvas, centre, half, along, tiles_canvas_quantise(density));
}

/* Draws over an all-zero canvas. */
static void scene_draw(struct canvas *canvas, uint64_t seed)
{
    struct settlement settlements[SCENE_SETTLEMENTS];
    scene_draw_terrain(canvas, seed);
    for (uint32_t i = 0; i < SCENE_SETTLEMENTS; i++)
        scene_place_settlement(settlements, seed, i);
    for (uint32_t i = 0; i < SCENE_BOXES; i++)
        scene_draw_box(canvas, seed, i, &settlements[i % SCENE_SETTLEMENTS]);
    for (uint32_t i = 0; i < SCENE_DISCS; i++) {
        const struct settlement *near = &settlements[2 * i];
        double centre[2] = { near->centre[0] + 0.02 * scene_bell(seed, STREAM_DISCS, i, 0),
                             near->centre[1] + 0.02 * scene_bell(seed, STREAM_DISCS, i, 4) };
        double radius = 0.002 + 0.0008 * i;
        double value = 128.0 * tiles_noise_power_of_two(0.5 * i);
        canvas_disc(canvas, centre, radius, tiles_canvas_quantise(value));
    }
}

/* Maps ----------------------------------------------------------------------------------------- */

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

static void map_draw_fbm(struct canvas *canvas, uint64_t seed)
{
    struct noise noise = { .seed = hash_seed(seed, 21), .cells = 3, .octaves = 5 };
    OWNED double *row = need_bytes(canvas->side * sizeof(*row));
    for (uint32_t y = 0; y < canvas->side; y++) {
        noise_row(&noise, canvas->side, y, row);
        float *pixels = canvas->values + (size_t)y * canvas->side;
        for (uint32_t x = 0; x < canvas->side; x++)
            pixels[x] = tiles_canvas_quantise(4.0 * tiles_noise_power_of_two(8.0 * (row[x] - 0.5)));
    }
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
        canvas_dot(canvas, (i % SPOT_CELLS + u) / SPOT_CELLS, (i / SPOT_CELLS + v) / SPOT_CELLS,
                   256.0f);
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
            canvas_line(canvas, from, to, 256.0f);
            from[0] = to[0];
            from[1] = to[1];
        }
    }
}

void tiles_map_generate(enum map_kind kind, uint64_t seed, uint32_t top, float *values)
{
    struct canvas canvas = { .values = values, .side = 1u << top };
    map_fill(&canvas, 0.0f);
    switch (kind) {
    case MAP_SCENE: scene_draw(&canvas, seed); break;
    case MAP_FBM: map_draw_fbm(&canvas, seed); break;
    case MAP_FOVEA: map_draw_fovea(&canvas, seed); break;
    case MAP_SPOTS: map_draw_spots(&canvas, seed); break;
    case MAP_CHECKER: map_draw_checker(&canvas); break;
    case MAP_CURVE: map_draw_curve(&canvas, seed); break;
    case MAP_UNIFORM_LOW:
    case MAP_UNIFORM_HIGH: map_fill(&canvas, uniform_value); break;
    case MAP_KIND_COUNT: assert(false);
    }
}
