/* SPDX-License-Identifier: MIT */
/* sampler_clock_test.c: when the device's clock is looked after in a group that the host has a part
 * in. Needs a device. */
#include "harness/engine/measure/measure.h"

#include <string.h>

#include "tests/engine/measure/made_bench.h"
#include "tests/one_case.h"

enum { ROUNDS = 60, LAST = 40 };

static int executions; /* of the driven case */

/* Ends the case when the device fails it. */
static bool drive(struct bench_case *c)
{
    if (++executions == LAST)
        gpu_fail(gpu_scope_device(c->context.scope), GPU_ERROR, "planted: failed");
    return true;
}

/* Steps that are no case's: each is a look at the clock. */
static void count_looks(void *context, const char *case_name, uint32_t round)
{
    (void)round;
    *(int *)context += case_name[0] == '\0';
}

/* Once before the rounds, and before each that has a case on the device: while the host computes
 * alone, a load would be in vain, and it takes a third of a second. */
static void test_rounds_of_the_host(void **state)
{
    (void)state;
    static const struct bench_variant variants[] = {
        { .name = "host", .summary = "s", .source = "test", .kind = BENCH_CPU },
        { .name = "driven", .summary = "s", .source = "test", .kind = BENCH_HOST_DRIVEN },
        { 0 },
    };
    const struct bench bench = {
        .name = "bench",
        .variants = variants,
        .method = { .setup = made_nothing,
                    .drive = drive,
                    .compute = made_nothing,
                    .check = made_check,
                    .work = made_work },
    };
    const struct one_case wanted = { .technique = &made_technique, .bench = &bench };
    /* The clock is up, whatever a probe says. */
    struct canary_state known = { .loaded = { .probe_ns = 1e12, .core_hz = 1e30, .alone = true } };
    int looks = 0;
    struct sampler_params params = { .rules = sampler_rules_for(BENCH_QUICK, true),
                                     .canary = &known,
                                     .progress = count_looks,
                                     .progress_context = &looks };
    struct one_plan one;
    struct sampler_results outcome;
    params.rules.samples_min = params.rules.samples_max = ROUNDS;
    params.rules.raise_ns_min = params.rules.raise_ns_max = 1;
    params.rules.ticks_min = params.rules.prime_ns_max = 0; /* an execution a sample */
    one_plan_init(&one, &wanted);
    params.gpu = device_create(false);
    sampler_group_run(&params, &one.plan.groups[0], &outcome);
    gpu_destroy(&params.gpu);
    plan_finish(&one.plan);
    assert_int_equal(outcome.count, 2);
    assert_int_equal(outcome.results[0].c.status, BENCH_OK);
    assert_int_equal(outcome.results[0].c.sample_count, ROUNDS);
    assert_int_equal(outcome.results[1].c.status, BENCH_ERROR);
    assert_in_range(looks, LAST - 10, LAST);
    sampler_results_finish(&outcome);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rounds_of_the_host),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
