/* SPDX-License-Identifier: MIT */
#include "bench/tile_subdivision/input/input.h"

#include "bench/common/hash.h"
#include "bench/common/teapot.h"

#include <math.h>

enum { CHARTS = TEAPOT_PATCHES + 1, GROUND = TEAPOT_PATCHES };

static const double ground_half = 4.5;
static const double ground_density = 0.01; /* of the least dense patch's */

/* A square of the light map. */
struct chart {
    double side; /* before scaling: any unit; after: of the unit square */
    double corner[2];
};

static void teapot_weights(double t, double weights[4])
{
    double s = 1.0 - t;
    weights[0] = s * s * s;
    weights[1] = 3.0 * s * s * t;
    weights[2] = 3.0 * s * t * t;
    weights[3] = t * t * t;
}

/* Point of a patch, turned from z up to y up. */
static void teapot_point(uint32_t patch, double u, double v, double point[3])
{
    double weights_u[4], weights_v[4];
    teapot_weights(u, weights_u);
    teapot_weights(v, weights_v);
    double sum[3] = { 0.0, 0.0, 0.0 };
    for (uint32_t k = 0; k < 16; k++) {
        float control[3];
        teapot_control_point(patch, k / 4, k % 4, control);
        for (int axis = 0; axis < 3; axis++)
            sum[axis] += weights_u[k / 4] * weights_v[k % 4] * control[axis];
    }
    point[0] = sum[0];
    point[1] = sum[2];
    point[2] = -sum[1];
}

/* Area of the diced patch, as the sum of its quads' parallelograms. */
static double teapot_area(uint32_t patch)
{
    double area = 0.0;
    for (uint32_t k = 0; k < TEAPOT_SCENE_DICE * TEAPOT_SCENE_DICE; k++) {
        double step = 1.0 / TEAPOT_SCENE_DICE;
        double u = (k / TEAPOT_SCENE_DICE) * step, v = (k % TEAPOT_SCENE_DICE) * step;
        double a[3], b[3], c[3];
        teapot_point(patch, u, v, a);
        teapot_point(patch, u + step, v, b);
        teapot_point(patch, u, v + step, c);
        double square = 0.0;
        for (int axis = 0; axis < 3; axis++) {
            int next = (axis + 1) % 3;
            double part = (b[axis] - a[axis]) * (c[next] - a[next]) -
                          (b[next] - a[next]) * (c[axis] - a[axis]);
            square += part * part;
        }
        area += sqrt(square);
    }
    return area;
}

/* Rows of charts, the largest first, in a strip of some width. Returns the height used. */
static double teapot_pack_charts(struct chart charts[CHARTS], double width)
{
    bool placed[CHARTS] = { false };
    double x = 0.0, y = 0.0, row_height = 0.0;
    for (uint32_t n = 0; n < CHARTS; n++) {
        uint32_t largest = CHARTS;
        for (uint32_t i = 0; i < CHARTS; i++)
            if (!placed[i] && (largest == CHARTS || charts[i].side > charts[largest].side))
                largest = i;
        placed[largest] = true;
        if (x + charts[largest].side > width) {
            y += row_height;
            x = row_height = 0.0;
        }
        charts[largest].corner[0] = x;
        charts[largest].corner[1] = y;
        x += charts[largest].side;
        row_height = fmax(row_height, charts[largest].side);
    }
    return y + row_height;
}

static bool teapot_add_vertex(struct mesh *mesh, const double point[3], const struct chart *chart,
                              double u, double v)
{
    float position[3] = { (float)point[0], (float)point[1], (float)point[2] };
    float texcoord[2] = { (float)(chart->corner[0] + u * chart->side),
                          (float)(chart->corner[1] + v * chart->side) };
    return tiles_mesh_add_position(mesh, position) && tiles_mesh_add_texcoord(mesh, texcoord);
}

/* Two triangles of the quad a, b (along u), c (along v), d. */
static bool teapot_add_quad(struct mesh *mesh, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    struct mesh_triangle triangles[2] = { { { { a, a }, { b, b }, { d, d } } },
                                          { { { a, a }, { d, d }, { c, c } } } };
    return tiles_mesh_add_triangle(mesh, &triangles[0]) &&
           tiles_mesh_add_triangle(mesh, &triangles[1]);
}

static bool teapot_add_patch(struct mesh *mesh, uint32_t patch, const struct chart *chart)
{
    const uint32_t row = TEAPOT_SCENE_DICE + 1;
    uint32_t first = (uint32_t)mesh->position_count;
    for (uint32_t k = 0; k < row * row; k++) {
        double u = (double)(k % row) / TEAPOT_SCENE_DICE;
        double v = (double)(k / row) / TEAPOT_SCENE_DICE;
        double point[3];
        teapot_point(patch, u, v, point);
        if (!teapot_add_vertex(mesh, point, chart, u, v))
            return false;
    }
    for (uint32_t k = 0; k < TEAPOT_SCENE_DICE * TEAPOT_SCENE_DICE; k++) {
        uint32_t corner = first + k / TEAPOT_SCENE_DICE * row + k % TEAPOT_SCENE_DICE;
        if (!teapot_add_quad(mesh, corner, corner + 1, corner + row, corner + row + 1))
            return false;
    }
    return true;
}

static bool teapot_add_ground(struct mesh *mesh, const struct chart *chart)
{
    uint32_t first = (uint32_t)mesh->position_count;
    for (uint32_t k = 0; k < 4; k++) {
        double u = k % 2, v = k / 2;
        double point[3] = { (2.0 * u - 1.0) * ground_half, 0.0, (2.0 * v - 1.0) * ground_half };
        if (!teapot_add_vertex(mesh, point, chart, u, v))
            return false;
    }
    return teapot_add_quad(mesh, first, first + 1, first + 2, first + 3);
}

bool tiles_teapot_scene_build(struct mesh *mesh, uint64_t seed)
{
    struct chart charts[CHARTS];
    *mesh = (struct mesh){ .triangle_count = 0 };
    /* Sides such that the densities are 1..100 over the patches, in a seeded order. */
    uint32_t order[TEAPOT_PATCHES];
    for (uint32_t i = 0; i < TEAPOT_PATCHES; i++) {
        uint32_t other = hash_triple(hash_seed(seed, 61), i, 0) % (i + 1);
        order[i] = order[other];
        order[other] = i;
    }
    for (uint32_t i = 0; i < TEAPOT_PATCHES; i++) {
        double decades = 2.0 * order[i] / (TEAPOT_PATCHES - 1);
        double density = tiles_noise_power_of_two(decades * 3.321928094887362);
        charts[i].side = sqrt(density * teapot_area(i));
    }
    charts[GROUND].side = 2.0 * ground_half * sqrt(ground_density);
    /* Scales the charts so that they fill the unit square as far as rows can. */
    double area = 0.0;
    for (uint32_t i = 0; i < CHARTS; i++)
        area += charts[i].side * charts[i].side;
    double width = sqrt(area);
    while (teapot_pack_charts(charts, width) > width)
        width *= 1.01;
    for (uint32_t i = 0; i < CHARTS; i++) {
        charts[i].side /= width;
        charts[i].corner[0] /= width;
        charts[i].corner[1] /= width;
    }
    bool good = teapot_add_ground(mesh, &charts[GROUND]);
    for (uint32_t patch = 0; good && patch < TEAPOT_PATCHES; patch++)
        good = teapot_add_patch(mesh, patch, &charts[patch]);
    if (!good)
        tiles_mesh_finish(mesh);
    return good;
}
