/* SPDX-License-Identifier: MIT */
/* sphere_cache_method.c: the sphere cache, a ray at a time or by vectors. */
#include "bench/detp/cpu/methods.h"
#include "bench/detp/cpu/order.h"
#include "bench/detp/cpu/sphere_cache.h"
#include "bench/detp/estimate.h"
#include "harness/engine/cpu/cpu_features.h"

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
};

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
        return true;
    const size_t discs = state->packed.disc_count;
    state->keys = context_alloc(&c->context, 2 * discs * sizeof(*state->keys));
    state->sorted = detp_cpu_alloc(&c->context, discs * sizeof(*state->sorted));
    return state->keys && state->sorted;
}

static bool compute(struct bench_case *c)
{
    struct cache_case *state = c->state;
    const struct detp_cpu_packed *packed = &state->packed;
    memset(state->output.sums, 0, sizeof(uint32_t) * DETP_WORDS * packed->disc_count);
    if (state->sorted)
        detp_discs_sort(packed, state->keys, state->sorted);
    detp_sphere_cache_run(&state->cache, packed, state->sorted ? state->sorted : packed->discs,
                          state->output.sums);
    state->output.tests = state->cache.tests;
    state->output.sphere_culls = state->cache.culls;
    return true;
}

const struct bench_method detp_sphere_cache = { .case_bytes = sizeof(struct cache_case),
                                                .setup = setup,
                                                .compute = compute };
