/* SPDX-License-Identifier: MIT */
#include "bench/cbt/tree/tree.h"

#include <assert.h>

struct leb_triangle cbt_leb_node_triangle(uint32_t node)
{
    static const struct leb_triangle halves[2] = {
        { { 0, LEB_SIDE }, { 0, 0 }, { LEB_SIDE, 0 } },
        { { LEB_SIDE, 0 }, { LEB_SIDE, LEB_SIDE }, { 0, LEB_SIDE } },
    };
    assert(node > 1);
    uint32_t level = cbt_heap_node_depth(node) - 1;
    struct leb_triangle t = halves[node >> level & 1];
    while (level-- > 0) {
        const struct leb_point m = { (t.a.x + t.c.x) / 2, (t.a.y + t.c.y) / 2 };
        t = node >> level & 1 ? (struct leb_triangle){ t.b, m, t.c }
                              : (struct leb_triangle){ t.a, m, t.b };
    }
    return t;
}

struct leb_neighbours cbt_leb_node_neighbours(uint32_t node)
{
    if (node < 2)
        return (struct leb_neighbours){ .node = node };
    uint32_t level = cbt_heap_node_depth(node) - 1;
    const uint32_t half = node >> level & 1;
    struct leb_neighbours n = { .edge = 3 - half, .node = 2 + half };
    while (level-- > 0) {
        if (node >> level & 1)
            n = (struct leb_neighbours){
                .left = 2 * n.edge, .right = 2 * n.node, .edge = 2 * n.left, .node = 2 * n.node + 1
            };
        else
            n = (struct leb_neighbours){ .left = 2 * n.node + 1,
                                         .right = n.edge == 0 ? 0 : 2 * n.edge + 1,
                                         .edge = n.right == 0 ? 0 : 2 * n.right + 1,
                                         .node = 2 * n.node };
    }
    return n;
}

struct leb_diamond cbt_leb_node_diamond(uint32_t node)
{
    assert(node > 3);
    const uint32_t base = node >> 1, edge = cbt_leb_node_neighbours(base).edge;
    return (struct leb_diamond){ base, edge == 0 ? base : edge };
}

/* False where it was split before, and so was all that it needs. */
static bool split(struct heap *heap, uint32_t node, void (*changed)(void *, uint32_t),
                  void *context)
{
    if (!cbt_heap_node_split(heap, node))
        return false;
    if (changed)
        changed(context, cbt_heap_split_position(heap->depth, node));
    return true;
}

void cbt_leb_node_split(struct heap *heap, uint32_t node,
                        void (*changed)(void *context, uint32_t position), void *context)
{
    assert(node > 1);
    uint32_t x = node;
    while (x > 1 && split(heap, x, changed, context)) {
        x = cbt_leb_node_neighbours(x).edge;
        if (x <= 1 || !split(heap, x, changed, context))
            return;
        x >>= 1;
    }
}

bool cbt_leb_diamond_merges(const struct heap *heap, const struct leb_diamond *diamond)
{
    return cbt_heap_node_read(heap, diamond->base) <= 2 &&
           cbt_heap_node_read(heap, diamond->top) <= 2;
}
