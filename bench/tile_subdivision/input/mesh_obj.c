/* SPDX-License-Identifier: MIT */
#include "bench/tile_subdivision/input/input.h"

#include "bench/common/obj.h"

#include <math.h>
#include <string.h>

static const char no_memory[] = "no memory left";

static const char *obj_position(void *state, const float position[3])
{
    return tiles_mesh_add_position(state, position) ? NULL : no_memory;
}

static const char *obj_texcoord(void *state, const float texcoord[2])
{
    return tiles_mesh_add_texcoord(state, texcoord) ? NULL : no_memory;
}

static bool triangle_add(struct mesh *mesh, const struct obj_corner *a, const struct obj_corner *b,
                         const struct obj_corner *c)
{
    const struct obj_corner *const corners[3] = { a, b, c };
    struct mesh_triangle triangle;
    for (int k = 0; k < 3; k++)
        triangle.corners[k] = (struct mesh_corner){ corners[k]->position, corners[k]->texcoord };
    return tiles_mesh_add_triangle(mesh, &triangle);
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
        if (!triangle_add(mesh, &corners[left[(i + count - 1) % count]], &corners[left[i]],
                          &corners[left[(i + 1) % count]]))
            return no_memory;
        memmove(&outline->left[i], &outline->left[i + 1], (count - i - 1) * sizeof(*left));
        outline->count--;
        tried = 0;
    }
    const size_t *left = outline->left;
    if (outline->count > 3)
        return crossing;
    return triangle_add(mesh, &corners[left[0]], &corners[left[1]], &corners[left[2]]) ? NULL
                                                                                       : no_memory;
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
        if (!triangle_add(state, &corners[0], &corners[i - 1], &corners[i]))
            return no_memory;
    return NULL;
}

bool tiles_mesh_read_obj(struct mesh *mesh, const char *path, char *message, size_t message_bytes)
{
    const struct obj_visitor visitor = {
        .state = mesh, .position = obj_position, .texcoord = obj_texcoord, .face = obj_face
    };
    *mesh = (struct mesh){ .triangle_count = 0 };
    bool good = obj_read(&visitor, path, message, message_bytes);
    if (!good)
        tiles_mesh_finish(mesh);
    return good;
}
