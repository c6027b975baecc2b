/* SPDX-License-Identifier: MIT */
#include "bench/cbt/cbt.h"

#include "bench/cbt/tree/tree.h"
#include "harness/image.h"

#include <math.h>

enum { SIDE = 1024, HUES = 12 };

/* Returns the node's child that holds a point: the one on the point's side of the line through b
 * and the middle of a-c. */
static uint32_t child_at(uint32_t node, double x, double y)
{
    const struct leb_triangle t = cbt_leb_node_triangle(node);
    const double mx = (t.a.x + t.c.x) / 2.0, my = (t.a.y + t.c.y) / 2.0;
    const double side = (mx - t.b.x) * (y - t.b.y) - (my - t.b.y) * (x - t.b.x);
    const double side_a = (mx - t.b.x) * (t.a.y - t.b.y) - (my - t.b.y) * (t.a.x - t.b.x);
    return 2 * node + (side * side_a < 0);
}

static uint32_t leaf_at(const struct heap *heap, double x, double y)
{
    uint32_t node = x + y < LEB_SIDE ? 2 : 3;
    while (cbt_heap_node_read(heap, node) > 1)
        node = child_at(node, x, y);
    return node;
}

static double distance_to_line(struct leb_point p, struct leb_point q, double x, double y)
{
    const double dx = q.x - p.x, dy = q.y - p.y;
    return fabs(dx * (y - p.y) - dy * (x - p.x)) / hypot(dx, dy);
}

static bool is_edge(uint32_t leaf, double x, double y)
{
    const double half_pixel = (double)LEB_SIDE / SIDE * 0.6;
    const struct leb_triangle t = cbt_leb_node_triangle(leaf);
    return distance_to_line(t.a, t.b, x, y) < half_pixel ||
           distance_to_line(t.b, t.c, x, y) < half_pixel ||
           distance_to_line(t.c, t.a, x, y) < half_pixel;
}

/* Leaves below the size of a pixel have no edges drawn: they would be all there is. */
static void colour(uint32_t leaf, double x, double y, uint8_t rgb[3])
{
    static const uint8_t hues[HUES][3] = {
        { 68, 1, 84 },    { 72, 36, 117 },  { 65, 68, 135 },  { 53, 95, 141 },
        { 42, 120, 142 }, { 33, 145, 140 }, { 34, 168, 132 }, { 68, 191, 112 },
        { 122, 209, 81 }, { 189, 223, 38 }, { 253, 231, 37 }, { 255, 246, 160 },
    };
    enum { DEPTH_OF_PIXELS = 17 };
    const uint32_t depth = cbt_heap_node_depth(leaf);
    const uint8_t *hue = hues[depth < 6 ? 0 : depth - 6 < HUES ? depth - 6 : HUES - 1];
    const bool dark = depth < DEPTH_OF_PIXELS && is_edge(leaf, x, y);
    for (int i = 0; i < 3; i++)
        rgb[i] = dark ? hue[i] / 3 : hue[i];
}

bool cbt_picture_mesh(struct image *image, const struct heap *heap)
{
    if (!image_init(image, SIDE, SIDE))
        return false;
    for (int64_t row = 0; row < SIDE; row++)
        for (int64_t column = 0; column < SIDE; column++) {
            const double x = ((double)column + 0.5) * LEB_SIDE / SIDE;
            const double y = ((double)(SIDE - 1 - row) + 0.5) * LEB_SIDE / SIDE;
            uint8_t rgb[3];
            colour(leaf_at(heap, x, y), x, y, rgb);
            image_set(image, column, row, rgb);
        }
    return true;
}
