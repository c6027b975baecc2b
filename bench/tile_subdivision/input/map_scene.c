/* SPDX-License-Identifier: MIT */
#include "bench/tile_subdivision/input/input.h"

#include "bench/common/hash.h"

#include <math.h>
#include <stdlib.h>

enum {
    SCENE_SETTLEMENTS = 14,
    SCENE_BOXES = 600,
    SCENE_DISCS = 6,
    STREAM_TERRAIN = 1,
    STREAM_SETTLEMENTS,
    STREAM_BOXES,
    STREAM_DISCS,
};

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

static bool scene_draw_terrain(struct canvas *canvas, uint64_t seed)
{
    struct noise coast = { .seed = hash_seed(seed, STREAM_TERRAIN), .cells = 8, .octaves = 4 };
    double *noise = malloc(canvas->side * sizeof(double));
    if (!noise)
        return false;
    for (uint32_t y = 0; y < canvas->side; y++) {
        tiles_noise_row(&coast, canvas->side, y, noise);
        for (uint32_t x = 0; x < canvas->side; x++) {
            double distance =
                scene_terrain_distance((x + 0.5) / canvas->side, (y + 0.5) / canvas->side);
            if (distance + 0.5 * (noise[x] - 0.5) < 0.9) {
                tiles_canvas_raise(
                    canvas, x, y,
                    tiles_canvas_quantise(0.5 * tiles_noise_power_of_two(5.0 * (noise[x] - 0.5))));
            }
        }
    }
    free(noise);
    return true;
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
    tiles_canvas_box(canvas, centre, half, along, tiles_canvas_quantise(density));
}

bool tiles_map_scene_draw(struct canvas *canvas, uint64_t seed)
{
    if (!scene_draw_terrain(canvas, seed))
        return false;
    struct settlement settlements[SCENE_SETTLEMENTS];
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
        tiles_canvas_disc(canvas, centre, radius, tiles_canvas_quantise(value));
    }
    return true;
}
