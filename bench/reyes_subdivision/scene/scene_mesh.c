/* SPDX-License-Identifier: MIT */
/* scene_mesh.c: a mesh of quadrilaterals as bicubic patches (Loop and Schaefer 2008). */
#include "bench/reyes_subdivision/scene/scene.h"

#include "bench/common/obj.h"
#include "harness/base/need.h"
#include "harness/file.h"
#include "harness/trouble.h"

#include <math.h>
#include <stdlib.h>

enum { QUAD_NONE = -1 };

struct quad {
    uint32_t corners[4];
    int64_t across[4]; /* 4 * face + edge on the other side of edge k (corner k to k + 1), or -1 */
};

struct quads {
    float (*positions)[3];
    struct quad *faces;
    uint32_t *face_counts; /* per position: faces around it */
    size_t position_count, position_capacity, face_count, face_capacity;
};

/* Reading ------------------------------------------------------------------------------------- */

static const char *quads_position(void *state, const float position[3])
{
    struct quads *quads = state;
    quads->positions = need_room(quads->positions, quads->position_count, &quads->position_capacity,
                                 sizeof(*quads->positions));
    for (int axis = 0; axis < 3; axis++) {
        if (fabsf(position[axis]) > 1e12f)
            return "a coordinate beyond 1e12";
        quads->positions[quads->position_count][axis] = position[axis];
    }
    quads->position_count++;
    return NULL;
}

static const char *quads_face(void *state, const struct obj_corner *corners, size_t count)
{
    struct quads *quads = state;
    if (count != 4)
        return "a face without 4 corners; only quadrilaterals become patches: convert the "
               "mesh";
    if (quads->face_count == SCENE_PATCHES_MAX)
        return "more than 16777216 faces";
    quads->faces =
        need_room(quads->faces, quads->face_count, &quads->face_capacity, sizeof(*quads->faces));
    struct quad *face = &quads->faces[quads->face_count++];
    for (int k = 0; k < 4; k++) {
        face->corners[k] = corners[k].position;
        face->across[k] = QUAD_NONE;
        for (int other = 0; other < k; other++)
            if (corners[other].position == corners[k].position)
                return "a face that uses a corner twice";
    }
    return NULL;
}

/* Neighbours ---------------------------------------------------------------------------------- */

struct edge {
    uint32_t low, high; /* positions */
    int64_t place;      /* 4 * face + edge */
};

static int edge_compare(const void *left, const void *right)
{
    const struct edge *a = left, *b = right;
    if (a->low != b->low)
        return a->low < b->low ? -1 : 1;
    if (a->high != b->high)
        return a->high < b->high ? -1 : 1;
    return (a->place > b->place) - (a->place < b->place);
}

static bool edge_equal(const struct edge *a, const struct edge *b)
{
    return a->low == b->low && a->high == b->high;
}

/* Pairs the edges of the faces. False with a message. */
static bool quads_connect(struct quads *quads, const char *path)
{
    const size_t count = 4 * quads->face_count;
    OWNED struct edge *edges = need_bytes(count * sizeof(*edges));
    quads->face_counts = need_zeroed(quads->position_count, sizeof(*quads->face_counts));
    for (size_t i = 0; i < count; i++) {
        const struct quad *face = &quads->faces[i / 4];
        const uint32_t from = face->corners[i % 4], to = face->corners[(i + 1) % 4];
        edges[i] = (struct edge){ from < to ? from : to, from < to ? to : from, (int64_t)i };
        quads->face_counts[from]++;
    }
    qsort(edges, count, sizeof(*edges), edge_compare);
    for (size_t i = 0; i + 1 < count; i++) {
        if (!edge_equal(&edges[i], &edges[i + 1]))
            continue;
        if (i + 2 < count && edge_equal(&edges[i], &edges[i + 2]))
            return trouble("%s: an edge of more than two faces; patches need a surface", path);
        quads->faces[edges[i].place / 4].across[edges[i].place % 4] = edges[i + 1].place;
        quads->faces[edges[i + 1].place / 4].across[edges[i + 1].place % 4] = edges[i].place;
    }
    return true;
}

/* Control points ------------------------------------------------------------------------------ */

/* The index of a position in a face. */
static int quad_corner(const struct quad *face, uint32_t position)
{
    int corner = 0;
    while (corner < 3 && face->corners[corner] != position)
        corner++;
    return corner;
}

/*
 * The next face around the position of `corner`: across the edge that leaves it (turn 0) or
 * arrives (turn 1). -1 at the border.
 */
static int64_t quads_turn(const struct quads *quads, int64_t face, uint32_t position, int turn)
{
    const struct quad *quad = &quads->faces[face];
    const int corner = quad_corner(quad, position);
    const int64_t place = quad->across[turn == 0 ? corner : (corner + 3) % 4];
    return place == QUAD_NONE ? QUAD_NONE : place / 4;
}

/*
 * Faces may be oriented either way, so a walk around a position goes on over the edge that it did
 * not come by.
 */
static int64_t quads_walk(const struct quads *quads, int64_t from, int64_t to, uint32_t position)
{
    const int64_t next = quads_turn(quads, to, position, 0);
    return next == from ? quads_turn(quads, to, position, 1) : next;
}

/* Walks to the border faces around a position; the outer neighbours there. False inside. */
static bool quads_on_border(const struct quads *quads, const struct quad *face, int corner,
                            uint32_t neighbours[2])
{
    const uint32_t position = face->corners[corner];
    const int64_t start = face - quads->faces;
    for (int turn = 0; turn < 2; turn++) {
        int64_t from = start, at = quads_turn(quads, start, position, turn);
        int64_t last = start;
        uint32_t steps = 0;
        int open = turn == 0 ? corner : (corner + 3) % 4; /* the edge of `last` that is open */
        while (at != QUAD_NONE && at != start && steps++ < quads->face_counts[position]) {
            last = at;
            const struct quad *quad = &quads->faces[at];
            const int here = quad_corner(quad, position);
            const bool leaves = quad->across[here] != QUAD_NONE && quad->across[here] / 4 == from;
            open = leaves ? (here + 3) % 4 : here;
            const int64_t next = quads_walk(quads, from, at, position);
            from = at;
            at = next;
        }
        if (at == start || steps > quads->face_counts[position])
            return false;
        const struct quad *quad = &quads->faces[last];
        const uint32_t one = quad->corners[open], other = quad->corners[(open + 1) % 4];
        neighbours[turn] = one == position ? other : one;
    }
    return true;
}

/* The interior control point next to a corner of a face. */
static void quads_interior(const struct quads *quads, const struct quad *face, int corner,
                           double point[3])
{
    uint32_t neighbours[2];
    const double faces = quads->face_counts[face->corners[corner]];
    /* Faces that count: at the border as if the other half were there, too. */
    const double valence = quads_on_border(quads, face, corner, neighbours) ? 2 * faces : faces;
    const double weights[4] = { valence, 2, 1, 2 };
    for (int axis = 0; axis < 3; axis++) {
        point[axis] = 0.0;
        for (int k = 0; k < 4; k++)
            point[axis] += weights[k] * quads->positions[face->corners[(corner + k) % 4]][axis];
        point[axis] /= valence + 5;
    }
}

/* The control point on edge `edge` of a face, near its end `corner`. */
static void quads_edge(const struct quads *quads, const struct quad *face, int edge, int corner,
                       double point[3])
{
    const int64_t place = face->across[edge];
    const uint32_t near = face->corners[corner];
    if (place == QUAD_NONE) {
        const uint32_t far = face->corners[corner == edge ? (edge + 1) % 4 : edge];
        for (int axis = 0; axis < 3; axis++)
            point[axis] = (2.0 * quads->positions[near][axis] + quads->positions[far][axis]) / 3;
        return;
    }
    const struct quad *other = &quads->faces[place / 4];
    double a[3], b[3];
    quads_interior(quads, face, corner, a);
    quads_interior(quads, other, quad_corner(other, near), b);
    for (int axis = 0; axis < 3; axis++)
        point[axis] = (a[axis] + b[axis]) / 2;
}

/* The mean of the interior points around an inner position, by walking its faces. */
static void quads_inner_corner(const struct quads *quads, const struct quad *face, int corner,
                               double point[3])
{
    const uint32_t position = face->corners[corner];
    const int64_t start = face - quads->faces;
    int64_t from = start, at = quads_turn(quads, start, position, 0);
    uint32_t count = 1;
    quads_interior(quads, face, corner, point);
    while (at != start && at != QUAD_NONE && count < quads->face_counts[position]) {
        const struct quad *quad = &quads->faces[at];
        double interior[3];
        quads_interior(quads, quad, quad_corner(quad, position), interior);
        for (int axis = 0; axis < 3; axis++)
            point[axis] += interior[axis];
        const int64_t next = quads_walk(quads, from, at, position);
        from = at;
        at = next;
        count++;
    }
    for (int axis = 0; axis < 3; axis++)
        point[axis] /= count;
}

/* A corner of one face stays; along a border the curve is a cubic B-spline. */
static void quads_corner(const struct quads *quads, const struct quad *face, int corner,
                         double point[3])
{
    const float *here = quads->positions[face->corners[corner]];
    uint32_t neighbours[2];
    if (!quads_on_border(quads, face, corner, neighbours)) {
        quads_inner_corner(quads, face, corner, point);
        return;
    }
    const float *a = quads->positions[neighbours[0]], *b = quads->positions[neighbours[1]];
    const bool single = quads->face_counts[face->corners[corner]] == 1;
    for (int axis = 0; axis < 3; axis++)
        point[axis] = single ? here[axis] : (a[axis] + 4.0 * here[axis] + b[axis]) / 6;
}

/* Corner k of the face lies at (i, j) = (0,0), (3,0), (3,3), (0,3). */
static void quads_patch(const struct quads *quads, size_t index, struct bound_patch *patch)
{
    static const int corner_at[4] = { 0, 12, 15, 3 }, interior_at[4] = { 5, 9, 10, 6 };
    static const int leaving_at[4] = { 4, 13, 11, 2 }, arriving_at[4] = { 1, 8, 14, 7 };
    const struct quad *face = &quads->faces[index];
    for (int k = 0; k < 4; k++) {
        double points[4][3];
        const int places[4] = { corner_at[k], interior_at[k], leaving_at[k], arriving_at[k] };
        quads_corner(quads, face, k, points[0]);
        quads_interior(quads, face, k, points[1]);
        quads_edge(quads, face, k, k, points[2]);
        quads_edge(quads, face, (k + 3) % 4, k, points[3]);
        for (int n = 0; n < 4; n++)
            for (int axis = 0; axis < 3; axis++)
                patch->points[places[n]][axis] = (float)points[n][axis];
    }
}

/* Looks along -z, from where a sphere around the mesh just fits. */
static struct camera quads_camera(const struct quads *quads)
{
    double low[3], high[3], square = 0.0;
    for (int axis = 0; axis < 3; axis++) {
        low[axis] = INFINITY;
        high[axis] = -INFINITY;
        for (size_t i = 0; i < quads->position_count; i++) {
            /* Not fmin() and fmax(): gcc 12 for ARM64 ends with an internal error at -O3. */
            const double at = quads->positions[i][axis];
            low[axis] = at < low[axis] ? at : low[axis];
            high[axis] = at > high[axis] ? at : high[axis];
        }
        square += (high[axis] - low[axis]) * (high[axis] - low[axis]);
    }
    const double radius = square > 0.0 ? sqrt(square) / 2 : 1.0;
    const double translation[3] = { (low[0] + high[0]) / 2, (low[1] + high[1]) / 2,
                                    (low[2] + high[2]) / 2 + 2 * radius };
    struct camera camera = reyes_camera_at(translation, (const double[4]){ 1, 0, 0, 0 });
    camera.near = 0.001 * radius;
    camera.far = 100 * radius;
    return camera;
}

/* False with a message. *patches is what the camera file says, or 0. */
static bool quads_read(struct quads *quads, struct camera *camera, uint64_t *patches,
                       const char *mesh_path, const char *camera_path)
{
    const struct obj_visitor visitor = { .state = quads,
                                         .position = quads_position,
                                         .face = quads_face };
    if (!obj_read(&visitor, mesh_path))
        return false;
    if (camera_path)
        return reyes_camera_read(camera, patches, file_open(camera_path), camera_path);
    *camera = quads_camera(quads);
    return true;
}

bool reyes_scene_read_mesh(struct scene *scene, const char *mesh_path, const char *camera_path)
{
    struct quads quads = { 0 };
    uint64_t patches = 0;
    *scene = (struct scene){ .count = 0 };
    bool good = quads_read(&quads, &scene->camera, &patches, mesh_path, camera_path) &&
                quads_connect(&quads, mesh_path);
    if (good && patches != 0 && patches != quads.face_count)
        good = trouble("%s has %zu faces, but the camera file %s is for %llu: is it another "
                       "scene's?",
                       mesh_path, quads.face_count, camera_path, (unsigned long long)patches);
    scene->patches = good ? malloc(quads.face_count * sizeof(*scene->patches)) : NULL;
    if (good && !scene->patches)
        good = trouble("%s: no memory left", mesh_path);
    for (size_t i = 0; good && i < quads.face_count; i++)
        quads_patch(&quads, i, &scene->patches[i]);
    scene->count = good ? (uint32_t)quads.face_count : 0;
    free(quads.positions);
    free(quads.faces);
    free(quads.face_counts);
    if (!good)
        reyes_scene_finish(scene);
    return good;
}
