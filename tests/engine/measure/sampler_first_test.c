/* SPDX-License-Identifier: MIT */
/* sampler_first_test.c: a first check that is a sample is one beside which nothing was compiled.
 * Needs a device. */
#include "harness/engine/measure/measure.h"
#include "harness/os/os.h"

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
        gpu_kernel_create(
            c->context.scope,
            &(struct gpu_kernel_params){ .shader = &kernel_ceilings_atomics,
                                         .constants = { (uint32_t)(uint64_t)clock_now_ns() + i },
                                         .constant_count = 1 });
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
    { .name = "host", .summary = "s", .source = "test", .kind = BENCH_CPU, .method = &host },
    { .name = "device", .summary = "s", .source = "test", .kind = BENCH_GPU, .method = &device },
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
    const struct one_case wanted = { .technique = &made_technique, .bench = &bench };
    struct sampler_params params = {
        .gpu = gpu, .seed = 5, .rules = sampler_rules_for(BENCH_QUICK, true), .ahead = ahead
    };
    struct one_plan one;
    struct sampler_results outcome;
    params.rules.samples_min = 1;
    params.rules.samples_max = 10;
    params.rules.slow_ns = params.rules.long_ns = params.rules.first_ns = 1;
    params.rules.long_samples = 1;
    one_plan_init(&one, &wanted);
    sampler_group_run(&params, &one.plan.groups[0], &outcome);
    const struct result *result = &outcome.results[0];
    assert_case_ended(*result, BENCH_OK, NULL);
    assert_int_equal(result->c.sample_count, 1);
    const bool sampled = result->c.check_sampled;
    sampler_results_finish(&outcome);
    plan_finish(&one.plan);
    return sampled;
}

TEST(test_alone)
{
    struct gpu *gpu = device_create(false);
    assert_true(first_is_sampled(gpu, 0));
    assert_false(compiles);
    gpu_destroy(&gpu);
}

/* Kernels of a case set up ahead are compiled before the host's case begins. */
TEST(test_beside_compilers)
{
    struct gpu *gpu = device_create(false);
    for (int i = 0; i < TRIES; i++) {
        assert_true(first_is_sampled(gpu, AHEAD));
        assert_false(compiles);
    }
    gpu_destroy(&gpu);
}
