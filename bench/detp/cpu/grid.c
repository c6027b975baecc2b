/* SPDX-License-Identifier: MIT */
/*
 * Discs in a uniform grid, each in all cells that it may reach into; a ray walks from cell
 * to cell, and takes of each the hits between where it enters and where it leaves: times that both
 * cells have from one number, so that each hit is in one of them.
 */
#include "bench/detp/cpu/cpu.h"

#include "harness/engine/cpu/cpu.h"

#include <math.h>
#include <string.h>

enum { SIDE_MAX = 128 };

struct grid {
    const struct detp_cpu_loops *loops;
    const struct detp_cpu_packed *packed;
    uint32_t side; /* cells along each axis */
    float lower[3], size[3], cells_of_one[3];
    uint32_t *begins; /* of side^3 cells and one more: entries, multiples of the loops' lanes */
    uint32_t *fill;
    float *centre[3], *normal[3]; /* of entries; the normal of what fills up is 0 */
    uint32_t *index;
    uint32_t room; /* entries */
    uint64_t tests;
};

/* Discs ---------------------------------------------------------------------------------------- */

/* Cells that the disc's box meets, along each axis. */
struct span {
    uint32_t first[3], last[3];
};

static uint32_t cell_along(const struct grid *grid, int axis, float place)
{
    const float cell = (place - grid->lower[axis]) * grid->cells_of_one[axis];
    const float last = (float)(grid->side - 1);
    return (uint32_t)(cell < 0 ? 0 : cell > last ? last : cell);
}

/* Whether the disc's plane meets the cell, which is a little larger than it is. */
static bool plane_meets(const struct grid *grid, const struct detp_cpu_disc *disc,
                        const uint32_t cell[3])
{
    float distance = 0, reach = 2 * grid->packed->slack;
    for (int k = 0; k < 3; k++) {
        const float middle = grid->lower[k] + ((float)cell[k] + 0.5f) * grid->size[k];
        distance += disc->normal[k] * (middle - disc->centre[k]);
        reach += fabsf(disc->normal[k]) * grid->size[k] / 2;
    }
    return fabsf(distance) <= reach;
}

static uint32_t cell_number(const struct grid *grid, const uint32_t cell[3])
{
    return (cell[2] * grid->side + cell[1]) * grid->side + cell[0];
}

typedef void visit_fn(struct grid *grid, const struct detp_cpu_disc *disc, uint32_t cell);

static inline void visit_cells(struct grid *grid, const struct detp_cpu_disc *disc, visit_fn *visit)
{
    struct span span;
    uint32_t cell[3];
    float half[3];
    detp_cpu_disc_half(disc, grid->packed->radius, half);
    for (int k = 0; k < 3; k++) {
        const float reach = half[k] + grid->packed->slack;
        span.first[k] = cell_along(grid, k, disc->centre[k] - reach);
        span.last[k] = cell_along(grid, k, disc->centre[k] + reach);
    }
    for (cell[2] = span.first[2]; cell[2] <= span.last[2]; cell[2]++)
        for (cell[1] = span.first[1]; cell[1] <= span.last[1]; cell[1]++)
            for (cell[0] = span.first[0]; cell[0] <= span.last[0]; cell[0]++)
                if (plane_meets(grid, disc, cell))
                    visit(grid, disc, cell_number(grid, cell));
}

static void count_disc(struct grid *grid, const struct detp_cpu_disc *disc, uint32_t cell)
{
    (void)disc;
    grid->fill[cell]++;
}

static void put_disc(struct grid *grid, const struct detp_cpu_disc *disc, uint32_t cell)
{
    const uint32_t entry = grid->fill[cell]++;
    for (int k = 0; k < 3; k++) {
        grid->centre[k][entry] = disc->centre[k];
        grid->normal[k][entry] = disc->normal[k];
    }
    grid->index[entry] = disc->index;
}

static uint32_t cell_count(const struct grid *grid)
{
    return grid->side * grid->side * grid->side;
}

/* Where each cell begins. Returns where the last ends. */
static uint32_t cells_count(struct grid *grid)
{
    const uint32_t cells = cell_count(grid), lanes = grid->loops->lanes;
    uint32_t sum = 0;
    memset(grid->fill, 0, cells * sizeof(*grid->fill));
    for (uint32_t j = 0; j < grid->packed->disc_count; j++)
        visit_cells(grid, &grid->packed->discs[j], count_disc);
    for (uint32_t i = 0; i < cells; i++) {
        grid->begins[i] = sum;
        sum += (grid->fill[i] + lanes - 1) / lanes * lanes;
        grid->fill[i] = grid->begins[i];
    }
    grid->begins[cells] = sum;
    return sum;
}

struct grid_case {
    struct detp_cpu_case common;
    struct grid grid;
};

static bool build(struct bench_case *c)
{
    struct grid *grid = &((struct grid_case *)c->state)->grid;
    const uint32_t cells = cell_count(grid);
    cells_count(grid);
    for (uint32_t j = 0; j < grid->packed->disc_count; j++)
        visit_cells(grid, &grid->packed->discs[j], put_disc);
    for (uint32_t i = 0; i < cells; i++)
        for (uint32_t entry = grid->fill[i]; entry < grid->begins[i + 1]; entry++)
            for (int k = 0; k < 3; k++)
                grid->centre[k][entry] = grid->normal[k][entry] = 0;
    return true;
}

/* Half as many cells along an axis as there are discs, so that a cell's discs fill vectors, and no
 * cell smaller than a disc. */
static uint32_t side_of(const struct detp_cpu_packed *packed)
{
    float extent = 0;
    for (int k = 0; k < 3; k++)
        extent = fmaxf(extent, packed->upper[k] - packed->lower[k]);
    const float side = fminf(cbrtf((float)packed->disc_count) / 2, extent / (2 * packed->radius));
    return side < 1 ? 1 : side > SIDE_MAX ? SIDE_MAX : (uint32_t)side;
}

/* With room for what the discs of `packed` take. False when there is no memory. */
static bool grid_init(struct context *context, struct grid *grid,
                      const struct detp_cpu_packed *packed, const struct detp_cpu_loops *loops)
{
    *grid = (struct grid){ .loops = loops, .packed = packed, .side = side_of(packed) };
    for (int k = 0; k < 3; k++) {
        grid->lower[k] = packed->lower[k];
        grid->size[k] =
            fmaxf(packed->upper[k] - packed->lower[k], packed->radius) / (float)grid->side;
        grid->cells_of_one[k] = 1 / grid->size[k];
    }
    const size_t cells = cell_count(grid);
    grid->begins = context_alloc(context, (cells + 1) * sizeof(*grid->begins));
    grid->fill = context_alloc(context, cells * sizeof(*grid->fill));
    if (!grid->begins || !grid->fill)
        return false;
    grid->room = cells_count(grid);
    bool whole = true;
    for (int k = 0; k < 3 && whole; k++) {
        grid->centre[k] = detp_cpu_alloc(context, (size_t)grid->room * sizeof(float));
        grid->normal[k] = detp_cpu_alloc(context, (size_t)grid->room * sizeof(float));
        whole = grid->centre[k] && grid->normal[k];
    }
    grid->index = whole ? detp_cpu_alloc(context, (size_t)grid->room * sizeof(uint32_t)) : NULL;
    return grid->index;
}

/* Rays ----------------------------------------------------------------------------------------- */

/* A ray in a cell. */
struct walk {
    uint32_t cell[3];
    float inverse[3], t_next[3]; /* where the cell is left along each axis */
};

/* From its number, so that errors do not add up. */
static float time_of_face(const struct grid *grid, const struct walk *walk,
                          const struct detp_cpu_ray *ray, int axis)
{
    const uint32_t face = walk->cell[axis] + (ray->direction[axis] > 0);
    const float place = grid->lower[axis] + (float)face * grid->size[axis];
    return (place - ray->origin[axis]) * walk->inverse[axis];
}

static void ray_trace(struct grid *grid, const struct detp_cpu_ray *ray, uint32_t *sums)
{
    struct walk walk;
    float begin = grid->packed->rule.t_min;
    for (int k = 0; k < 3; k++) {
        walk.cell[k] = cell_along(grid, k, ray->origin[k]);
        walk.inverse[k] = 1 / ray->direction[k];
        walk.t_next[k] = ray->direction[k] == 0 ? INFINITY : time_of_face(grid, &walk, ray, k);
    }
    for (bool last = false; !last;) {
        const float *t = walk.t_next;
        const int axis = t[0] < t[1] ? (t[0] < t[2] ? 0 : 2) : (t[1] < t[2] ? 1 : 2);
        const uint32_t number = cell_number(grid, walk.cell);
        const uint32_t edge = ray->direction[axis] > 0 ? grid->side - 1 : 0;
        const uint32_t first = grid->begins[number], count = grid->begins[number + 1] - first;
        /* All that is left is the last cell's. */
        last = walk.cell[axis] == edge || t[axis] > ray->t_end;
        const float end = last ? INFINITY : fmaxf(begin, t[axis]);
        const struct detp_cpu_cell cell = {
            .centre = { grid->centre[0] + first, grid->centre[1] + first, grid->centre[2] + first },
            .normal = { grid->normal[0] + first, grid->normal[1] + first, grid->normal[2] + first },
            .index = grid->index + first,
            .count = count,
            .radius_squared = grid->packed->radius * grid->packed->radius,
        };
        if (count > 0)
            grid->loops->ray_on_cell(ray, &cell, begin, end, &grid->packed->rule, sums);
        grid->tests += count;
        begin = end;
        walk.cell[axis] += ray->direction[axis] > 0 ? 1u : UINT32_MAX;
        walk.t_next[axis] = last ? 0 : time_of_face(grid, &walk, ray, axis);
    }
}

/* Method --------------------------------------------------------------------------------------- */

static void trace(struct bench_case *c)
{
    struct grid_case *state = c->state;
    const struct detp_cpu_packed *packed = &state->common.packed;
    detp_cpu_case_zero(c);
    state->grid.tests = 0;
    for (uint32_t i = 0; i < packed->ray_count; i++)
        ray_trace(&state->grid, &packed->rays[i], state->common.output.sums);
    state->common.output.tests = state->grid.tests;
}

static bool setup(struct bench_case *c)
{
    struct grid_case *state = c->state;
    state->common.build = build;
    state->common.trace = trace;
    return detp_cpu_case_init(c) &&
           grid_init(&c->context, &state->grid, &state->common.packed,
                     detp_cpu_loops_best(cpu_features(), 0)) &&
           detp_cpu_index_setup(c);
}

const struct bench_method detp_grid_simd = { .case_bytes = sizeof(struct grid_case),
                                             .setup = setup,
                                             .compute = detp_cpu_index_compute,
                                             .check = detp_cpu_index_check };
