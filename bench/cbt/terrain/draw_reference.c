/* SPDX-License-Identifier: MIT */
#include "bench/cbt/terrain/draw_reference.h"

#include "bench/cbt/tree/leb.h"
#include "harness/cpu/cpu_pool.h"

#include <math.h>
#include <stdlib.h>

/* What a device may move an edge by, in pixels: rounding of vertices and of projections. */
static const double reach = 1.0 / 16;

enum { CLIPPED_MAX = 4 }; /* corners of a triangle that one plane has cut */

/* A vertex relative to the eye: clip x, y and w. */
struct vertex {
    double x, y, w;
};

/* A convex polygon on the screen; 1/w is affine there. */
struct polygon {
    int count;
    double x[CLIPPED_MAX], y[CLIPPED_MAX], inverse[CLIPPED_MAX];
};

/* Meshlets ------------------------------------------------------------------------------------ */

static struct vertex vertex_of(const struct frame_scene *scene, const struct flight_view *view,
                               struct leb_point place)
{
    const uint32_t height = cbt_heightmap_height(&scene->map, (uint32_t)place.x, (uint32_t)place.y);
    const double at[3] = { place.x - view->position[0], place.y - view->position[1],
                           (double)height / (1 << HEIGHTMAP_FRACTION_BITS) - view->position[2] };
    double clip[3] = { 0 };
    for (int row = 0; row < 3; row++)
        for (int i = 0; i < 3; i++)
            clip[row] += view->clip[row][i] * at[i];
    return (struct vertex){ clip[0], clip[1], clip[2] };
}

/* Triangle `part` of the meshlet: 2 * level more bisections. */
static struct leb_triangle part_of(const struct frame_scene *scene, uint32_t leaf, uint32_t part)
{
    enum { SCALE = (1 << HEIGHTMAP_GRID_BITS) / LEB_SIDE };
    struct leb_triangle t = cbt_leb_node_triangle(leaf);
    struct leb_point *const corners[3] = { &t.a, &t.b, &t.c };
    for (int i = 0; i < 3; i++)
        *corners[i] = (struct leb_point){ corners[i]->x * SCALE, corners[i]->y * SCALE };
    for (uint32_t bit = 2 * scene->target.meshlet; bit-- > 0;) {
        const struct leb_point m = { (t.a.x + t.c.x) / 2, (t.a.y + t.c.y) / 2 };
        t = part >> bit & 1 ? (struct leb_triangle){ t.b, m, t.c }
                            : (struct leb_triangle){ t.a, m, t.b };
    }
    return t;
}

/* Cut by the near plane, w = near, and projected. */
static struct polygon project(const struct vertex corners[3], double near, double width,
                              double height)
{
    struct polygon polygon = { 0 };
    for (int i = 0; i < 3; i++) {
        const struct vertex *from = &corners[i], *to = &corners[(i + 1) % 3];
        struct vertex kept[2];
        int count = 0;
        if (from->w >= near)
            kept[count++] = *from;
        if ((from->w >= near) != (to->w >= near)) {
            const double t = (near - from->w) / (to->w - from->w);
            kept[count++] = (struct vertex){ from->x + t * (to->x - from->x),
                                             from->y + t * (to->y - from->y), near };
        }
        for (int k = 0; k < count; k++) {
            polygon.x[polygon.count] = (kept[k].x / kept[k].w + 1) / 2 * width;
            polygon.y[polygon.count] = (kept[k].y / kept[k].w + 1) / 2 * height;
            polygon.inverse[polygon.count++] = 1 / kept[k].w;
        }
    }
    return polygon;
}

/* Pixels -------------------------------------------------------------------------------------- */

/* How far inside of all edges a point lies; negative outside. Either winding. */
static double inside(const struct polygon *polygon, double x, double y)
{
    double area = 0, least = INFINITY;
    for (int i = 0; i < polygon->count; i++) {
        const int k = (i + 1) % polygon->count;
        area += polygon->x[i] * polygon->y[k] - polygon->x[k] * polygon->y[i];
    }
    for (int i = 0; i < polygon->count; i++) {
        const int k = (i + 1) % polygon->count;
        const double dx = polygon->x[k] - polygon->x[i], dy = polygon->y[k] - polygon->y[i];
        const double length = sqrt(dx * dx + dy * dy);
        if (length > 0)
            least = fmin(least, (dx * (y - polygon->y[i]) - dy * (x - polygon->x[i])) / length *
                                    (area < 0 ? -1 : 1));
    }
    return least;
}

/* 1/w at a point, and how much `reach` can change it. False for a polygon seen edge-on. */
static bool inverse_at(const struct polygon *polygon, double x, double y, double *inverse,
                       double *slack)
{
    const double ax = polygon->x[1] - polygon->x[0], ay = polygon->y[1] - polygon->y[0];
    const double bx = polygon->x[2] - polygon->x[0], by = polygon->y[2] - polygon->y[0];
    const double determinant = ax * by - ay * bx;
    const double a = polygon->inverse[1] - polygon->inverse[0];
    const double b = polygon->inverse[2] - polygon->inverse[0];
    if (fabs(determinant) < 1e-12)
        return false;
    const double gx = (a * by - b * ay) / determinant, gy = (b * ax - a * bx) / determinant;
    *inverse = polygon->inverse[0] + gx * (x - polygon->x[0]) + gy * (y - polygon->y[0]);
    *slack = (fabs(gx) + fabs(gy)) * reach;
    return true;
}

/* The closed range of pixels whose centres may lie within [low, high], widened by `reach`. */
static bool pixel_range(double low, double high, uint32_t limit, uint32_t *first, uint32_t *last)
{
    const double from = ceil(low - 0.5 - reach), to = floor(high - 0.5 + reach);
    if (!(to >= 0 && from < limit && from <= to))
        return false;
    *first = from < 0 ? 0 : (uint32_t)from;
    *last = to >= limit ? limit - 1 : (uint32_t)to;
    return true;
}

static void bounds(const double *values, int count, double *low, double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (int i = 0; i < count; i++) {
        *low = fmin(*low, values[i]);
        *high = fmax(*high, values[i]);
    }
}

/* Calls for each polygon of a leaf that is on the near side of the near plane. */
static struct polygon polygon_of(const struct draw_reference *reference,
                                 const struct frame_scene *scene, const struct flight_view *view,
                                 uint32_t leaf, uint32_t part)
{
    const struct leb_triangle t = part_of(scene, leaf, part);
    const struct vertex corners[3] = { vertex_of(scene, view, t.a), vertex_of(scene, view, t.b),
                                       vertex_of(scene, view, t.c) };
    return project(corners, view->near, reference->width, reference->height);
}

/* Some leaves at a time: their polygons are made, those of a leaf by one thread, then drawn in the
 * order of the leaves, each row by one thread. */
struct drawing {
    struct draw_reference *reference;
    const struct frame_scene *scene;
    const struct flight_view *view;
    const uint32_t *leaves;
    size_t leaf_count;
    uint32_t parts; /* polygons of a leaf */
    struct drawn {
        struct polygon polygon;
        uint32_t y0, y1, x0, x1; /* pixels that it may cover; none: y0 > y1 */
    } * polygons;
    float *nearest;
};

static void make_polygons(void *context, uint32_t thread, size_t begin, size_t end)
{
    const struct drawing *drawing = context;
    const struct draw_reference *reference = drawing->reference;
    (void)thread;
    for (size_t i = begin * drawing->parts; i < end * drawing->parts; i++) {
        struct drawn *drawn = &drawing->polygons[i];
        double low[2], high[2];
        drawn->polygon =
            polygon_of(reference, drawing->scene, drawing->view,
                       drawing->leaves[i / drawing->parts], (uint32_t)(i % drawing->parts));
        bounds(drawn->polygon.x, drawn->polygon.count, &low[0], &high[0]);
        bounds(drawn->polygon.y, drawn->polygon.count, &low[1], &high[1]);
        if (drawn->polygon.count < 3 ||
            !pixel_range(low[0], high[0], reference->width, &drawn->x0, &drawn->x1) ||
            !pixel_range(low[1], high[1], reference->height, &drawn->y0, &drawn->y1)) {
            drawn->y0 = 1;
            drawn->y1 = 0;
        }
    }
}

static void draw_pixel(const struct drawing *drawing, const struct polygon *polygon, uint32_t leaf,
                       uint32_t x, uint32_t y)
{
    struct draw_reference *reference = drawing->reference;
    const double margin = inside(polygon, x + 0.5, y + 0.5);
    const size_t at = (size_t)y * reference->width + x;
    double inverse, slack;
    if (margin < 0 || !inverse_at(polygon, x + 0.5, y + 0.5, &inverse, &slack))
        return;
    if (inverse > drawing->nearest[at]) {
        drawing->nearest[at] = (float)inverse;
        reference->leaves[at] = leaf;
    }
    /* Of what is surely there, no more is known than the farthest that it can be. */
    if (margin > reach && inverse - slack > reference->solid[at])
        reference->solid[at] = (float)(inverse - slack);
}

static void draw_rows(void *context, uint32_t thread, size_t begin, size_t end)
{
    const struct drawing *drawing = context;
    const size_t count = drawing->leaf_count * drawing->parts;
    (void)thread;
    for (size_t i = 0; i < count; i++) {
        const struct drawn *drawn = &drawing->polygons[i];
        const uint32_t first = drawn->y0 > begin ? drawn->y0 : (uint32_t)begin;
        for (uint32_t y = first; y < end && y <= drawn->y1; y++)
            for (uint32_t x = drawn->x0; x <= drawn->x1; x++)
                draw_pixel(drawing, &drawn->polygon, drawing->leaves[i / drawing->parts], x, y);
    }
}

static void draw_leaves(struct drawing *drawing, const struct frame_tree *tree, size_t at_a_time,
                        struct cpu_pool *pool)
{
    for (size_t i = 0; i < tree->leaf_count; i += drawing->leaf_count) {
        const size_t left = tree->leaf_count - i;
        drawing->leaves = tree->leaves + i;
        drawing->leaf_count = left < at_a_time ? left : at_a_time;
        cpu_pool_run(pool, drawing->leaf_count, 4, make_polygons, drawing);
        cpu_pool_run(pool, drawing->reference->height, 16, draw_rows, drawing);
    }
}

bool cbt_draw_reference_init(struct context *context, struct draw_reference *reference,
                             const struct frame_scene *scene, const struct frame_tree *tree,
                             const struct flight_view *view)
{
    enum { POLYGONS = 1 << 16 };
    reference->tree = tree;
    reference->height = scene->target.height;
    reference->width = cbt_flight_picture_width(&scene->target);
    const size_t pixels = (size_t)reference->width * reference->height;
    struct drawing drawing = { .reference = reference,
                               .scene = scene,
                               .view = view,
                               .parts = 1u << 2 * scene->target.meshlet };
    reference->leaves = context_alloc(context, pixels * sizeof(*reference->leaves));
    reference->solid = context_alloc(context, pixels * sizeof(*reference->solid));
    drawing.nearest = calloc(pixels, sizeof(*drawing.nearest));
    drawing.polygons = malloc(POLYGONS * sizeof(*drawing.polygons));
    struct cpu_pool *pool = cpu_pool_create(0);
    const bool ok =
        reference->leaves && reference->solid && drawing.nearest && drawing.polygons && pool;
    if (ok)
        draw_leaves(&drawing, tree, POLYGONS / drawing.parts, pool);
    else
        context_error(context, "no memory is left to draw a picture");
    cpu_pool_destroy(&pool);
    free(drawing.polygons);
    free(drawing.nearest);
    return ok;
}

/* Check --------------------------------------------------------------------------------------- */

/* Leaves of a tree lie in the order of their ceilings. */
static bool is_leaf(const struct frame_scene *scene, const struct frame_tree *tree, uint32_t leaf)
{
    const uint32_t depth = scene->depth;
    uint32_t low = 0, high = tree->leaf_count;
    if (leaf < 2 || cbt_heap_node_depth(leaf) > depth)
        return false;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (cbt_heap_node_ceiling(depth, tree->leaves[middle]) <=
            cbt_heap_node_ceiling(depth, leaf))
            low = middle;
        else
            high = middle;
    }
    return tree->leaves[low] == leaf;
}

/* The greatest 1/w that rounding may give a polygon at a point; 0 where it cannot be. */
static double nearest_at(const struct polygon *polygon, double x, double y)
{
    double low, high, inverse, slack;
    bounds(polygon->x, polygon->count, &low, &high);
    if (x < low - reach || x > high + reach)
        return 0;
    bounds(polygon->y, polygon->count, &low, &high);
    if (y < low - reach || y > high + reach || inside(polygon, x, y) < -reach)
        return 0;
    /* Its plane goes on outside of a sliver; the polygon does not. */
    bounds(polygon->inverse, polygon->count, &low, &high);
    if (!inverse_at(polygon, x, y, &inverse, &slack))
        return high;
    return fmin(inverse + slack, high);
}

/* True when the leaf can be what is seen there: it covers the centre but for rounding, and is not
 * behind what surely covers it. */
static bool may_show(const struct draw_reference *reference, const struct frame_scene *scene,
                     const struct flight_view *view, uint32_t leaf, uint32_t x, uint32_t y)
{
    const double solid = reference->solid[(size_t)y * reference->width + x];
    if (leaf == 0)
        return solid == 0;
    if (!is_leaf(scene, reference->tree, leaf))
        return false;
    for (uint32_t part = 0; part < 1u << 2 * scene->target.meshlet; part++) {
        const struct polygon polygon = polygon_of(reference, scene, view, leaf, part);
        if (polygon.count >= 3 && nearest_at(&polygon, x + 0.5, y + 0.5) > solid * (1 - 1e-5))
            return true;
    }
    return false;
}

bool cbt_draw_reference_check(struct context *context, const struct draw_reference *reference,
                              const struct frame_scene *scene, const struct flight_view *view,
                              const uint32_t *leaves)
{
    size_t different = 0;
    const size_t pixels = (size_t)reference->width * reference->height;
    for (uint32_t y = 0; y < reference->height; y++)
        for (uint32_t x = 0; x < reference->width; x++) {
            const size_t at = (size_t)y * reference->width + x;
            if (leaves[at] == reference->leaves[at])
                continue;
            different++;
            if (!may_show(reference, scene, view, leaves[at], x, y))
                return context_mismatch(context,
                                        "pixel %u, %u shows leaf %u, and cannot; wanted %u", x, y,
                                        leaves[at], reference->leaves[at]);
        }
    return different <= pixels / 50 ||
           context_mismatch(context, "%zu of %zu pixels show another leaf than they should",
                            different, pixels);
}
