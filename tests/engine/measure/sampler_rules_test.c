/* SPDX-License-Identifier: MIT */
/* sampler_rules_test.c: when a case ends, and which samples count, on series made up here. */
#include "harness/random.h"
#include "tests/made_result.h"
#include "tests/unit.h"

enum { COUNT = 30, MANY = 40 };

static const struct bench_variant gpu_variant = { .name = "gpu", .kind = BENCH_GPU };
static const struct bench_variant cpu_variant = { .name = "cpu", .kind = BENCH_CPU };
static const struct bench_variant ceiling_variant = { .name = "ceiling",
                                                      .kind = BENCH_CPU,
                                                      .ceiling = BENCH_CEILING_COPY };
static const struct bench_variant driven_variant = { .name = "driven", .kind = BENCH_HOST_DRIVEN };
static const struct sampler_rules rules = { .samples_min = 10,
                                            .samples_max = 100,
                                            .target_width = 0.01,
                                            .gpu_ns_min = 1,
                                            .case_wall_ns_max = 1e12,
                                            .host_wall_ns_max = 1e12 };

static struct run_sample samples[2][MANY];

/* A case of `count` samples that lasts until the next of its place; a probe was behind each. */
static struct result make(int place, size_t count)
{
    for (uint32_t i = 0; i < MANY; i++)
        samples[place][i] =
            (struct run_sample){ .gpu_ns = 1000, .wall_ns = 2000, .round = i, .canary_ns = 100 };
    return made_result(&gpu_variant, samples[place], count);
}

/* A spread of some per cent about 1000, in an order without correlation. */
static void made_spread(struct result *made, double share)
{
    for (size_t i = 0; i < COUNT; i++)
        made->c.samples[i].gpu_ns = 1000 * (1 + share * ((double)(i * 11 % COUNT) / COUNT - 0.5));
}

static enum result_stop stop_of(const struct result *own, const struct result *baseline)
{
    return sampler_stop_rule(&rules, own, baseline);
}

/* The median alone decides where there is nothing to compare with. */
TEST(test_alone)
{
    struct result own = make(0, COUNT), baseline = make(1, COUNT);
    assert_int_equal(stop_of(&own, NULL), RESULT_STOP_CONVERGED);
    made_spread(&own, 0.2);
    assert_int_equal(stop_of(&own, NULL), RESULT_STOP_NONE);
    assert_int_equal(stop_of(&own, &baseline), RESULT_STOP_NONE);
    made_spread(&own, 0.02);
    assert_int_equal(stop_of(&own, &own), RESULT_STOP_CONVERGED);
    made_spread(&baseline, 0.2);
    baseline.c.status = BENCH_FAILED_VERIFY;
    assert_int_equal(stop_of(&own, &baseline), RESULT_STOP_CONVERGED);
}

/* A quiet case beside a baseline that is not: its median is known, its ratio is not. */
TEST(test_ratio_is_wide)
{
    struct result own = make(0, COUNT), baseline = make(1, COUNT);
    assert_int_equal(stop_of(&own, &baseline), RESULT_STOP_CONVERGED);
    made_spread(&baseline, 0.2);
    assert_int_equal(stop_of(&own, &baseline), RESULT_STOP_NONE);
    baseline.c.stop = RESULT_STOP_CONVERGED; /* it goes on for the others */
    assert_int_equal(stop_of(&own, &baseline), RESULT_STOP_NONE);
    made_spread(&baseline, 0.02);
    assert_int_equal(stop_of(&own, &baseline), RESULT_STOP_CONVERGED);
    baseline.c.sample_count = 5; /* it is there in too few rounds */
    assert_int_equal(stop_of(&own, &baseline), RESULT_STOP_NONE);
    /* A common slowdown leaves the ratio narrow, and the median as wide as the slowdown. */
    baseline = make(1, COUNT);
    made_spread(&own, 0.2);
    made_spread(&baseline, 0.2);
    assert_int_equal(stop_of(&own, &baseline), RESULT_STOP_NONE);
}

/* A baseline at its cap is not sampled on for a ratio; for a median that is wide it is. */
TEST(test_baseline_capped)
{
    struct result own = make(0, COUNT), baseline = make(1, COUNT);
    made_spread(&baseline, 0.2);
    baseline.c.stop = RESULT_STOP_TIME;
    assert_int_equal(stop_of(&own, &baseline), RESULT_STOP_TIME);
    baseline.c.stop = RESULT_STOP_SAMPLES;
    assert_int_equal(stop_of(&own, &baseline), RESULT_STOP_SAMPLES);
    made_spread(&own, 0.2);
    assert_int_equal(stop_of(&own, &baseline), RESULT_STOP_NONE);
    made_spread(&own, 0.02);
    made_spread(&baseline, 0.02);
    assert_int_equal(stop_of(&own, &baseline), RESULT_STOP_CONVERGED);
}

/* Wall time ends a case, but for one that is to have so many samples and no other number. */
TEST(test_wall_time)
{
    struct result own = make(0, 6);
    struct sampler_rules capped = rules;
    capped.case_wall_ns_max = 6 * 2000;
    assert_int_equal(sampler_stop_rule(&capped, &own, NULL), RESULT_STOP_TIME);
    own.c.samples[3].throttled = true; /* another one is to come for it */
    assert_int_equal(sampler_stop_rule(&capped, &own, NULL), RESULT_STOP_NONE);
    own.c.sample_count = 7;
    assert_int_equal(sampler_stop_rule(&capped, &own, NULL), RESULT_STOP_TIME);
    own.c.samples[4].throttled = true;
    own.aside_ns = 5 * 2000; /* twice the cap */
    assert_int_equal(sampler_stop_rule(&capped, &own, NULL), RESULT_STOP_TIME);
    own.aside_ns = 0;
    assert_int_equal(sampler_stop_rule(&capped, &own, NULL), RESULT_STOP_NONE);
    own.c.samples[3].throttled = own.c.samples[4].throttled = false;
    own.c.sample_count = 5;
    assert_int_equal(sampler_stop_rule(&capped, &own, NULL), RESULT_STOP_NONE);
    own.aside_ns = 4 * 6 * 2000;
    assert_int_equal(sampler_stop_rule(&capped, &own, NULL), RESULT_STOP_TIME);
    capped.samples_min = capped.samples_max = 7;
    assert_int_equal(sampler_stop_rule(&capped, &own, NULL), RESULT_STOP_NONE);
    own.c.sample_count = 7;
    assert_int_equal(sampler_stop_rule(&capped, &own, NULL), RESULT_STOP_SAMPLES);
}

/* A case that is judged by wall time ends by a cap of its own, with samples_min samples at least;
 * what is aside of the samples counts. */
TEST(test_host_wall_time)
{
    struct result own = make(0, 10);
    struct sampler_rules capped = rules;
    capped.host_wall_ns_max = 10 * 2000;
    made_spread(&own, 0.2);
    assert_int_equal(sampler_stop_rule(&capped, &own, NULL), RESULT_STOP_NONE);
    made_result_be(&own, &driven_variant);
    assert_int_equal(sampler_stop_rule(&capped, &own, NULL), RESULT_STOP_TIME);
    made_result_be(&own, &cpu_variant);
    assert_int_equal(sampler_stop_rule(&capped, &own, NULL), RESULT_STOP_TIME);
    capped.host_wall_ns_max = 20 * 2000;
    for (size_t i = 0; i < COUNT; i++) /* wide, and as much in sum */
        own.c.samples[i].wall_ns = i % 2 ? 1000 : 3000;
    assert_int_equal(sampler_stop_rule(&capped, &own, NULL), RESULT_STOP_NONE);
    own.aside_ns = 10 * 2000;
    assert_int_equal(sampler_stop_rule(&capped, &own, NULL), RESULT_STOP_TIME);
    own.c.sample_count = 9;
    own.aside_ns = 1e6;
    assert_int_equal(sampler_stop_rule(&capped, &own, NULL), RESULT_STOP_NONE);
    capped.case_wall_ns_max = 1e6; /* which holds for all kinds */
    assert_int_equal(sampler_stop_rule(&capped, &own, NULL), RESULT_STOP_TIME);
    capped.samples_min = capped.samples_max = 10;
    assert_int_equal(sampler_stop_rule(&capped, &own, NULL), RESULT_STOP_NONE);
}

/* So does a cold case of the device, since it is sweeps that it costs; as a baseline it is sampled
 * for the pairs of others no longer than that. */
TEST(test_cold_wall_time)
{
    struct result own = make(0, 10);
    struct sampler_rules capped = rules;
    capped.host_wall_ns_max = 100 * 2000;
    made_spread(&own, 0.2);
    own.aside_ns = 90 * 2000;
    assert_int_equal(sampler_stop_rule(&capped, &own, NULL), RESULT_STOP_NONE);
    own.c.cache = RUN_CACHE_COLD;
    assert_int_equal(sampler_stop_rule(&capped, &own, NULL), RESULT_STOP_TIME);
    own.c.stop = RESULT_STOP_CONVERGED;
    assert_true(sampler_pairs_rule(&capped, &own));
    own.c.sample_count = 9;
    assert_int_equal(sampler_stop_rule(&capped, &own, NULL), RESULT_STOP_NONE);
}

/* A case of the device beside some of the host goes on for its wall time, up to their cap. */
TEST(test_beside_wall)
{
    struct result own = make(0, 20);
    struct sampler_rules of_claims = rules;
    of_claims.host_wall_ns_max = 31 * 2000;
    for (size_t i = 0; i < COUNT; i++)
        own.c.samples[i].wall_ns = i % 3 ? 1500 : 3000;
    own.beside_wall = true;
    assert_int_equal(sampler_stop_rule(&of_claims, &own, NULL), RESULT_STOP_CONVERGED);
    of_claims.wall_width = 0.05;
    assert_int_equal(sampler_stop_rule(&of_claims, &own, NULL), RESULT_STOP_NONE);
    own.aside_ns = 10 * 2000;
    assert_int_equal(sampler_stop_rule(&of_claims, &own, NULL), RESULT_STOP_NONE);
    own.aside_ns = 72 * 2000; /* of three caps: 20 samples are few, and wide */
    assert_int_equal(sampler_stop_rule(&of_claims, &own, NULL), RESULT_STOP_NONE);
    own.aside_ns = 73 * 2000;
    assert_int_equal(sampler_stop_rule(&of_claims, &own, NULL), RESULT_STOP_TIME);
    own.beside_wall = false;
    assert_int_equal(sampler_stop_rule(&of_claims, &own, NULL), RESULT_STOP_CONVERGED);
    own.beside_wall = true;
    own.aside_ns = 0;
    for (size_t i = 0; i < COUNT; i++)
        own.c.samples[i].wall_ns = 1500 + (double)(i % 3);
    assert_int_equal(sampler_stop_rule(&of_claims, &own, NULL), RESULT_STOP_CONVERGED);
}

/* In runs of claims a few samples of the host, one of which came late, are worth three caps. */
TEST(test_wide_wall)
{
    struct result own = make(0, (size_t)rules.samples_min + 2);
    struct sampler_rules of_claims = rules;
    made_result_be(&own, &cpu_variant);
    for (size_t i = 0; i < COUNT; i++)
        own.c.samples[i].wall_ns = i % 2 ? 1000 : 2000;
    of_claims.host_wall_ns_max = 1000;
    assert_int_equal(sampler_stop_rule(&of_claims, &own, NULL), RESULT_STOP_TIME);
    of_claims.wall_width = 0.05;
    assert_int_equal(sampler_stop_rule(&of_claims, &own, NULL), RESULT_STOP_TIME);
    of_claims.host_wall_ns_max = 1500 * (double)(rules.samples_min + 2) / 2;
    assert_int_equal(sampler_stop_rule(&of_claims, &own, NULL), RESULT_STOP_NONE);
    own.c.sample_count = COUNT; /* many are no better where they are as far apart */
    of_claims.host_wall_ns_max = 1500.0 * COUNT / 2;
    assert_int_equal(sampler_stop_rule(&of_claims, &own, NULL), RESULT_STOP_NONE);
    of_claims.host_wall_ns_max /= 2;
    assert_int_equal(sampler_stop_rule(&of_claims, &own, NULL), RESULT_STOP_TIME);
    /* A ceiling has a cap of its own, which is never more. */
    made_result_be(&own, &ceiling_variant);
    of_claims.ceiling_ns_max = 1500.0 * COUNT;
    assert_int_equal(sampler_stop_rule(&of_claims, &own, NULL), RESULT_STOP_TIME);
    of_claims.ceiling_ns_max = 1501.0 * COUNT;
    assert_int_equal(sampler_stop_rule(&of_claims, &own, NULL), RESULT_STOP_NONE);
    made_result_be(&own, &cpu_variant);
    for (size_t i = 0; i < COUNT; i++)
        own.c.samples[i].wall_ns = 1500 + (double)(i % 3);
    of_claims.target_width = 1e-6; /* narrow, and not enough so to have converged */
    assert_int_equal(sampler_stop_rule(&of_claims, &own, NULL), RESULT_STOP_TIME);
}

/* A first check's execution is a sample where it is that long, of a case that is long at all. */
TEST(test_first)
{
    struct sampler_rules longer = rules;
    assert_false(sampler_first_rule(&longer, 1e12));
    longer.long_ns = 1e9;
    longer.long_samples = 3;
    assert_false(sampler_first_rule(&longer, 1e12));
    longer.first_ns = 1.5e9;
    assert_true(sampler_first_rule(&longer, 1.5e9));
    assert_false(sampler_first_rule(&longer, 1.4e9));
    longer.long_ns = 2e9;
    assert_false(sampler_first_rule(&longer, 1.5e9));
    longer.samples_min = longer.samples_max = 20;
    assert_false(sampler_first_rule(&longer, 1.5e9));
}

/* Slow executions get as many samples as an interval needs, long ones 3. */
TEST(test_long)
{
    struct result own = make(0, 2);
    struct sampler_rules longer = rules;
    longer.slow_ns = 0.1e9;
    longer.long_ns = 0.5e9;
    longer.long_samples = 3;
    made_result_be(&own, &cpu_variant);
    for (size_t i = 0; i < COUNT; i++)
        own.c.samples[i].wall_ns = 0.6e9 + 1e7 * (double)i;
    assert_int_equal(sampler_stop_rule(&longer, &own, NULL), RESULT_STOP_NONE);
    own.c.sample_count = 3;
    assert_int_equal(sampler_stop_rule(&longer, &own, NULL), RESULT_STOP_LONG);
    assert_int_equal(sampler_stop_rule(&rules, &own, NULL), RESULT_STOP_NONE);
    own.c.samples[1].throttled = true; /* of which but 2 count */
    assert_int_equal(sampler_stop_rule(&longer, &own, NULL), RESULT_STOP_NONE);
    own.c.sample_count = 4;
    assert_int_equal(sampler_stop_rule(&longer, &own, NULL), RESULT_STOP_LONG);
    longer.case_wall_ns_max = 1; /* it is by a cap on time, too */
    assert_int_equal(sampler_stop_rule(&longer, &own, NULL), RESULT_STOP_LONG);
    own.c.sample_count = 2;
    assert_int_equal(sampler_stop_rule(&longer, &own, NULL), RESULT_STOP_TIME);
    longer.case_wall_ns_max = 1e12;
    own = make(0, 5);
    made_result_be(&own, &driven_variant);
    for (size_t i = 0; i < COUNT; i++)
        own.c.samples[i].wall_ns = i == 2 ? 0.4e9 : 0.6e9; /* one of them is not long, but slow */
    assert_int_equal(sampler_stop_rule(&longer, &own, NULL), RESULT_STOP_NONE);
    own.c.sample_count = 6;
    assert_int_equal(sampler_stop_rule(&longer, &own, NULL), RESULT_STOP_LONG);
    own.c.samples[2].wall_ns = 0.09e9;
    assert_int_equal(sampler_stop_rule(&longer, &own, NULL), RESULT_STOP_NONE);
    assert_int_equal(sampler_long_rule(&longer, 0.5e9), 3);
    assert_int_equal(sampler_long_rule(&longer, 0.1e9), 6);
    assert_int_equal(sampler_long_rule(&longer, 0.09e9), 0);
    longer.long_samples = 1;
    own.c.samples[0].wall_ns = 0.6e9;
    own.c.sample_count = 1;
    assert_int_equal(sampler_stop_rule(&longer, &own, NULL), RESULT_STOP_LONG);
}

/* So many samples as were asked for, however long they take. */
TEST(test_long_exactly)
{
    struct result own = make(0, 19);
    struct sampler_rules longer = rules;
    longer.long_ns = 0.5e9;
    longer.samples_min = longer.samples_max = 20;
    made_result_be(&own, &cpu_variant);
    for (size_t i = 0; i < COUNT; i++)
        own.c.samples[i].wall_ns = 1e9;
    assert_int_equal(sampler_stop_rule(&longer, &own, NULL), RESULT_STOP_NONE);
    assert_int_equal(sampler_long_rule(&longer, 1e9), 0);
    own.c.sample_count = 20;
    assert_int_equal(sampler_stop_rule(&longer, &own, NULL), RESULT_STOP_SAMPLES);
    assert_false(sampler_pairs_rule(&longer, &own));
}

/* A baseline that is long, or has had its time, is sampled for the pairs of others no more, and
 * these end when their own median is known. */
TEST(test_pairs)
{
    struct result own = make(0, COUNT), baseline = make(1, COUNT);
    struct sampler_rules capped = rules;
    made_spread(&baseline, 0.2);
    assert_false(sampler_pairs_rule(&capped, &baseline)); /* it wants samples itself */
    baseline.c.stop = RESULT_STOP_CONVERGED;
    assert_false(sampler_pairs_rule(&capped, &baseline));
    assert_int_equal(sampler_stop_rule(&capped, &own, &baseline), RESULT_STOP_NONE);
    capped.case_wall_ns_max = COUNT * 2000;
    assert_true(sampler_pairs_rule(&capped, &baseline));
    own.c.sample_count = COUNT - 1; /* below its own cap */
    assert_int_equal(sampler_stop_rule(&capped, &own, &baseline), RESULT_STOP_TIME);
    baseline.c.stop = RESULT_STOP_LONG;
    capped.case_wall_ns_max = rules.case_wall_ns_max;
    assert_true(sampler_pairs_rule(&capped, &baseline));
    assert_int_equal(sampler_stop_rule(&capped, &own, &baseline), RESULT_STOP_LONG);
    /* The cap of its kind ends it. */
    baseline.c.stop = RESULT_STOP_TIME;
    capped.host_wall_ns_max = COUNT * 500;
    assert_false(sampler_pairs_rule(&capped, &baseline));
    made_result_be(&baseline, &cpu_variant);
    assert_true(sampler_pairs_rule(&capped, &baseline));
}

/* No profile has a cap that the other one makes void, and none is lower than quick's. */
TEST(test_profiles)
{
    for (int profile = 0; profile < BENCH_PROFILE_COUNT; profile++)
        for (int software = 0; software < 2; software++) {
            const struct sampler_rules made =
                sampler_rules_for((enum bench_profile)profile, software);
            assert_true(made.host_wall_ns_max > 0);
            assert_true(made.host_wall_ns_max <= made.case_wall_ns_max);
            assert_true(made.host_wall_ns_max >=
                        sampler_rules_for(BENCH_QUICK, software).host_wall_ns_max);
            assert_true(made.slow_ns > made.prime_ns_max && made.slow_ns <= made.long_ns);
            assert_true(6 * made.slow_ns <= 1.01 * made.host_wall_ns_max);
            struct sampler_rules of_claims = made;
            sampler_rules_of_claims(&of_claims);
            assert_true(of_claims.long_samples == 1 && of_claims.wall_width > 0);
            assert_true(of_claims.host_wall_ns_max > made.host_wall_ns_max);
            assert_true(of_claims.slow_ns <= of_claims.long_ns && of_claims.long_ns < made.long_ns);
            assert_true(of_claims.ceiling_ns_max > 0 &&
                        of_claims.ceiling_ns_max <= made.ceiling_ns_max);
            assert_true(3 * made.long_ns <= 4 * made.case_wall_ns_max); /* room for 3 samples */
            struct sampler_rules shared = of_claims;
            sampler_rules_of_launches(&shared, 3);
            assert_true(3 * shared.host_wall_ns_max <= 1.01 * of_claims.host_wall_ns_max);
            const bool slow = shared.slow_ns < shared.long_ns;
            assert_int_equal(sampler_long_rule(&shared, shared.slow_ns), slow ? 6 : 1);
            shared = of_claims;
            sampler_rules_of_launches(&shared, 7);
            assert_int_equal(sampler_long_rule(&shared, shared.slow_ns), slow ? 3 : 1);
            assert_int_equal(sampler_long_rule(&shared, shared.long_ns), 1);
        }
}

/* Equal times, once mixed and once going up: a slow change is known less well. */
TEST(test_correlation)
{
    struct result own = make(0, COUNT), baseline = make(1, COUNT);
    made_spread(&own, 0.03);
    assert_int_equal(stop_of(&own, NULL), RESULT_STOP_CONVERGED);
    for (size_t i = 0; i < COUNT; i++)
        own.c.samples[i].gpu_ns = 1000 * (1 + 0.03 * ((double)i / COUNT - 0.5));
    assert_int_equal(stop_of(&own, NULL), RESULT_STOP_NONE);
    /* The ratio follows the correlation, too. */
    own = make(0, COUNT);
    for (size_t i = 0; i < COUNT; i++)
        baseline.c.samples[i].gpu_ns = 1000 * (1 + 0.03 * ((double)i / COUNT - 0.5));
    assert_int_equal(stop_of(&own, &baseline), RESULT_STOP_NONE);
    made_spread(&baseline, 0.03);
    assert_int_equal(stop_of(&own, &baseline), RESULT_STOP_CONVERGED);
}

/* A baseline of the host, or one that stamps nothing, has no GPU time: both go by wall time. */
TEST(test_host_baseline)
{
    for (int driven = 0; driven < 2; driven++) {
        struct result own = make(0, COUNT), baseline = make(1, COUNT);
        made_result_be(&baseline, driven ? &driven_variant : &cpu_variant);
        for (size_t i = 0; i < COUNT; i++)
            baseline.c.samples[i] = (struct run_sample){ .wall_ns = 500, .round = (uint32_t)i };
        assert_int_equal(stop_of(&own, &baseline), RESULT_STOP_CONVERGED);
        result_summarize(&own, &baseline);
        assert_int_equal(own.c.ratio.pairs, COUNT);
        assert_true(own.c.ratio.ratio > 3.99 && own.c.ratio.ratio < 4.01);
    }
}

/* It goes by the intervals that the summary has. */
TEST(test_as_summarized)
{
    uint64_t random = 1;
    int ended = 0, by_ratio = 0, by_median = 0;
    for (int trial = 0; trial < 1000; trial++) {
        struct result own = make(0, 10 + (size_t)trial % (COUNT - 9)),
                      baseline = make(1, own.c.sample_count);
        const uint64_t spread = 10 + random_below(&random, 30);
        for (size_t i = 0; i < COUNT; i++) {
            own.c.samples[i].gpu_ns = 1000 + (double)random_below(&random, spread);
            baseline.c.samples[i].gpu_ns = 3000 + 3 * (double)random_below(&random, spread);
        }
        result_summarize(&own, &baseline);
        const struct stats_interval median = own.c.gpu.interval, ratio = own.c.ratio.interval;
        const bool median_narrow = median.high - median.low <= 0.02 * own.c.gpu.median;
        assert_int_equal(stop_of(&own, NULL),
                         median_narrow ? RESULT_STOP_CONVERGED : RESULT_STOP_NONE);
        by_median += !median_narrow;
        const double width = (ratio.high - ratio.low) / own.c.ratio.ratio;
        if (fabs(width - 0.02) < 1e-4) /* the middle of two ratios is a matter of definition */
            continue;
        assert_int_equal(stop_of(&own, &baseline),
                         median_narrow && width <= 0.02 ? RESULT_STOP_CONVERGED : RESULT_STOP_NONE);
        ended += median_narrow && width <= 0.02;
        by_ratio += median_narrow && width > 0.02;
    }
    assert_in_range(ended, 100, 900); /* all of it was seen */
    assert_in_range(by_ratio, 50, 900);
    assert_in_range(by_median, 50, 900);
}

/* Throttled samples ---------------------------------------------------------------------------- */

/* At less than half the clock. */
static void slow_down(struct result *result, size_t i)
{
    result->c.samples[i].canary_ns = 220;
    result->c.samples[i].gpu_ns = 2200;
    result->c.samples[i].wall_ns = 3200;
}

static const struct canary_state by_time = { .best_ns = 100 };

/* The device marks samples without a canary, too, and where nothing is to be marked by one. */
TEST(test_held_back)
{
    struct result result = make(0, 20);
    result.c.samples[3].held_back = true;
    result.c.samples[4].canary_ns = 0;
    for (int i = 0; i < 2; i++) {
        throttle_mark(&result, 0, i == 0 ? &by_time : &(struct canary_state){ 0 });
        assert_true(result.c.samples[3].throttled);
        assert_int_equal(throttle_count(&result), 1);
    }
}

TEST(test_marks)
{
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
TEST(test_core_clock)
{
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

TEST(test_never_none)
{
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
TEST(test_throttled_pairs)
{
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

/* Throttled samples neither widen the interval nor make a case converge, but count for the caps. */
TEST(test_throttled_stop)
{
    struct sampler_rules few = rules;
    few.samples_max = 30;
    struct result result = make(0, 14);
    for (size_t i = 0; i < 5; i++)
        slow_down(&result, i);
    throttle_mark(&result, 0.75, &by_time);
    assert_int_equal(sampler_stop_rule(&few, &result, NULL), RESULT_STOP_NONE); /* 9 count */
    result = make(0, 15);
    for (size_t i = 0; i < 5; i++)
        slow_down(&result, i);
    throttle_mark(&result, 0.75, &by_time);
    assert_int_equal(sampler_stop_rule(&few, &result, NULL), RESULT_STOP_CONVERGED);
    result = make(0, 30);
    for (size_t i = 0; i < 30; i++)
        slow_down(&result, i);
    throttle_mark(&result, 0.75, &by_time);
    result.c.sample_count = 20;
    assert_int_equal(sampler_stop_rule(&few, &result, NULL),
                     RESULT_STOP_NONE); /* may still recover */
    result.c.sample_count = 30;
    assert_int_equal(sampler_stop_rule(&few, &result, NULL), RESULT_STOP_SAMPLES);
}

TEST(test_pauses)
{
    assert_true(throttle_pause_ns(0) == 0);
    for (uint32_t i = 1; i < 40; i++) {
        assert_true(throttle_pause_ns(i) > 0 && throttle_pause_ns(i) <= 1e9);
        assert_true(throttle_pause_ns(i) >= throttle_pause_ns(i - 1));
    }
    assert_true(throttle_pause_ns(2) > throttle_pause_ns(1));
}
