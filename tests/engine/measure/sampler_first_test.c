/* SPDX-License-Identifier: MIT */
/* sampler_first_test.c: a first check that is a sample is one beside which nothing was compiled.
 * Needs a device. */
#include "ceilings.kernels.h"

#include "tests/engine/measure/made_bench.h"
#include "tests/one_case.h"

enum { KERNELS = 24, AHEAD = 16, TRIES = 3 };

struct state {
    int executions;
};

static bool compiles; /* while the first execution of the case of the host */

/* Kernels that no driver has in its cache. */
static bool kernels_setup(struct bench_case *c)
{
    for (uint32_t i = 0; i < KERNELS; i++)
        kernel_create_with(c->context.scope, &kernel_ceilings_atomics,
                           (uint32_t)(uint64_t)clock_now_ns() + i);
    return true;
}

static void nothing_recorded(struct bench_case *c, struct gpu_commands *commands)
{
}

static bool compute(struct bench_case *c)
{
    struct state *state = c->state;
    if (state->executions++ == 0)
        compiles = gpu_compiles(gpu_scope_device(c->context.scope));
    clock_sleep_ns(1000);
    return true;
}

static const struct bench_method host = { .case_bytes = sizeof(struct state), .compute = compute };
static const struct bench_method device = { .setup = kernels_setup, .record = nothing_recorded };
static const struct bench_variant variants[] = {
    { .name = "host", .kind = BENCH_CPU, .method = &host },
    { .name = "device", .kind = BENCH_GPU, .method = &device },
    { 0 },
};

/* All cases are long, and end with one sample. True when the host's is its first check. */
static bool first_is_sampled(struct gpu *gpu, uint32_t ahead)
{
    static const struct bench bench = {
        .name = "bench",
        .variants = variants,
        .method = { .setup = made_nothing, .check = made_check, .work = made_work },
    };
    struct sampler_params params = one_params(gpu, 1);
    params.seed = 5;
    params.ahead = ahead;
    params.rules.samples_max = 10;
    params.rules.slow_ns = params.rules.long_ns = params.rules.first_ns = 1;
    params.rules.long_samples = 1;
    CLEANUP(sampler_results_finish)
    struct sampler_results outcome =
        one_sampler_of(&params, .technique = &made_technique, .bench = &bench);
    const struct result *result = &outcome.results[0];
    assert_int_equal(result->c.status, BENCH_OK);
    assert_true(result->c.check_before && result->c.check_after);
    assert_int_equal(result->c.sample_count, 1);
    return result->c.check_sampled;
}

TEST(test_alone)
{
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(false);
    assert_true(first_is_sampled(gpu, 0));
    assert_false(compiles);
}

/* Kernels of a case set up ahead are compiled before the host's case begins. */
TEST(test_beside_compilers)
{
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(false);
    for (int i = 0; i < TRIES; i++) {
        assert_true(first_is_sampled(gpu, AHEAD));
        assert_false(compiles);
    }
}
