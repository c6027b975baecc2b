/* SPDX-License-Identifier: MIT */
#include "bench/tile_subdivision/input/input.h"

#include "bench/common/hash.h"
#include "bench/common/obj.h"
#include "bench/common/teapot.h"
#include "harness/base/need.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Mesh ----------------------------------------------------------------------------------------- */

/* A mesh starts zeroed. These append. */
static void mesh_add_position(struct mesh *mesh, const float position[3])
{
    mesh->positions = need_room(mesh->positions, mesh->position_count, &mesh->position_capacity,
                                sizeof(*mesh->positions));
    memcpy(mesh->positions[mesh->position_count++], position, sizeof(*mesh->positions));
}

static void mesh_add_texcoord(struct mesh *mesh, const float texcoord[2])
{
    mesh->texcoords = need_room(mesh->texcoords, mesh->texcoord_count, &mesh->texcoord_capacity,
                                sizeof(*mesh->texcoords));
    memcpy(mesh->texcoords[mesh->texcoord_count++], texcoord, sizeof(*mesh->texcoords));
}

static void mesh_add_triangle(struct mesh *mesh, struct mesh_triangle triangle)
{
    mesh->triangles = need_room(mesh->triangles, mesh->triangle_count, &mesh->triangle_capacity,
                                sizeof(*mesh->triangles));
    mesh->triangles[mesh->triangle_count++] = triangle;
}

void tiles_mesh_finish(struct mesh *mesh)
{
    if (!mesh)
        return;
    free(mesh->positions);
    free(mesh->texcoords);
    free(mesh->triangles);
    *mesh = (struct mesh){ .triangle_count = 0 };
}

/* Wavefront OBJ -------------------------------------------------------------------------------- */

static const char *obj_position(void *state, const float position[3])
{
    mesh_add_position(state, position);
    return NULL;
}

static const char *obj_texcoord(void *state, const float texcoord[2])
{
    mesh_add_texcoord(state, texcoord);
    return NULL;
}

static void triangle_add(struct mesh *mesh, const struct obj_corner *a, const struct obj_corner *b,
                         const struct obj_corner *c)
{
    mesh_add_triangle(mesh, (struct mesh_triangle){ { { a->position, a->texcoord },
                                                      { b->position, b->texcoord },
                                                      { c->position, c->texcoord } } });
}

/* Faces that are not convex ------------------------------------------------------------------- */

enum { CONCAVE_CORNERS_MAX = 256 }; /* cutting takes a time of their third power */

/* A face in its own plane, counter-clockwise; `left` are the corners that are not cut off yet. */
struct outline {
    double at[OBJ_CORNERS_MAX][2];
    size_t left[OBJ_CORNERS_MAX], count;
};

/* Drops the axis along which the face's normal, by Newell's sum, is longest. False where it has
 * none. */
static bool outline_init(struct outline *outline, const struct mesh *mesh,
                         const struct obj_corner *corners, size_t count)
{
    double normal[3] = { 0.0, 0.0, 0.0 };
    for (size_t i = 0; i < count; i++) {
        const float *p = mesh->positions[corners[i].position];
        const float *q = mesh->positions[corners[(i + 1) % count].position];
        for (int k = 0; k < 3; k++) {
            const int u = (k + 1) % 3, v = (k + 2) % 3;
            normal[k] += ((double)p[u] - q[u]) * ((double)p[v] + q[v]);
        }
    }
    int axis = 0;
    for (int k = 1; k < 3; k++)
        axis = fabs(normal[k]) > fabs(normal[axis]) ? k : axis;
    const int u = normal[axis] > 0.0 ? (axis + 1) % 3 : (axis + 2) % 3;
    for (size_t i = 0; i < count; i++) {
        const float *p = mesh->positions[corners[i].position];
        outline->at[i][0] = p[u];
        outline->at[i][1] = p[3 - axis - u];
        outline->left[i] = i;
    }
    outline->count = count;
    return normal[axis] != 0.0 && isfinite(normal[axis]);
}

/* Twice the area of a, b, c; positive where they turn left. */
static double turn(const double *a, const double *b, const double *c)
{
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

static const double *outline_at(const struct outline *outline, size_t i)
{
    return outline->at[outline->left[i % outline->count]];
}

/* Accepts an outline that only turns left, and once around. */
static bool outline_is_convex(const struct outline *outline)
{
    size_t bends = 0;
    int way = 0, first = 0;
    for (size_t i = 0; i < outline->count; i++) {
        const double *a = outline_at(outline, i), *b = outline_at(outline, i + 1);
        const int now = b[0] > a[0] ? 1 : b[0] < a[0] ? -1 : 0;
        if (turn(a, b, outline_at(outline, i + 2)) < 0.0)
            return false;
        first = first ? first : now;
        bends += now && way && now != way;
        way = now ? now : way;
    }
    return bends + (first != way) <= 2;
}

static bool is_between(double a, double b)
{
    return (a < 0.0 && b > 0.0) || (a > 0.0 && b < 0.0);
}

/* Whether two edges cross; those of a bridge to a hole lie on each other. */
static bool outline_crosses(const struct outline *outline)
{
    for (size_t i = 0; i + 1 < outline->count; i++)
        for (size_t k = i + 1; k < outline->count; k++) {
            const double *a = outline_at(outline, i), *b = outline_at(outline, i + 1);
            const double *c = outline_at(outline, k), *d = outline_at(outline, k + 1);
            if (is_between(turn(a, b, c), turn(a, b, d)) &&
                is_between(turn(c, d, a), turn(c, d, b)))
                return true;
        }
    return false;
}

static bool is_same(const double *a, const double *b)
{
    return a[0] == b[0] && a[1] == b[1];
}

/* Whether a triangle of neighbours lies in the face: no other corner is in it. */
static bool outline_is_ear(const struct outline *outline, size_t middle)
{
    const double *a = outline_at(outline, middle + outline->count - 1);
    const double *b = outline_at(outline, middle), *c = outline_at(outline, middle + 1);
    if (turn(a, b, c) <= 0.0)
        return is_same(a, b) || is_same(b, c); /* a corner twice: nothing is cut off */
    for (size_t i = middle + 2; i < middle + outline->count - 1; i++) {
        const double *p = outline_at(outline, i);
        if (turn(a, b, p) >= 0.0 && turn(b, c, p) >= 0.0 && turn(c, a, p) >= 0.0 &&
            !is_same(p, a) && !is_same(p, b) && !is_same(p, c))
            return false;
    }
    return true;
}

/* Cuts ears off, from the corner of the least place on, whichever the file lists first. NULL, or
 * why not. */
static const char *ears_cut(struct mesh *mesh, const struct obj_corner *corners,
                            struct outline *outline)
{
    static const char crossing[] =
        "a face whose outline crosses itself: export the mesh as triangles";
    size_t from = 0, tried = 0;
    if (outline_crosses(outline))
        return crossing;
    for (size_t i = 1; i < outline->count; i++) {
        const double *a = outline->at[i], *b = outline->at[from];
        from = a[0] < b[0] || (a[0] == b[0] && a[1] < b[1]) ? i : from;
    }
    for (size_t i = 0; i < outline->count; i++)
        outline->left[i] = (from + i) % outline->count;
    for (size_t i = 0; outline->count > 3 && tried < outline->count;) {
        const size_t count = outline->count, *left = outline->left;
        i %= count;
        if (!outline_is_ear(outline, i)) {
            i++;
            tried++;
            continue;
        }
        triangle_add(mesh, &corners[left[(i + count - 1) % count]], &corners[left[i]],
                     &corners[left[(i + 1) % count]]);
        memmove(&outline->left[i], &outline->left[i + 1], (count - i - 1) * sizeof(*left));
        outline->count--;
        tried = 0;
    }
    const size_t *left = outline->left;
    if (outline->count > 3)
        return crossing;
    triangle_add(mesh, &corners[left[0]], &corners[left[1]], &corners[left[2]]);
    return NULL;
}

/* A convex face becomes a fan, another one ears. */
static const char *obj_face(void *state, const struct obj_corner *corners, size_t count)
{
    struct outline outline;
    if (count > 3 && outline_init(&outline, state, corners, count) && !outline_is_convex(&outline))
        return count > CONCAVE_CORNERS_MAX
                   ? "a face of more than 256 corners that is not convex: export the mesh as "
                     "triangles"
                   : ears_cut(state, corners, &outline);
    for (size_t i = 2; i < count; i++)
        triangle_add(state, &corners[0], &corners[i - 1], &corners[i]);
    return NULL;
}

bool tiles_mesh_read_obj(struct mesh *mesh, const char *path)
{
    const struct obj_visitor visitor = {
        .state = mesh, .position = obj_position, .texcoord = obj_texcoord, .face = obj_face
    };
    *mesh = (struct mesh){ .triangle_count = 0 };
    if (obj_read(&visitor, path))
        return true;
    tiles_mesh_finish(mesh);
    return false;
}

/* The teapot ----------------------------------------------------------------------------------- */

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

static void teapot_add_vertex(struct mesh *mesh, const double point[3], const struct chart *chart,
                              double u, double v)
{
    float position[3] = { (float)point[0], (float)point[1], (float)point[2] };
    float texcoord[2] = { (float)(chart->corner[0] + u * chart->side),
                          (float)(chart->corner[1] + v * chart->side) };
    mesh_add_position(mesh, position);
    mesh_add_texcoord(mesh, texcoord);
}

/* Two triangles of the quad a, b (along u), c (along v), d. */
static void teapot_add_quad(struct mesh *mesh, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    mesh_add_triangle(mesh, (struct mesh_triangle){ { { a, a }, { b, b }, { d, d } } });
    mesh_add_triangle(mesh, (struct mesh_triangle){ { { a, a }, { d, d }, { c, c } } });
}

static void teapot_add_patch(struct mesh *mesh, uint32_t patch, const struct chart *chart)
{
    const uint32_t row = TEAPOT_SCENE_DICE + 1;
    uint32_t first = (uint32_t)mesh->position_count;
    for (uint32_t k = 0; k < row * row; k++) {
        double u = (double)(k % row) / TEAPOT_SCENE_DICE;
        double v = (double)(k / row) / TEAPOT_SCENE_DICE;
        double point[3];
        teapot_point(patch, u, v, point);
        teapot_add_vertex(mesh, point, chart, u, v);
    }
    for (uint32_t k = 0; k < TEAPOT_SCENE_DICE * TEAPOT_SCENE_DICE; k++) {
        uint32_t corner = first + k / TEAPOT_SCENE_DICE * row + k % TEAPOT_SCENE_DICE;
        teapot_add_quad(mesh, corner, corner + 1, corner + row, corner + row + 1);
    }
}

void tiles_teapot_scene_build(struct mesh *mesh, uint64_t seed)
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
    for (uint32_t k = 0; k < 4; k++) {
        double u = k % 2, v = k / 2;
        double point[3] = { (2.0 * u - 1.0) * ground_half, 0.0, (2.0 * v - 1.0) * ground_half };
        teapot_add_vertex(mesh, point, &charts[GROUND], u, v);
    }
    teapot_add_quad(mesh, 0, 1, 2, 3);
    for (uint32_t patch = 0; patch < TEAPOT_PATCHES; patch++)
        teapot_add_patch(mesh, patch, &charts[patch]);
}
