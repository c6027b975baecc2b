/* SPDX-License-Identifier: MIT */
/* throttle_test.c: which samples count, on series made up here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "harness/engine/measure/measure.h"
#include "harness/random.h"
#include "tests/made_result.h"

#include <math.h>
#include <string.h>

enum { MANY = 40 };

static const struct bench_variant gpu_variant = { .name = "gpu", .kind = BENCH_GPU };
static struct run_sample samples[2][MANY];

/* A case whose sample i takes gpu_ns and was followed by a probe of probe_ns. */
static struct result make(int which, size_t count)
{
    memset(samples[which], 0, sizeof(samples[which]));
    for (uint32_t i = 0; i < count; i++)
        samples[which][i] =
            (struct run_sample){ .gpu_ns = 1000, .wall_ns = 2000, .round = i, .canary_ns = 100 };
    return made_result(&gpu_variant, samples[which], count);
}

/* At less than half the clock. */
static void slow_down(struct result *result, size_t i)
{
    result->c.samples[i].canary_ns = 220;
    result->c.samples[i].gpu_ns = 2200;
    result->c.samples[i].wall_ns = 3200;
}

static const struct canary_state by_time = { .best_ns = 100 };

/* The device marks samples without a canary, too, and where nothing is to be marked by one. */
static void test_held_back(void **state)
{
    (void)state;
    struct result result = make(0, 20);
    result.c.samples[3].held_back = true;
    result.c.samples[4].canary_ns = 0;
    for (int i = 0; i < 2; i++) {
        throttle_mark(&result, 0, i == 0 ? &by_time : &(struct canary_state){ 0 });
        assert_true(result.c.samples[3].throttled);
        assert_int_equal(throttle_count(&result), 1);
    }
}

static void test_marks(void **state)
{
    (void)state;
    struct result result = make(0, 5);
    result.c.samples[0].canary_ns = 133; /* 75.2 % */
    result.c.samples[1].canary_ns = 134; /* 74.6 % */
    result.c.samples[2].canary_ns = 0;   /* no probe */
    throttle_mark(&result, 0.75, &by_time);
    assert_false(result.c.samples[0].throttled);
    assert_true(result.c.samples[1].throttled);
    assert_false(result.c.samples[2].throttled || result.c.samples[3].throttled);
    assert_int_equal(throttle_count(&result), 1);
    throttle_mark(&result, 0, &by_time);
    assert_int_equal(throttle_count(&result), 0);
    /* A clock that turns out to go higher makes earlier samples slow. */
    throttle_mark(&result, 0.75, &(struct canary_state){ .best_ns = 50 });
    assert_int_equal(throttle_count(&result), 4);
    assert_true(result.c.clock.throttled_count); /* but one, without a probe, would remain */
}

/* Where the core clock is known it decides: a probe that waited for something else is no slow
 * clock. */
static void test_core_clock(void **state)
{
    (void)state;
    const struct canary_state reference = { .best_ns = 100, .best_hz = 2e9 };
    struct result result = make(0, 3);
    result.c.samples[0].canary_ns = 500;
    result.c.samples[0].core_hz = 1.9e9;
    result.c.samples[1].canary_ns = 100;
    result.c.samples[1].core_hz = 1.4e9;
    result.c.samples[2].canary_ns = 500;
    throttle_mark(&result, 0.75, &reference);
    assert_false(result.c.samples[0].throttled);
    assert_true(result.c.samples[1].throttled);
    assert_true(result.c.samples[2].throttled);
}

static void test_never_none(void **state)
{
    (void)state;
    static const struct {
        size_t count, slow;
        bool all_count;
    } cases[] = { { 20, 0, false }, { 20, 14, false }, { 20, 15, true }, { 20, 20, true },
                  { 6, 3, false },  { 6, 4, true },    { 5, 2, false },  { 5, 3, true },
                  { 1, 1, true },   { 1, 0, false } };
    for (size_t k = 0; k < sizeof(cases) / sizeof(*cases); k++) {
        struct result result = make(0, cases[k].count);
        for (size_t i = 0; i < cases[k].slow; i++)
            slow_down(&result, i);
        throttle_mark(&result, 0.75, &by_time);
        assert_int_equal(throttle_count(&result), cases[k].slow);
        assert_int_equal(result.c.clock.throttled_count, cases[k].all_count);
        result_summarize(&result, NULL);
        const size_t counted = cases[k].all_count ? cases[k].count : cases[k].count - cases[k].slow;
        assert_int_equal(result.c.gpu.count, counted);
        assert_int_equal(result.c.wall.count, counted);
        assert_true(result.c.gpu.median > 0);
        assert_true(cases[k].all_count || result.c.gpu.maximum == 1000);
    }
}

/* A pair counts only when both of its samples do. */
static void test_pairs(void **state)
{
    (void)state;
    struct result baseline = make(0, 12), result = make(1, 10);
    slow_down(&baseline, 2);
    slow_down(&result, 2);
    slow_down(&baseline, 7);
    slow_down(&result, 4);
    throttle_mark(&baseline, 0.75, &by_time);
    throttle_mark(&result, 0.75, &by_time);
    result_summarize(&baseline, &baseline);
    result_summarize(&result, &baseline);
    assert_int_equal(result.c.ratio.pairs, 7);
    assert_true(result.c.ratio.ratio == 1 && result.c.ratio.interval.low == 1 &&
                result.c.ratio.interval.high == 1);
    assert_int_equal(baseline.c.ratio.pairs, 10);
}

static struct sampler_rules rules_make(void)
{
    return (struct sampler_rules){ .samples_min = 10,
                                   .samples_max = 30,
                                   .target_width = 0.01,
                                   .gpu_ns_min = 1,
                                   .case_wall_ns_max = 1e12,
                                   .host_wall_ns_max = 1e12 };
}

/* Throttled samples neither widen the interval nor make a case converge, but count for the caps. */
static void test_stop_rule(void **state)
{
    (void)state;
    const struct sampler_rules rules = rules_make();
    struct result result = make(0, 14);
    for (size_t i = 0; i < 5; i++)
        slow_down(&result, i);
    throttle_mark(&result, 0.75, &by_time);
    assert_int_equal(sampler_stop_rule(&rules, &result, NULL), RESULT_STOP_NONE); /* 9 count */
    result = make(0, 15);
    for (size_t i = 0; i < 5; i++)
        slow_down(&result, i);
    throttle_mark(&result, 0.75, &by_time);
    assert_int_equal(sampler_stop_rule(&rules, &result, NULL), RESULT_STOP_CONVERGED);
    result = make(0, 30);
    for (size_t i = 0; i < 30; i++)
        slow_down(&result, i);
    throttle_mark(&result, 0.75, &by_time);
    result.c.sample_count = 20;
    assert_int_equal(sampler_stop_rule(&rules, &result, NULL),
                     RESULT_STOP_NONE); /* may still recover */
    result.c.sample_count = 30;
    assert_int_equal(sampler_stop_rule(&rules, &result, NULL), RESULT_STOP_SAMPLES);
}

/* It goes by the interval that the summary has, whatever the number of samples. */
static void test_converges_by_interval(void **state)
{
    (void)state;
    const struct sampler_rules rules = rules_make();
    uint64_t random = 1;
    int converged = 0;
    for (int trial = 0; trial < 400; trial++) {
        struct result result = make(0, 10 + trial % 20);
        const uint64_t spread = 20 + random_below(&random, 40);
        double values[MANY];
        for (size_t i = 0; i < result.c.sample_count; i++)
            values[i] = result.c.samples[i].gpu_ns = 1000 + (double)random_below(&random, spread);
        const struct stats_summary summary = stats_summarize(values, result.c.sample_count);
        const double half = (summary.interval.high - summary.interval.low) / 2;
        const bool narrow = half <= 0.01 * summary.median;
        assert_int_equal(sampler_stop_rule(&rules, &result, NULL),
                         narrow ? RESULT_STOP_CONVERGED : RESULT_STOP_NONE);
        converged += narrow;
    }
    assert_in_range(converged, 50, 350); /* both were seen */
}

static void test_pauses(void **state)
{
    (void)state;
    assert_true(throttle_pause_ns(0) == 0);
    for (uint32_t i = 1; i < 40; i++) {
        assert_true(throttle_pause_ns(i) > 0 && throttle_pause_ns(i) <= 1e9);
        assert_true(throttle_pause_ns(i) >= throttle_pause_ns(i - 1));
    }
    assert_true(throttle_pause_ns(2) > throttle_pause_ns(1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_held_back),  cmocka_unit_test(test_marks),
        cmocka_unit_test(test_core_clock), cmocka_unit_test(test_never_none),
        cmocka_unit_test(test_pairs),      cmocka_unit_test(test_stop_rule),
        cmocka_unit_test(test_pauses),     cmocka_unit_test(test_converges_by_interval),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
