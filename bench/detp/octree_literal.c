/* SPDX-License-Identifier: MIT */
#include "bench/detp/detp.h"

#include <math.h>

struct list {
    uint32_t *indices;
    uint32_t count;
};

struct literal {
    const struct detp_input *input;
    uint32_t depth;
    enum detp_literal_test test;
    struct detp_box box;
    struct list rays[DETP_LITERAL_DEPTH_MAX + 1], discs[DETP_LITERAL_DEPTH_MAX + 1];
    uint32_t *sums;
};

struct cell {
    double lower[3], upper[3];
};

static bool ray_meets(const struct detp_input *input, uint32_t i, const struct cell *cell)
{
    const struct detp_ray ray = detp_ray_load(&input->rays, i);
    double first = input->rule.t_min, last = (double)ray.t_max + input->rule.t_slack;
    for (int k = 0; k < 3; k++) {
        const double o = ray.origin[k], d = ray.direction[k];
        if (d == 0) {
            if (o < cell->lower[k] || o > cell->upper[k])
                return false;
            continue;
        }
        const double a = (cell->lower[k] - o) / d, b = (cell->upper[k] - o) / d;
        first = fmax(first, fmin(a, b));
        last = fmin(last, fmax(a, b));
    }
    return first <= last;
}

static bool sphere_meets(const struct detp_disc *disc, const struct cell *cell)
{
    double squares = 0;
    for (int k = 0; k < 3; k++) {
        const double c = disc->centre[k];
        const double off = fmax(fmax(cell->lower[k] - c, c - cell->upper[k]), 0);
        squares += off * off;
    }
    return squares < (double)disc->radius * disc->radius;
}

/* The disc's box, and the corners of the cell on both sides of its plane. */
static bool box_meets(const struct detp_disc *disc, const struct cell *cell)
{
    double distance = 0, reach = 0;
    for (int k = 0; k < 3; k++) {
        const double n = disc->normal[k], c = disc->centre[k];
        const double half = disc->radius * sqrt(fmax(1 - n * n, 0));
        if (c + half < cell->lower[k] || c - half > cell->upper[k])
            return false;
        distance += n * ((cell->lower[k] + cell->upper[k]) / 2 - c);
        reach += fabs(n) * (cell->upper[k] - cell->lower[k]) / 2;
    }
    return fabs(distance) <= reach;
}

/* Filters the level above: keeps rays and discs that meet the cell. */
static void filter(struct literal *literal, uint32_t level, const struct cell *cell)
{
    const struct list *rays = &literal->rays[level - 1], *discs = &literal->discs[level - 1];
    struct list *own_rays = &literal->rays[level], *own_discs = &literal->discs[level];
    own_rays->count = own_discs->count = 0;
    for (uint32_t k = 0; k < discs->count; k++) {
        const struct detp_disc disc = detp_disc_load(&literal->input->discs, discs->indices[k]);
        if ((literal->test == DETP_LITERAL_SPHERE ? sphere_meets : box_meets)(&disc, cell))
            own_discs->indices[own_discs->count++] = discs->indices[k];
    }
    for (uint32_t k = 0; k < rays->count && own_discs->count > 0; k++)
        if (ray_meets(literal->input, rays->indices[k], cell))
            own_rays->indices[own_rays->count++] = rays->indices[k];
}

static void intersect(const struct literal *literal)
{
    const struct detp_input *input = literal->input;
    const struct list *rays = &literal->rays[literal->depth];
    const struct list *discs = &literal->discs[literal->depth];
    for (uint32_t k = 0; k < discs->count; k++) {
        const uint32_t j = discs->indices[k];
        const struct detp_disc disc = detp_disc_load(&input->discs, j);
        for (uint32_t l = 0; l < rays->count; l++) {
            const struct detp_ray ray = detp_ray_load(&input->rays, rays->indices[l]);
            if (detp_hit(&ray, &disc, &input->rule))
                detp_add(&literal->sums[DETP_WORDS * (size_t)j], &input->rays, rays->indices[l]);
        }
    }
}

/* The nodes of a level below a node, depth first; `at` is the node's place on its level. */
static void visit(struct literal *literal, uint32_t level, const uint32_t at[3])
{
    if (level == literal->depth || level == DETP_LITERAL_DEPTH_MAX) {
        intersect(literal);
        return;
    }
    for (uint32_t child = 0; child < 8; child++) {
        uint32_t place[3];
        struct cell cell;
        for (int k = 0; k < 3; k++) {
            const double size = literal->box.extent[k] / (2u << level);
            place[k] = 2 * at[k] + (child >> k & 1);
            cell.lower[k] = literal->box.lower[k] + place[k] * size;
            cell.upper[k] = literal->box.lower[k] + (place[k] + 1) * size;
        }
        filter(literal, level + 1, &cell);
        if (literal->rays[level + 1].count > 0 && literal->discs[level + 1].count > 0)
            visit(literal, level + 1, place);
    }
}

static bool list_create(struct context *context, struct list *list, uint32_t count)
{
    list->indices = context_alloc(context, sizeof(*list->indices) * (size_t)count);
    list->count = count;
    for (uint32_t i = 0; list->indices && i < count; i++)
        list->indices[i] = i;
    return list->indices;
}

bool detp_octree_literal(struct context *context, const struct detp_input *input, uint32_t depth,
                         enum detp_literal_test test, uint32_t *sums)
{
    struct literal literal = { .input = input, .depth = depth, .test = test, .sums = sums };
    const uint32_t root[3] = { 0 };
    detp_box_init(&literal.box, input);
    for (uint32_t level = 0; level <= depth; level++)
        if (!list_create(context, &literal.rays[level], input->rays.count) ||
            !list_create(context, &literal.discs[level], input->discs.count))
            return false;
    visit(&literal, 0, root);
    return true;
}
