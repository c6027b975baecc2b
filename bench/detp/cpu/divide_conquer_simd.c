/* SPDX-License-Identifier: MIT */
/* divide_conquer_simd.c: the division as a method. */
#include "bench/detp/cpu/cpu.h"
#include "bench/detp/detp.h"
#include "harness/engine/cpu/cpu.h"

struct divide_case {
    struct detp_output output;
    struct detp_cpu_packed packed;
    struct detp_divide divide;
};

static bool setup(struct bench_case *c)
{
    struct divide_case *state = c->state;
    struct cpu_pool *pool = bench_threads(c, (uint32_t)context_integer(&c->context, "threads"));
    if (!detp_output_create(c) ||
        !detp_cpu_packed_init(&c->context, &state->packed, detp_input_of(c)) ||
        !detp_divide_init(&c->context, &state->divide, &state->packed,
                          detp_cpu_loops_best(cpu_features(), 0), pool))
        return false;
    if (detp_part_of(c) == DETP_PART_TRACE)
        detp_divide_build(&state->divide);
    return true;
}

static void trace(struct divide_case *state)
{
    detp_divide_trace(&state->divide, state->output.sums);
    state->output.tests = state->divide.tests;
    state->output.box_culls = state->divide.culls;
}

static bool compute(struct bench_case *c)
{
    struct divide_case *state = c->state;
    const enum detp_part part = detp_part_of(c);
    if (part & DETP_PART_BUILD)
        detp_divide_build(&state->divide);
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

const struct bench_method detp_divide_conquer_simd = {
    .case_bytes = sizeof(struct divide_case), .setup = setup, .compute = compute, .check = check
};
