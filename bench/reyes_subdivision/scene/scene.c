/* SPDX-License-Identifier: MIT */
#include "bench/reyes_subdivision/scene/scene.h"

#include "bench/common/teapot.h"
#include "harness/random.h"

#include <math.h>
#include <stdlib.h>

static bool scene_alloc(struct scene *scene, uint32_t count)
{
    scene->patches = calloc((size_t)count + 1, sizeof(*scene->patches));
    scene->count = scene->patches ? count : 0;
    return scene->patches;
}

void reyes_scene_finish(struct scene *scene)
{
    free(scene->patches);
    *scene = (struct scene){ .count = 0 };
}

/* Teapot -------------------------------------------------------------------------------------- */

static bool scene_teapot_seen(struct scene *scene, const double translation[3],
                              const double rotation[4])
{
    if (!scene_alloc(scene, TEAPOT_PATCHES))
        return false;
    for (uint32_t k = 0; k < TEAPOT_PATCHES * 16; k++)
        teapot_control_point(k / 16, k / 4 % 4, k % 4, scene->patches[k / 16].points[k % 16]);
    scene->camera = reyes_camera_at(translation, rotation);
    return true;
}

bool reyes_scene_teapot(struct scene *scene)
{
    static const double translation[3] = { 0, 5.99999905, 1.99999988 };
    static const double rotation[4] = { 0, 0, 0.646374881, 0.763019979 };
    return scene_teapot_seen(scene, translation, rotation);
}

bool reyes_scene_eye_plane(struct scene *scene)
{
    /* In the middle of patch 16, of the spout, looking along (-1, -1, 0): out of it. */
    static const double translation[3] = { 2.5375, -0.34125, 1.621875 };
    static const double rotation[4] = { 0.27059805, 0.27059805, 0.65328148, 0.65328148 };
    return scene_teapot_seen(scene, translation, rotation);
}

/* Hair ---------------------------------------------------------------------------------------- */

enum { HAIR_SEED = 33 };

static const double hair_size = 6.0;

/* A number in [low, high). */
static double random_between(uint64_t *state, double low, double high)
{
    return low + (high - low) * ((double)(random_next(state) >> 11) * 0x1p-53);
}

/* Four points of a ribbon's curve. */
static void hair_curve(uint64_t *state, double curve[4][3])
{
    double step[3] = { 0.0, 1.0, 0.0 };
    step[0] = random_between(state, -0.5, 0.5);
    step[2] = random_between(state, -0.5, 0.5);
    curve[0][0] = random_between(state, -5.0, 5.0);
    random_between(state, 0.0, 1.0);
    curve[0][2] = random_between(state, -5.0, 5.0);
    curve[0][1] = 0.0;
    for (int point = 1; point < 4; point++) {
        for (int axis = 0; axis < 3; axis++) {
            if (point > 1)
                step[axis] *= random_between(state, 0.75, 1.25);
            curve[point][axis] = curve[point - 1][axis] + step[axis];
        }
    }
}

/* Rows of a ribbon are copies of its curve, moved up. */
bool reyes_scene_hair(struct scene *scene, uint32_t ribbons)
{
    static const double translation[3] = { 4.23526382, 3.73301506, -0.0456158295 };
    static const double rotation[4] = { 0.699924409, -0.306021035, 0.603387654, 0.22886768 };
    static const double width[3] = { 0, 0.05, 0 };
    double low[3] = { INFINITY, INFINITY, INFINITY }, high[3] = { -INFINITY, -INFINITY, -INFINITY };
    double curve[4][3], longest = 0.0;
    if (!scene_alloc(scene, ribbons))
        return false;
    uint64_t state = HAIR_SEED;
    for (uint32_t i = 0; i < ribbons; i++) {
        hair_curve(&state, curve);
        for (int k = 0; k < 4 * 3; k++) {
            const int axis = k % 3;
            low[axis] = fmin(low[axis], curve[k / 3][axis]);
            high[axis] = fmax(high[axis], curve[k / 3][axis] + width[axis]);
        }
    }
    for (int axis = 0; axis < 3; axis++)
        longest = fmax(longest, high[axis] - low[axis]);
    state = HAIR_SEED;
    for (uint32_t i = 0; i < ribbons; i++) {
        hair_curve(&state, curve);
        for (int k = 0; k < 16; k++)
            for (int axis = 0; axis < 3; axis++) {
                const double lift = (k / 4) * width[axis] / 3,
                             middle = (low[axis] + high[axis]) / 2;
                scene->patches[i].points[k][axis] =
                    (float)((curve[k % 4][axis] + lift - middle) * (hair_size / longest));
            }
    }
    scene->camera = reyes_camera_at(translation, rotation);
    return true;
}

/* Torus --------------------------------------------------------------------------------------- */

const struct scene_torus reyes_scene_bigguy_standin = { 70, 51, 0.85, 2.440715826 };
const struct scene_torus reyes_scene_killeroo_standin = { 124, 93, 0.6, 2.718816268 };

static const double torus_radius = 1.2, torus_tube = 0.45, torus_bumps = 0.15;
static const double torus_turn = 6.28318530717958647692;

/* A value, its derivatives by s and t, and the mixed one. */
struct jet {
    double value, s, t, st;
};

static struct jet jet_add(struct jet a, struct jet b)
{
    return (struct jet){ a.value + b.value, a.s + b.s, a.t + b.t, a.st + b.st };
}

static struct jet jet_multiply(struct jet a, struct jet b)
{
    return (struct jet){ a.value * b.value, a.s * b.value + a.value * b.s,
                         a.t * b.value + a.value * b.t,
                         a.st * b.value + a.s * b.t + a.t * b.s + a.value * b.st };
}

static struct jet jet_scale(struct jet a, double factor)
{
    return (struct jet){ a.value * factor, a.s * factor, a.t * factor, a.st * factor };
}

static struct jet jet_constant(double value)
{
    return (struct jet){ value, 0, 0, 0 };
}

/* f(a), by f and its first two derivatives at a. */
static struct jet jet_chain(struct jet a, double f, double f1, double f2)
{
    return (struct jet){ f, f1 * a.s, f1 * a.t, f2 * a.s * a.t + f1 * a.st };
}

static struct jet jet_sin(struct jet a)
{
    return jet_chain(a, sin(a.value), cos(a.value), -sin(a.value));
}

static struct jet jet_cos(struct jet a)
{
    return jet_chain(a, cos(a.value), -sin(a.value), -cos(a.value));
}

static void torus_point(double s, double t, double warp, struct jet point[3])
{
    struct jet a = jet_scale((struct jet){ s, 1, 0, 0 }, torus_turn);
    struct jet b = jet_scale((struct jet){ t, 0, 1, 0 }, torus_turn);
    a = jet_add(a, jet_scale(jet_sin(a), warp));
    b = jet_add(b, jet_scale(jet_sin(b), warp));
    struct jet bumps = jet_multiply(jet_sin(jet_scale(a, 5)), jet_cos(jet_scale(b, 3)));
    struct jet tube =
        jet_scale(jet_add(jet_constant(1), jet_scale(bumps, torus_bumps)), torus_tube);
    struct jet ring = jet_add(jet_constant(torus_radius), jet_multiply(tube, jet_cos(b)));
    point[0] = jet_multiply(ring, jet_cos(a));
    point[1] = jet_multiply(ring, jet_sin(a));
    point[2] = jet_multiply(tube, jet_sin(b));
}

/* Bicubic with the value, slopes and twist of the surface at the corners of the square. */
static void torus_patch(struct bound_patch *patch, const struct scene_torus *torus, uint32_t column,
                        uint32_t row)
{
    const double step_s = 1.0 / torus->columns / 3, step_t = 1.0 / torus->rows / 3;
    for (uint32_t k = 0; k < 16; k++) {
        const uint32_t i = k / 4, j = k % 4;
        const double s = i == 1 ? step_s : i == 2 ? -step_s : 0.0;
        const double t = j == 1 ? step_t : j == 2 ? -step_t : 0.0;
        struct jet point[3];
        torus_point((double)(column + i / 2) / torus->columns, (double)(row + j / 2) / torus->rows,
                    torus->warp, point);
        for (int axis = 0; axis < 3; axis++)
            patch->points[k][axis] = (float)(point[axis].value + s * point[axis].s +
                                             t * point[axis].t + s * t * point[axis].st);
    }
}

bool reyes_scene_torus(struct scene *scene, const struct scene_torus *torus)
{
    const double translation[3] = { 0, -torus->distance, torus->distance };
    const double rotation[4] = { cos(torus_turn / 16), sin(torus_turn / 16), 0, 0 };
    if (!scene_alloc(scene, torus->columns * torus->rows))
        return false;
    for (uint32_t column = 0; column < torus->columns; column++)
        for (uint32_t row = 0; row < torus->rows; row++)
            torus_patch(&scene->patches[column * torus->rows + row], torus, column, row);
    scene->camera = reyes_camera_at(translation, rotation);
    return true;
}
