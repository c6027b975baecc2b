/* SPDX-License-Identifier: MIT */
/* grid_simd.c: the grid as a method. */
#include "bench/detp/cpu/cpu.h"
#include "bench/detp/detp.h"
#include "harness/engine/cpu/cpu.h"

#include <string.h>

struct grid_case {
    struct detp_output output;
    struct detp_cpu_packed packed;
    struct detp_cpu_grid grid;
};

static bool setup(struct bench_case *c)
{
    struct grid_case *state = c->state;
    if (!detp_output_create(c) ||
        !detp_cpu_packed_init(&c->context, &state->packed, detp_input_of(c)) ||
        !detp_cpu_grid_init(&c->context, &state->grid, &state->packed,
                            detp_cpu_loops_best(cpu_features(), 0)))
        return false;
    if (detp_part_of(c) == DETP_PART_TRACE)
        detp_cpu_grid_build(&state->grid);
    return true;
}

static void trace(struct grid_case *state)
{
    memset(state->output.sums, 0, sizeof(uint32_t) * DETP_WORDS * state->packed.disc_count);
    detp_cpu_grid_trace(&state->grid, state->output.sums);
    state->output.tests = state->grid.tests;
}

static bool compute(struct bench_case *c)
{
    struct grid_case *state = c->state;
    const enum detp_part part = detp_part_of(c);
    if (part & DETP_PART_BUILD)
        detp_cpu_grid_build(&state->grid);
    if (part & DETP_PART_TRACE)
        trace(state);
    return true;
}

static bool check(struct bench_case *c, enum bench_check check)
{
    if (detp_part_of(c) == DETP_PART_BUILD)
        trace(c->state);
    return c->bench->method.check(c, check);
}

const struct bench_method detp_grid_simd = {
    .case_bytes = sizeof(struct grid_case), .setup = setup, .compute = compute, .check = check
};
