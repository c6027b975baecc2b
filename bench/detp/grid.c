/* SPDX-License-Identifier: MIT */
/* grid and grid_ahead: kernels/detp/grid_walk.glsl says how. */
#include "bench/detp/traced.h"

#include "detp.kernels.h"

#include <math.h>
#include <string.h>

enum {
    CELLS_MAX = 128,  /* along the longest side, across y and z */
    FINER_ALONG_X = 2 /* rows cost the same however many cells they have */
};

/* Kernels of a variant. */
struct grid_traits {
    const struct gpu_shader *trace, *trace_pairs;
    uint32_t at_a_time; /* discs of a row that a step looks at */
    bool ahead;         /* where the next row begins is known in advance */
};

static const struct grid_traits as_met = { &kernel_detp_grid_trace, &kernel_detp_grid_trace_pairs,
                                           1, false };
const struct grid_traits detp_grid_rows_ahead = { &kernel_detp_grid_ahead,
                                                  &kernel_detp_grid_ahead_pairs, 3, true };

static const struct grid_traits *traits_of(const struct bench_case *c)
{
    return c->variant->data ? c->variant->data : &as_met;
}

/* In steps: what the reads of a row cost, and what they cost more for each byte of all starts, as
 * the caches that hold those are farther off. So fitted on an H100, from 10^4 to 10^6 discs. */
static const double ROW_READS = 0.05, ROW_READS_PER_BYTE = 0.125e-6;

/* Part of the largest coordinate that the walk's rounding is less than; and of a cell, at the end
 * of the grid, that has no centre: grid_walk.glsl asks for half of it. */
static const float SLACK = 8e-6f, EDGE = 0.01f;

/* Push constants of grid_walk.glsl. */
struct grid_push {
    float lower[3], reach;
    float scale[3];
    uint32_t rays;
    uint32_t cells[3];
    struct detp_rule rule;
    uint32_t discs;
};

_Static_assert(sizeof(struct grid_push) <= DETP_TRACED_PUSH_BYTES, "there is room for it");

/* Steps of a row that has so many discs on the mean, at random: one at least. */
static double steps(double discs, uint32_t at_a_time)
{
    double sum = 1, probability = exp(-discs), fewer = 0;
    for (uint32_t k = 0; fewer < 1 - 1e-9 && k < 10000; k++) {
        fewer += probability;
        probability *= discs / (k + 1);
        if (k > 0 && k % at_a_time == 0)
            sum += 1 - fewer;
    }
    return sum;
}

/*
 * Returns a ray's cost with cells of that side, in steps of its walk and reads of its rows. The ray
 * is `length` long along the axis that its slabs cut. Slopes are means over all directions.
 */
static double cost(const struct detp_input *input, const struct grid_traits *traits, double side,
                   double length, double volume)
{
    const double radius = input->discs.radius, density = input->discs.count / volume;
    const double slabs = (0.45 * length + 2 * radius) / side + 1;
    const double rows = slabs * (1.5 + 2.24 * radius / side);
    const double along_x = 0.7 * side + 2.44 * radius + side / FINER_ALONG_X;
    const double discs = side * side * along_x * density;
    const double starts = sizeof(uint32_t) * FINER_ALONG_X * volume / (side * side * side);
    if (traits->ahead)
        return rows * steps(discs, traits->at_a_time);
    return rows * (discs + exp(-discs) + ROW_READS + ROW_READS_PER_BYTE * starts);
}

/* Along the longest side, so that a ray costs the least. */
static uint32_t best_cells(const struct detp_input *input, const struct grid_traits *traits)
{
    const double length = detp_traced_extent(input);
    uint32_t best = 1;
    double volume = 1;
    for (int k = 0; k < 3; k++)
        volume *= fmax((double)input->upper[k] - input->lower[k], input->discs.radius);
    for (uint32_t cells = 2; cells <= CELLS_MAX; cells++)
        if (cost(input, traits, length / cells, length, volume) <
            cost(input, traits, length / best, length, volume))
            best = cells;
    return best;
}

static bool setup(struct bench_case *c)
{
    struct detp_traced *traced = c->state;
    const struct detp_input *input = detp_input_of(c);
    if (!detp_traced_begin(c))
        return false;
    const float scale = ((float)best_cells(input, traits_of(c)) - EDGE) / detp_traced_extent(input);
    struct detp_order *order = &traced->orders.order[0];
    order->by = DETP_ORDER_ROWS;
    for (int k = 0; k < 3; k++) {
        order->scale[k] = k == 0 ? FINER_ALONG_X * scale : scale;
        order->cells[k] =
            1 + (uint32_t)(order->scale[k] * (input->upper[k] - input->lower[k]) + EDGE / 2);
    }
    detp_orders_create(&traced->orders, c->context.scope);
    traced->nodes = traced->orders.starts;
    struct grid_push push = { .reach = input->discs.radius + SLACK * detp_traced_magnitude(input),
                              .rays = input->rays.count,
                              .rule = input->rule,
                              .discs = input->discs.count };
    memcpy(push.lower, order->lower, sizeof(push.lower));
    memcpy(push.scale, order->scale, sizeof(push.scale));
    memcpy(push.cells, order->cells, sizeof(push.cells));
    memcpy(traced->push, &push, sizeof(push));
    traced->push_bytes = sizeof(push);
    return detp_traced_end(c, traits_of(c)->trace, traits_of(c)->trace_pairs);
}

static bool check(struct bench_case *c, enum bench_check check)
{
    const struct detp_traced *traced = c->state;
    bench_metric_exact(c, "cells", "cells", traced->orders.order[0].cells[1]);
    return detp_traced_check(c, check);
}

const struct bench_method detp_grid = { .case_bytes = sizeof(struct detp_traced),
                                        .setup = setup,
                                        .record = detp_traced_record,
                                        .check = check,
                                        .work = detp_traced_work };
