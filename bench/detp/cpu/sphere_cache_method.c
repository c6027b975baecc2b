/* SPDX-License-Identifier: MIT */
/* sphere_cache_method.c: the sphere cache, a ray at a time or by vectors. */
#include "bench/detp/cpu/cpu.h"
#include "bench/detp/detp.h"
#include "harness/engine/cpu/cpu.h"

#include <string.h>

const struct detp_sphere_cache_lanes detp_sphere_cache_scalar = { 1, 1 },
                                     detp_sphere_cache_sse = { 1, 4 },
                                     detp_sphere_cache_simd = { 0, 0 };

struct cache_case {
    struct detp_output output;
    struct detp_cpu_packed packed;
    struct detp_sphere_cache cache;
    struct detp_cpu_key *keys;
    struct detp_cpu_disc *sorted; /* NULL: the order is the given one */
    bool reduces;                 /* the reduction is timed alone */
    struct detp_reduction reduction;
};

static const struct detp_cpu_disc *discs_of(const struct cache_case *state)
{
    return state->sorted ? state->sorted : state->packed.discs;
}

/* The cache runs in no time, and its answer is kept for the check. */
static bool setup_reduction(struct bench_case *c)
{
    struct cache_case *state = c->state;
    if (strcmp(context_text_or(&c->context, "phase", "all"), "reduction") != 0)
        return true;
    state->reduces = true;
    memset(state->output.sums, 0, sizeof(uint32_t) * DETP_WORDS * state->packed.disc_count);
    if (state->sorted)
        detp_discs_sort(&state->packed, state->keys, state->sorted);
    return detp_reduction_record(&c->context, &state->reduction, &state->cache, &state->packed,
                                 discs_of(state), state->output.sums);
}

static bool setup(struct bench_case *c)
{
    struct cache_case *state = c->state;
    const struct detp_sphere_cache_lanes *lanes = c->variant->data;
    const uint32_t features = cpu_features();
    if (!detp_output_create(c) ||
        !detp_cpu_packed_init(&c->context, &state->packed, detp_input_of(c)) ||
        !detp_sphere_cache_init(&c->context, &state->cache, &state->packed))
        return false;
    state->cache.cull = lanes->cull == 1 ? detp_sphere_cull_scalar
                                         : detp_cpu_loops_best(features, lanes->cull)->cull_sphere;
    state->cache.test = lanes->test == 1
                            ? detp_discs_on_list_scalar
                            : detp_cpu_loops_best(features, lanes->test)->discs_on_list;
    if (strcmp(context_text(&c->context, "order"), "given") == 0)
        return setup_reduction(c);
    const size_t discs = state->packed.disc_count;
    state->keys = context_alloc(&c->context, 2 * discs * sizeof(*state->keys));
    state->sorted = detp_cpu_alloc(&c->context, discs * sizeof(*state->sorted));
    return state->keys && state->sorted && setup_reduction(c);
}

static bool compute(struct bench_case *c)
{
    struct cache_case *state = c->state;
    const struct detp_cpu_packed *packed = &state->packed;
    if (state->reduces) {
        detp_reduction_run(&state->reduction);
        return true;
    }
    memset(state->output.sums, 0, sizeof(uint32_t) * DETP_WORDS * packed->disc_count);
    if (state->sorted)
        detp_discs_sort(packed, state->keys, state->sorted);
    detp_sphere_cache_run(&state->cache, packed, discs_of(state), state->output.sums);
    state->output.tests = state->cache.tests;
    state->output.sphere_culls = state->cache.culls;
    return true;
}

static bool check(struct bench_case *c, enum bench_check check)
{
    struct cache_case *state = c->state;
    if (state->reduces) {
        if (!detp_reduction_check(&c->context, &state->reduction, &state->cache, &state->packed))
            return false;
        memset(state->output.sums, 0, sizeof(uint32_t) * DETP_WORDS * state->packed.disc_count);
        detp_sphere_cache_run(&state->cache, &state->packed, discs_of(state), state->output.sums);
    }
    return c->bench->method.check(c, check);
}

/* A reduction reads a bit per entry, and no disc. */
static void work(const struct bench_case *c, struct bench_work *work)
{
    const struct cache_case *state = c->state;
    c->bench->method.work(c, work);
    if (state->reduces)
        *work = (struct bench_work){ .bytes_read = (double)state->reduction.entries / 8 };
}

const struct bench_method detp_sphere_cache = { .case_bytes = sizeof(struct cache_case),
                                                .setup = setup,
                                                .compute = compute,
                                                .check = check,
                                                .work = work };
