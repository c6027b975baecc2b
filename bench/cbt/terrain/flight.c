/* SPDX-License-Identifier: MIT */
#include "bench/cbt/terrain/terrain.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static const double units_per_metre = (1 << HEIGHTMAP_GRID_BITS) / 51000.0;

enum { FACTOR_BITS = 22, SHIFT_MAX = 16, PLACES = 8 };

/* Where the flight passes, in thousandths of the square's side, and metres above the ground. */
static const struct {
    double x, y, clearance;
} places[PLACES] = {
    { 20, 900, 900 },  { 120, 800, 500 }, { 260, 690, 350 }, { 400, 600, 300 },
    { 520, 480, 350 }, { 640, 400, 300 }, { 800, 330, 500 }, { 960, 240, 900 },
};

/* Vectors ------------------------------------------------------------------------------------- */

static void cross(const double a[3], const double b[3], double result[3])
{
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        result[i] = a[j] * b[k] - a[k] * b[j];
    }
}

static void normalize(double v[3])
{
    const double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int i = 0; i < 3; i++)
        v[i] /= length;
}

/*
 * Looks along `forward`, which need not be of unit length, with the horizon level. East, south, up
 * are left-handed: forward x below is to the right there, and right x forward down.
 */
static void look(struct flight_camera *camera, const double forward[3])
{
    const double below[3] = { 0, 0, -1 };
    memcpy(camera->forward, forward, sizeof(camera->forward));
    normalize(camera->forward);
    cross(camera->forward, below, camera->right);
    normalize(camera->right);
    cross(camera->right, camera->forward, camera->down);
}

/* Flight -------------------------------------------------------------------------------------- */

static uint32_t to_grid(double thousandths)
{
    const double units = thousandths * (1 << HEIGHTMAP_GRID_BITS) / 1000;
    return units < 0                          ? 0
           : units > 1 << HEIGHTMAP_GRID_BITS ? 1u << HEIGHTMAP_GRID_BITS
                                              : (uint32_t)units;
}

static void place_at(const struct heightmap *map, int index, double place[3])
{
    const int i = index < 0 ? 0 : index >= PLACES ? PLACES - 1 : index;
    const double x = places[i].x, y = places[i].y;
    double highest = 0; /* ground within 6 % of the square, so that the spline clears it */
    for (int row = -8; row <= 8; row++)
        for (int column = -8; column <= 8; column++) {
            const uint32_t height =
                cbt_heightmap_height(map, to_grid(x + column * 7.5), to_grid(y + row * 7.5));
            highest = height > highest ? height : highest;
        }
    place[0] = x * (1 << HEIGHTMAP_GRID_BITS) / 1000;
    place[1] = y * (1 << HEIGHTMAP_GRID_BITS) / 1000;
    place[2] = highest / (1 << HEIGHTMAP_FRACTION_BITS) + places[i].clearance * units_per_metre;
}

/* Catmull-Rom through the places, `time` from 0 at the first to 1 at the last. */
static void spline(const struct heightmap *map, double time, double position[3])
{
    const double along = time * (PLACES - 1);
    int segment = (int)along;
    segment = segment > PLACES - 2 ? PLACES - 2 : segment;
    const double t = along - segment;
    double p[4][3];
    for (int i = 0; i < 4; i++)
        place_at(map, segment - 1 + i, p[i]);
    for (int i = 0; i < 3; i++) {
        const double a = 2 * p[1][i], b = p[2][i] - p[0][i];
        const double c = 2 * p[0][i] - 5 * p[1][i] + 4 * p[2][i] - p[3][i];
        const double d = 3 * p[1][i] - p[0][i] - 3 * p[2][i] + p[3][i];
        position[i] = (a + t * (b + t * (c + t * d))) / 2;
    }
}

struct flight_camera cbt_flight_at(const struct heightmap *map, uint32_t frame)
{
    assert(frame < FLIGHT_FRAMES);
    const double time = (double)frame / (FLIGHT_FRAMES - 1);
    struct flight_camera camera;
    double before[3], after[3], forward[3];
    spline(map, time, camera.position);
    spline(map, time > 0.04 ? time - 0.04 : 0, before);
    spline(map, time < 0.96 ? time + 0.04 : 1, after);
    for (int i = 0; i < 2; i++)
        forward[i] = after[i] - before[i];
    /* A quarter down: the horizon stays in the upper half of the picture. */
    forward[2] = -sqrt(forward[0] * forward[0] + forward[1] * forward[1]) / 5;
    look(&camera, forward);
    return camera;
}

uint32_t cbt_flight_picture_width(const struct flight_target *target)
{
    return target->height * 16 / 9;
}

/* View ---------------------------------------------------------------------------------------- */

static int32_t rounded(double value)
{
    return (int32_t)(value < 0 ? value - 0.5 : value + 0.5);
}

/*
 * From the demo of the paper: LOD = log2(|c - a|^2 / |a + c|^2) + F > 1 in view space, with
 * F = 2 - 2 log2(2 tangent / height * 2^meshlet * pixels): |c - a|^2 times 2^(F - 1) against
 * |a + c|^2.
 */
static void edge_factor(const struct flight_target *target, struct flight_view *view)
{
    const double longest =
        2 * flight_tangent_y / target->height * (1u << target->meshlet) * target->pixels;
    const double factor = 2 / (longest * longest);
    assert(factor < 1 << FACTOR_BITS && factor > 1.0 / 4096);
    uint32_t shift = 0;
    while (shift < SHIFT_MAX && factor * (2u << shift) < (1 << FACTOR_BITS) - 1)
        shift++;
    view->edge_shift = shift;
    view->edge_factor = (uint32_t)(factor * (1u << shift) + 0.5);
}

struct flight_view cbt_flight_view_of(const struct flight_camera *camera,
                                      const struct flight_target *target)
{
    /* A quarter of a metre, standard deviation. */
    const double flat = 0.25 * units_per_metre;
    struct flight_view view = { .flat_variance = (uint32_t)(flat * flat + 0.5), .near = 16.0f };
    assert(target->height >= 1 && target->height <= 2160);
    edge_factor(target, &view);
    for (int i = 0; i < 3; i++) {
        const double right = camera->right[i], down = camera->down[i];
        const double forward = camera->forward[i];
        const double normals[FLIGHT_PLANES] = { forward, forward * flight_tangent_x + right,
                                                forward * flight_tangent_x - right,
                                                forward * flight_tangent_y + down,
                                                forward * flight_tangent_y - down };
        view.position[i] = rounded(camera->position[i]);
        for (int plane = 0; plane < FLIGHT_PLANES; plane++)
            view.planes[plane][i] = rounded(normals[plane] * FLIGHT_NORMAL_ONE);
        view.clip[0][i] = (float)(right / flight_tangent_x);
        view.clip[1][i] = (float)(down / flight_tangent_y);
        view.clip[2][i] = (float)forward;
    }
    return view;
}

struct flight_view cbt_flight_light_view(const struct flight_view *camera, uint32_t cascade)
{
    /* SUN of kernels/cbt/frame_colour.glsl, turned around; and more than any ray is long. */
    static const double from_sun[3] = { 0.58, -0.52, -0.63 };
    enum { RADIUS = 1 << 13, RANGE = 1 << 23 };
    const double radius = (double)RADIUS * (1u << 2 * cascade);
    struct flight_view view = { .near = 0.5f, .parallel = 1 };
    struct flight_camera light;
    assert(cascade < FLIGHT_CASCADES);
    look(&light, from_sun);
    for (int i = 0; i < 3; i++) {
        view.position[i] = rounded(camera->position[i] + camera->clip[2][i] * radius);
        view.clip[0][i] = (float)(light.right[i] / radius);
        view.clip[1][i] = (float)(light.down[i] / radius);
        view.clip[2][i] = (float)(-light.forward[i] / RANGE);
    }
    return view;
}
