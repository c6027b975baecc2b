/* SPDX-License-Identifier: MIT */
#include "bench/detp/detp.h"
#include "harness/base/need.h"

#include <math.h>

enum { STACK = 64 };

/* Three times ten bits, interleaved: the place along a curve. */
static uint32_t curve(const struct detp_discs *discs, uint32_t j, const float lower[3],
                      const float upper[3])
{
    uint32_t key = 0;
    for (int k = 0; k < 3; k++) {
        const float extent = upper[k] - lower[k];
        const float at = extent > 0 ? (discs->centre[k][j] - lower[k]) / extent * 1023 : 0;
        const uint32_t cell = at <= 0 ? 0 : at >= 1023 ? 1023 : (uint32_t)at;
        for (int bit = 0; bit < 10; bit++)
            key |= (cell >> bit & 1) << (3 * bit + k);
    }
    return key;
}

static int by_key(const void *a, const void *b)
{
    const uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

static void sort(struct detp_tree *tree, const struct detp_discs *discs, const float lower[3],
                 const float upper[3])
{
    OWNED uint64_t *keys = need_bytes(discs->count * sizeof(*keys));
    for (uint32_t j = 0; j < discs->count; j++)
        keys[j] = (uint64_t)curve(discs, j, lower, upper) << 32 | j;
    qsort(keys, discs->count, sizeof(*keys), by_key);
    for (uint32_t i = 0; i < discs->count; i++) {
        tree->order[i] = (uint32_t)keys[i];
        for (int k = 0; k < 3; k++)
            tree->centres[i][k] = (double)discs->centre[k][tree->order[i]];
    }
}

/* While boxes are made, their bounds stand where the centre (lower) and half (upper) will. */
static void widen(struct detp_tree_box *box, const struct detp_tree_box *by)
{
    for (int k = 0; k < 3; k++) {
        box->centre[k] = fmin(box->centre[k], by->centre[k]);
        box->half[k] = fmax(box->half[k], by->half[k]);
    }
}

void detp_tree_init(struct detp_tree *tree, const struct detp_discs *discs, const float lower[3],
                    const float upper[3], double reach)
{
    uint32_t leaves = 1;
    while ((uint64_t)leaves * DETP_TREE_LEAF < discs->count)
        leaves *= 2;
    *tree = (struct detp_tree){ .count = discs->count, .leaf_count = leaves };
    const uint32_t nodes = 2 * leaves - 1;
    tree->nodes = need_bytes(nodes * sizeof(*tree->nodes));
    tree->order = need_bytes(discs->count * sizeof(*tree->order));
    tree->centres = need_bytes(discs->count * sizeof(*tree->centres));
    sort(tree, discs, lower, upper);
    for (uint32_t i = nodes; i-- > 0;) {
        struct detp_tree_box *box = &tree->nodes[i];
        if (i < leaves - 1) {
            *box = tree->nodes[2 * i + 1];
            widen(box, &tree->nodes[2 * i + 2]);
            continue;
        }
        *box = (struct detp_tree_box){ { INFINITY, INFINITY, INFINITY },
                                       { -INFINITY, -INFINITY, -INFINITY } };
        const uint32_t first = (i - (leaves - 1)) * DETP_TREE_LEAF;
        for (uint32_t at = first; at < first + DETP_TREE_LEAF && at < tree->count; at++) {
            struct detp_tree_box point;
            for (int k = 0; k < 3; k++)
                point.centre[k] = point.half[k] = tree->centres[at][k];
            widen(box, &point);
        }
    }
    /* The sum with `reach` is rounded up by far more than it may err. */
    for (uint32_t i = 0; i < nodes; i++)
        for (int k = 0; k < 3; k++) {
            struct detp_tree_box *box = &tree->nodes[i];
            const double low = box->centre[k], high = box->half[k];
            box->centre[k] = low > high ? 0 : (low + high) / 2;
            box->half[k] = low > high ? -INFINITY : (high - low) / 2 + reach * (1 + 1e-9);
        }
}

void detp_tree_finish(struct detp_tree *tree)
{
    free(tree->nodes);
    free(tree->order);
    free(tree->centres);
    *tree = (struct detp_tree){ 0 };
}

/*
 * The segment and the box are apart if, and only if, they are so along one of six directions: the
 * axes, and the products of an axis and the segment. No division, so that a component of 0 is
 * nothing special. Each comparison has slack for its rounding, which is below 1e-15 of its terms.
 */
static bool touches(const struct detp_tree_box *box, const struct detp_segment *segment)
{
    double off[3], half[3];
    for (int k = 0; k < 3; k++) {
        off[k] = fabs(segment->middle[k] - box->centre[k]);
        half[k] = fabs(segment->half[k]);
        if (!(off[k] <= (box->half[k] + half[k]) * (1 + 1e-9)))
            return false;
    }
    for (int k = 0; k < 3; k++) {
        const int u = (k + 1) % 3, v = (k + 2) % 3;
        const double between = fabs((segment->middle[u] - box->centre[u]) * segment->half[v] -
                                    (segment->middle[v] - box->centre[v]) * segment->half[u]);
        const double slack = (off[u] * half[v] + off[v] * half[u]) * 1e-9;
        if (between > box->half[u] * half[v] + box->half[v] * half[u] + slack)
            return false;
    }
    return true;
}

void detp_tree_walk(const struct detp_tree *tree, const struct detp_segment *segment,
                    detp_tree_visit_fn *visit, void *context)
{
    const uint32_t inner = tree->leaf_count - 1;
    uint32_t stack[STACK] = { 0 }, depth = 1;
    while (depth > 0) {
        const uint32_t node = stack[--depth];
        if (!touches(&tree->nodes[node], segment))
            continue;
        if (node < inner) {
            stack[depth++] = 2 * node + 2;
            stack[depth++] = 2 * node + 1;
            continue;
        }
        const uint32_t first = (node - inner) * DETP_TREE_LEAF, end = first + DETP_TREE_LEAF;
        if (first < tree->count)
            visit(context, first, end < tree->count ? end : tree->count);
    }
}
