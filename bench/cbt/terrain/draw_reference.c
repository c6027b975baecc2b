/* SPDX-License-Identifier: MIT */
#include "bench/cbt/terrain/terrain.h"

#include "harness/base/need.h"
#include "harness/engine/cpu/cpu.h"

#include <math.h>
#include <stdatomic.h>

/* Distance by which a device may move an edge, in pixels: rounding of vertices and of
 * projections. */
static const double reach = 1.0 / 16;

enum { CLIPPED_MAX = 4 }; /* corners of a triangle that one plane has cut */

/* A vertex relative to the eye: what the rows of the view make of it. */
struct vertex {
    double x, y, w;
};

/* A convex polygon on the screen; nearness is affine there. */
struct polygon {
    int count;
    double x[CLIPPED_MAX], y[CLIPPED_MAX], nearness[CLIPPED_MAX];
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

static void add_corner(struct polygon *polygon, const struct draw_picture *picture, double x,
                       double y, double nearness)
{
    polygon->x[polygon->count] = (x + 1) / 2 * picture->width;
    polygon->y[polygon->count] = (y + 1) / 2 * picture->height;
    polygon->nearness[polygon->count++] = nearness;
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

/* Nearness at a point, and how much `reach` can change it. False for a polygon seen edge-on. */
static bool nearness_at(const struct polygon *polygon, double x, double y, double *nearness,
                        double *slack)
{
    const double ax = polygon->x[1] - polygon->x[0], ay = polygon->y[1] - polygon->y[0];
    const double bx = polygon->x[2] - polygon->x[0], by = polygon->y[2] - polygon->y[0];
    const double determinant = ax * by - ay * bx;
    const double a = polygon->nearness[1] - polygon->nearness[0];
    const double b = polygon->nearness[2] - polygon->nearness[0];
    if (fabs(determinant) < 1e-12)
        return false;
    const double gx = (a * by - b * ay) / determinant, gy = (b * ax - a * bx) / determinant;
    *nearness = polygon->nearness[0] + gx * (x - polygon->x[0]) + gy * (y - polygon->y[0]);
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

/* Projects a triangle, cut by the near plane, w = near; of parallel rays no plane cuts anything. */
static struct polygon polygon_of(const struct draw_reference *reference,
                                 const struct frame_scene *scene, uint32_t leaf, uint32_t part)
{
    const struct flight_view *view = reference->picture.view;
    const struct leb_triangle t = part_of(scene, leaf, part);
    const struct vertex corners[3] = { vertex_of(scene, view, t.a), vertex_of(scene, view, t.b),
                                       vertex_of(scene, view, t.c) };
    const double near = view->near;
    struct polygon polygon = { 0 };
    for (int i = 0; i < 3; i++) {
        const struct vertex *from = &corners[i], *to = &corners[(i + 1) % 3];
        struct vertex kept[2];
        int count = 0;
        if (view->parallel) {
            add_corner(&polygon, &reference->picture, from->x, from->y, near + from->w);
            continue;
        }
        if (from->w >= near)
            kept[count++] = *from;
        if ((from->w >= near) != (to->w >= near)) {
            const double cut = (near - from->w) / (to->w - from->w);
            kept[count++] = (struct vertex){ from->x + cut * (to->x - from->x),
                                             from->y + cut * (to->y - from->y), near };
        }
        for (int k = 0; k < count; k++)
            add_corner(&polygon, &reference->picture, kept[k].x / kept[k].w, kept[k].y / kept[k].w,
                       1 / kept[k].w);
    }
    return polygon;
}

/* Some leaves at a time: their polygons are made, those of a leaf by one thread, then drawn in the
 * order of the leaves, each row by one thread. */
struct drawing {
    struct draw_reference *reference;
    const struct frame_scene *scene;
    const uint32_t *leaves;
    size_t leaf_count;
    uint32_t parts; /* polygons of a leaf */
    struct drawn {
        struct polygon polygon;
        uint32_t y0, y1, x0, x1; /* pixels that it may cover; none: y0 > y1 */
    } * polygons;
};

static void make_polygons(void *context, uint32_t thread, size_t begin, size_t end)
{
    const struct drawing *drawing = context;
    const struct draw_reference *reference = drawing->reference;
    (void)thread;
    for (size_t i = begin * drawing->parts; i < end * drawing->parts; i++) {
        struct drawn *drawn = &drawing->polygons[i];
        double low[2], high[2];
        drawn->polygon = polygon_of(reference, drawing->scene, drawing->leaves[i / drawing->parts],
                                    (uint32_t)(i % drawing->parts));
        bounds(drawn->polygon.x, drawn->polygon.count, &low[0], &high[0]);
        bounds(drawn->polygon.y, drawn->polygon.count, &low[1], &high[1]);
        if (drawn->polygon.count < 3 ||
            !pixel_range(low[0], high[0], reference->picture.width, &drawn->x0, &drawn->x1) ||
            !pixel_range(low[1], high[1], reference->picture.height, &drawn->y0, &drawn->y1)) {
            drawn->y0 = 1;
            drawn->y1 = 0;
        }
    }
}

/* Number i of the polygons. */
static void draw_pixel(const struct drawing *drawing, size_t i, uint32_t x, uint32_t y)
{
    struct draw_reference *reference = drawing->reference;
    const struct polygon *polygon = &drawing->polygons[i].polygon;
    const double margin = inside(polygon, x + 0.5, y + 0.5);
    const size_t at = (size_t)y * reference->picture.width + x;
    double nearness, slack;
    if (margin < 0 || !nearness_at(polygon, x + 0.5, y + 0.5, &nearness, &slack))
        return;
    if (nearness > reference->nearest[at]) {
        reference->nearest[at] = (float)nearness;
        reference->leaves[at] = drawing->leaves[i / drawing->parts];
        reference->parts[at] = (uint32_t)(i % drawing->parts);
    }
    /* A part that is surely there is only known to be no farther than this. */
    if (margin > reach && nearness - slack > reference->solid[at])
        reference->solid[at] = (float)(nearness - slack);
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
                draw_pixel(drawing, i, x, y);
    }
}

bool cbt_draw_reference_init(struct context *context, struct draw_reference *reference,
                             const struct frame_scene *scene, const struct frame_tree *tree,
                             const struct draw_picture *picture, const char *key)
{
    enum { POLYGONS = 1 << 16 };
    const size_t pixels = (size_t)picture->width * picture->height, bytes = 16 * pixels;
    struct drawing drawing = { reference, scene, .parts = 1u << 2 * scene->target.meshlet };
    uint32_t *words = context_alloc(context, bytes);
    if (!words)
        return false;
    float *floats = (float *)words + 2 * pixels;
    *reference =
        (struct draw_reference){ tree, *picture, words, words + pixels, floats, floats + pixels };
    if (context_recall(context, key, &(struct context_part){ words, bytes }, 1))
        return true;
    OWNED struct drawn *polygons = need_bytes(POLYGONS * sizeof(*polygons));
    OWNED_BY(cpu_pool_destroy) struct cpu_pool *pool = cpu_pool_create(0);
    drawing.polygons = polygons;
    const size_t at_a_time = POLYGONS / drawing.parts;
    for (size_t i = 0; i < tree->leaf_count; i += drawing.leaf_count) {
        const size_t left = tree->leaf_count - i;
        drawing.leaves = tree->leaves + i;
        drawing.leaf_count = left < at_a_time ? left : at_a_time;
        cpu_pool_run(pool, drawing.leaf_count, 4, make_polygons, &drawing);
        cpu_pool_run(pool, picture->height, 16, draw_rows, &drawing);
    }
    context_keep(context, key, &(struct context_part){ words, bytes }, 1);
    return true;
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

/* The greatest nearness that rounding may give a polygon at a point; 0 where it cannot be. */
static double nearest_at(const struct polygon *polygon, double x, double y)
{
    double low, high, nearness, slack;
    bounds(polygon->x, polygon->count, &low, &high);
    if (x < low - reach || x > high + reach)
        return 0;
    bounds(polygon->y, polygon->count, &low, &high);
    if (y < low - reach || y > high + reach || inside(polygon, x, y) < -reach)
        return 0;
    /* Its plane goes on outside of a sliver; the polygon does not. */
    bounds(polygon->nearness, polygon->count, &low, &high);
    if (!nearness_at(polygon, x, y, &nearness, &slack))
        return high;
    return fmin(nearness + slack, high);
}

/* Share of nearness that a device's arithmetic may change. */
static double tolerance_of(const struct draw_picture *picture)
{
    return picture->view->parallel ? 1e-6 : 1e-5;
}

/* True when the leaf can be what is seen there: it covers the centre but for rounding, and is not
 * behind what surely covers it. */
static bool may_show(const struct draw_reference *reference, const struct frame_scene *scene,
                     uint32_t leaf, uint32_t x, uint32_t y)
{
    const double solid = reference->solid[(size_t)y * reference->picture.width + x];
    if (leaf == 0)
        return solid == 0;
    if (!is_leaf(scene, reference->tree, leaf))
        return false;
    for (uint32_t part = 0; part < 1u << 2 * scene->target.meshlet; part++) {
        const struct polygon polygon = polygon_of(reference, scene, leaf, part);
        if (polygon.count >= 3 && nearest_at(&polygon, x + 0.5, y + 0.5) >
                                      solid * (1 - tolerance_of(&reference->picture)))
            return true;
    }
    return false;
}

/* The device's picture, and the rule by which a pixel of it is judged. */
struct comparison {
    const struct draw_reference *reference;
    const struct frame_scene *scene;
    const void *got, *leaves;
    enum verdict {
        PIXEL_SAME,
        PIXEL_DIFFERENT,
        PIXEL_WRONG
    } (*judge)(const struct comparison *, uint32_t x, uint32_t y);
    atomic_size_t different, wrong; /* how many; the first one, or all pixels */
};

static void compare_rows(void *context, uint32_t thread, size_t begin, size_t end)
{
    struct comparison *comparison = context;
    const uint32_t width = comparison->reference->picture.width;
    (void)thread;
    for (size_t at = begin * width; at < end * width; at++) {
        const enum verdict verdict =
            comparison->judge(comparison, (uint32_t)(at % width), (uint32_t)(at / width));
        if (verdict == PIXEL_SAME)
            continue;
        atomic_fetch_add(&comparison->different, 1);
        if (verdict != PIXEL_WRONG)
            continue;
        size_t first = atomic_load(&comparison->wrong);
        while (at < first && !atomic_compare_exchange_weak(&comparison->wrong, &first, at))
            continue;
        return;
    }
}

/* On all CPUs. False with a mismatch when more than one pixel in 50 differs. *wrong is the first
 * that cannot be, or as many as there are. */
static bool compare(struct context *context, struct comparison *comparison, const char *what,
                    size_t *wrong)
{
    const struct draw_picture *picture = &comparison->reference->picture;
    const size_t pixels = (size_t)picture->width * picture->height;
    struct cpu_pool *pool = cpu_pool_create(0);
    atomic_init(&comparison->different, 0);
    atomic_init(&comparison->wrong, pixels);
    cpu_pool_run(pool, picture->height, 8, compare_rows, comparison);
    cpu_pool_destroy(&pool);
    const size_t different = atomic_load(&comparison->different);
    *wrong = atomic_load(&comparison->wrong);
    return *wrong < pixels || different <= pixels / 50 ||
           context_mismatch(context, "%zu of %zu pixels show another %s than they should",
                            different, pixels, what);
}

static enum verdict judge_leaf(const struct comparison *comparison, uint32_t x, uint32_t y)
{
    const struct draw_reference *reference = comparison->reference;
    const size_t at = (size_t)y * reference->picture.width + x;
    const uint32_t leaf = ((const uint32_t *)comparison->got)[at];
    if (leaf == reference->leaves[at])
        return PIXEL_SAME;
    return may_show(reference, comparison->scene, leaf, x, y) ? PIXEL_DIFFERENT : PIXEL_WRONG;
}

bool cbt_draw_reference_check(struct context *context, const struct draw_reference *reference,
                              const struct frame_scene *scene, const uint32_t *leaves)
{
    struct comparison comparison = { reference, scene, leaves, NULL, judge_leaf, 0, 0 };
    const size_t width = reference->picture.width, pixels = width * reference->picture.height;
    size_t at;
    if (!compare(context, &comparison, "leaf", &at))
        return false;
    return at == pixels ||
           context_mismatch(context, "pixel %zu, %zu shows leaf %u, and cannot; wanted %u",
                            at % width, at / width, leaves[at], reference->leaves[at]);
}

static enum verdict judge_depth(const struct comparison *comparison, uint32_t x, uint32_t y)
{
    const struct draw_reference *reference = comparison->reference;
    const double tolerance = tolerance_of(&reference->picture);
    const size_t at = (size_t)y * reference->picture.width + x;
    const double depth = ((const float *)comparison->got)[at];
    const uint32_t width = reference->picture.width, height = reference->picture.height;
    double around = 0;
    for (uint32_t row = y > 0 ? y - 1 : 0; row <= y + 1 && row < height; row++)
        for (uint32_t column = x > 0 ? x - 1 : 0; column <= x + 1 && column < width; column++)
            around = fmax(around, reference->nearest[(size_t)row * width + column]);
    if (!(depth >= reference->solid[at] * (1 - tolerance)) || (around == 0 && depth != 0))
        return PIXEL_WRONG;
    return depth > around * (1 + tolerance) ? PIXEL_DIFFERENT : PIXEL_SAME;
}

bool cbt_draw_reference_check_depths(struct context *context,
                                     const struct draw_reference *reference, const float *depths)
{
    struct comparison comparison = { reference, NULL, depths, NULL, judge_depth, 0, 0 };
    const size_t width = reference->picture.width, pixels = width * reference->picture.height;
    size_t at;
    if (!compare(context, &comparison, "depth", &at))
        return false;
    return at == pixels ||
           context_mismatch(context, "pixel %zu, %zu has the depth %.8f, wanted %.8f", at % width,
                            at / width, (double)depths[at], (double)reference->nearest[at]);
}

/* Normal of the triangle that is seen at a pixel; unit length, upwards. */
static void normal_at(const struct draw_reference *reference, const struct frame_scene *scene,
                      size_t at, double normal[3])
{
    const struct leb_triangle t = part_of(scene, reference->leaves[at], reference->parts[at]);
    const struct leb_point corners[3] = { t.a, t.b, t.c };
    double place[3][3], length = 0;
    for (int i = 0; i < 3; i++) {
        place[i][0] = corners[i].x;
        place[i][1] = corners[i].y;
        place[i][2] =
            cbt_heightmap_height(&scene->map, (uint32_t)corners[i].x, (uint32_t)corners[i].y) /
            (double)(1 << HEIGHTMAP_FRACTION_BITS);
    }
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        normal[i] = (place[1][j] - place[0][j]) * (place[2][k] - place[0][k]) -
                    (place[1][k] - place[0][k]) * (place[2][j] - place[0][j]);
        length += normal[i] * normal[i];
    }
    length = normal[2] < 0 ? -sqrt(length) : sqrt(length);
    for (int i = 0; i < 3; i++)
        normal[i] /= length;
}

static enum verdict judge_normal(const struct comparison *comparison, uint32_t x, uint32_t y)
{
    enum { STEPS = 2 }; /* of 1/255 */
    const struct draw_reference *reference = comparison->reference;
    const size_t at = (size_t)y * reference->picture.width + x;
    const uint32_t leaf = ((const uint32_t *)comparison->leaves)[at];
    const uint32_t got = ((const uint32_t *)comparison->got)[at];
    double wanted[3];
    if (leaf == 0 || leaf != reference->leaves[at])
        return PIXEL_SAME;
    normal_at(reference, comparison->scene, at, wanted);
    for (int i = 0; i < 3; i++)
        if (fabs((got >> 8 * i & 0xFF) - (wanted[i] + 1) / 2 * 255) > STEPS)
            return PIXEL_DIFFERENT;
    return PIXEL_SAME;
}

bool cbt_draw_reference_check_normals(struct context *context,
                                      const struct draw_reference *reference,
                                      const struct frame_scene *scene, const uint32_t *leaves,
                                      const uint32_t *normals)
{
    struct comparison comparison = { reference, scene, normals, leaves, judge_normal, 0, 0 };
    size_t at;
    return compare(context, &comparison, "normal", &at);
}
