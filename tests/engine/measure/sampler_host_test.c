/* SPDX-License-Identifier: MIT */
/* sampler_host_test.c: cases of kind CPU, without any device. */
#include "harness/engine/cpu/cpu.h"

#include <sched.h>

#include "tests/engine/measure/made_bench.h"
#include "tests/one_case.h"

enum { COUNT = 4096 };

/* Behaviour of the variants of the test's bench. */
struct behaviour {
    uint32_t threads; /* asks for so many; 0: all; ONE_UNASKED: none */
    bool wrong;
    int idle;        /* writes nothing in that execution, from 1; 0: in each */
    bool slow_first; /* the first execution takes SLOW_NS longer than others */
};

enum { SLOW_NS = 60 * 1000 * 1000 };

enum { ONE_UNASKED = 1000 };

struct state {
    struct cpu_pool *pool;
    uint32_t values[COUNT];
    int resets, executions;
    int held_executions; /* the caller had one CPU */
};

static int uploads;
static struct state last; /* of the case whose check ran last */

static bool upload(struct bench_workload *w)
{
    uploads++;
    return true;
}

static bool setup(struct bench_case *c)
{
    const struct behaviour *behaviour = c->variant->data;
    struct state *state = c->state;
    bench_output_memory(c, state->values, sizeof(state->values));
    if (behaviour->threads == ONE_UNASKED)
        return true;
    state->pool = bench_threads(c, behaviour->threads);
    return state->pool;
}

static void reset(struct bench_case *c, struct gpu_commands *commands)
{
    struct state *state = c->state;
    assert_null(commands);
    state->resets++;
}

static void fill(void *context, uint32_t thread, size_t begin, size_t end)
{
    uint32_t *values = context;
    for (size_t i = begin; i < end; i++)
        values[i] = (uint32_t)i * 7;
}

static bool compute(struct bench_case *c)
{
    const struct behaviour *behaviour = c->variant->data;
    struct state *state = c->state;
    cpu_set_t mask;
    if (++state->executions == behaviour->idle)
        return true;
    if (state->executions == 1 && behaviour->slow_first)
        clock_sleep_ns(SLOW_NS);
    if (sched_getaffinity(0, sizeof(mask), &mask) == 0 && CPU_COUNT(&mask) == 1)
        state->held_executions++;
    if (state->pool)
        cpu_pool_run(state->pool, COUNT, 0, fill, state->values);
    else
        fill(state->values, 0, 0, COUNT);
    return true;
}

static bool check(struct bench_case *c, enum bench_check kind)
{
    const struct behaviour *behaviour = c->variant->data;
    const struct state *state = c->state;
    for (uint32_t i = 0; i < COUNT; i++)
        if (state->values[i] != (behaviour->wrong ? 1 : 7) * i)
            return context_mismatch(&c->context, "value %u is %u", i, state->values[i]);
    last = *state;
    return true;
}

static void work(const struct bench_case *c, struct bench_work *w)
{
    *w = (struct bench_work){ .bytes_written = sizeof(uint32_t) * COUNT, .operations = COUNT };
}

static void record(struct bench_case *c, struct gpu_commands *commands)
{
    (void)c, (void)commands;
    fail_msg("nothing is recorded without a device");
}

/* Runs one variant of each kind of trouble; result i is that of variant i. */
static struct sampler_results run_by(const struct bench_variant *variants, enum plan_cache cache,
                                     struct sampler_rules rules)
{
    const struct bench bench = {
        .name = "bench",
        .variants = variants,
        .upload = upload,
        .method = { .case_bytes = sizeof(struct state),
                    .setup = setup,
                    .reset = reset,
                    .record = record,
                    .compute = compute,
                    .check = check,
                    .work = work },
    };
    uploads = 0;
    const struct sampler_results outcome =
        one_sampler_of(&(struct sampler_params){ .rules = rules }, .technique = &made_technique,
                       .bench = &bench, .cache = cache);
    assert_int_equal(uploads, 0);
    assert_false(outcome.device_unusable);
    return outcome;
}

static const struct sampler_rules three_samples = { .samples_min = 3,
                                                    .samples_max = 3,
                                                    .target_width = 1,
                                                    .case_wall_ns_max = 1e9,
                                                    .host_wall_ns_max = 1e9,
                                                    .inner_ns_max = 1e6 };

static struct sampler_results run(const struct bench_variant *variants, enum plan_cache cache)
{
    return run_by(variants, cache, three_samples);
}

static const struct behaviour one_unasked = { .threads = ONE_UNASKED }, one = { .threads = 1 },
                              three = { .threads = 3 }, all = { 0 },
                              wrong = { .threads = 2, .wrong = true };

#define VARIANT(name_, behaviour_)                                                                 \
    {                                                                                              \
        .name = (name_), .kind = BENCH_CPU, .data = (behaviour_)                                   \
    }

TEST(test_cases_run_without_a_device)
{
    const struct bench_variant variants[] = { VARIANT("unasked", &one_unasked),
                                              VARIANT("one", &one),
                                              VARIANT("three", &three),
                                              VARIANT("all", &all),
                                              { 0 } };
    CLEANUP(sampler_results_finish) struct sampler_results outcome = run(variants, PLAN_CACHE_HOT);
    struct cpu_pool *pool = cpu_pool_create(0);
    const uint32_t threads[] = { 1, 1, 3, cpu_pool_threads(pool) };
    const bool held = cpu_pool_pin(pool) > 0;
    cpu_pool_destroy(&pool);
    for (size_t i = 0; i < outcome.count; i++) {
        const struct result *result = &outcome.results[i];
        assert_int_equal(result->c.status, BENCH_OK);
        assert_true(result->c.check_before && result->c.check_after);
        assert_int_equal(result->c.sample_count, 3);
        assert_int_equal(result->c.threads, threads[i]);
        assert_int_equal(result->c.threads_held, held ? threads[i] : 0);
        assert_int_equal(result->c.gpu.count, 0);
        assert_int_equal(result->c.peak_bytes, 0);
        assert_true(result->c.work.operations == COUNT);
        for (size_t k = 0; k < result->c.sample_count; k++) {
            assert_true(result->c.samples[k].wall_ns > 0 &&
                        result->c.samples[k].host_canary_ns > 0);
            assert_true(result->c.samples[k].canary_ns == 0 && !result->c.samples[k].throttled);
        }
        if (i > 0)
            assert_true(result->c.ratio.pairs > 0);
    }
    assert_int_equal(last.resets, last.executions);
    assert_int_equal(last.held_executions, held ? last.executions : 0);
}

TEST(test_cases_cold_are_swept_and_proven)
{
    const struct bench_variant variants[] = { VARIANT("one", &one), { 0 } };
    CLEANUP(sampler_results_finish) struct sampler_results outcome = run(variants, PLAN_CACHE_BOTH);
    assert_int_equal(outcome.count, 2);
    for (size_t i = 0; i < 2; i++) {
        const struct result *result = &outcome.results[i];
        assert_int_equal(result->c.status, BENCH_OK);
        assert_int_equal(result->c.cache == RUN_CACHE_COLD, i == 1);
        assert_true(result->c.samples[0].wall_ns > 0);
        assert_int_equal(result->c.cache_proof.sweep_bytes > 0, i == 1);
    }
    assert_true(outcome.results[1].c.cache_proof.hot_ns > 0);
    assert_true(outcome.results[1].aside_ns > 0);
}

TEST(test_cases_end_in_a_status)
{
    struct bench_variant variants[] = { VARIANT("good", &one),    VARIANT("wrong", &wrong),
                                        VARIANT("lacks", &one),   VARIANT("device", &one),
                                        VARIANT("feature", &one), { 0 } };
    variants[2].needs_cpu = CPU_FEATURE_AVX512VPOPCNTDQ | CPU_FEATURE_NEON;
    variants[3].kind = BENCH_GPU;
    variants[4].needs = 1;
    CLEANUP(sampler_results_finish) struct sampler_results outcome = run(variants, PLAN_CACHE_BOTH);
    static const enum bench_status wanted[] = { BENCH_OK, BENCH_FAILED_VERIFY, BENCH_UNSUPPORTED,
                                                BENCH_UNSUPPORTED, BENCH_UNSUPPORTED };
    assert_int_equal(outcome.count, 10);
    for (size_t i = 0; i < outcome.count; i++)
        assert_int_equal(outcome.results[i].c.status, wanted[i % 5]);
    assert_holds(outcome.results[1].reason, "value 1 is 7");
    assert_holds(outcome.results[2].reason, "the host's CPU lacks ");
    assert_string_equal(outcome.results[3].reason, "there is no device");
}

/* A trial is the warm-up. */
TEST(test_trial_is_the_warm_up)
{
    const struct bench_variant variants[] = { VARIANT("one", &one), { 0 } };
    struct sampler_rules rules = three_samples;
    rules.warmup_ns_max = 1e9;
    rules.prime_ns_max = 1e8;
    CLEANUP(sampler_results_finish)
    struct sampler_results outcome = run_by(variants, PLAN_CACHE_HOT, rules);
    const struct result *result = &outcome.results[0];
    assert_int_equal(result->c.warmup_executions, 15);
    assert_true(result->c.warmup_converged && result->c.warmup_ns > 0);
    /* Checks before and behind; one ahead of each sample and of that behind. */
    assert_int_equal(last.executions, 1 + 15 + 2 * 3 + 2);
}

/* A check, no more trials and no warm-up, so many samples, of which the last is checked: one that
 * writes nothing is caught in the first and in the last, as in others that nobody checks it is
 * not. */
TEST(test_long_executions)
{
    static const struct behaviour first = { .threads = 1, .idle = 1 };
    for (int k = 0; k < 2; k++) {
        struct sampler_rules rules = three_samples;
        const int samples = k ? 3 : 6;
        const struct behaviour before = { .threads = 1, .idle = samples },
                               lazy = { .threads = 1, .idle = samples + 1 };
        const struct bench_variant variants[] = { VARIANT("one", &one),
                                                  VARIANT("first", &first),
                                                  VARIANT("before", &before),
                                                  VARIANT("last", &lazy),
                                                  { 0 } };
        rules.samples_min = 10;
        rules.samples_max = 100;
        rules.slow_ns = 1;
        rules.long_ns = k ? 1 : 1e12;
        rules.long_samples = 3;
        CLEANUP(sampler_results_finish)
        struct sampler_results outcome = run_by(variants, PLAN_CACHE_HOT, rules);
        for (size_t i = 0; i < 3; i += 2) {
            const struct result *result = &outcome.results[i];
            assert_int_equal(result->c.status, BENCH_OK);
            assert_int_equal(result->c.stop, RESULT_STOP_LONG);
            assert_int_equal(result->c.sample_count, samples);
            assert_int_equal(result->c.warmup_executions, 0);
            assert_true(result->c.check_before && result->c.check_after);
        }
        assert_int_equal(last.executions, samples + 1);
        assert_int_equal(last.resets, samples + 1);
        for (size_t i = 1; i < 4; i += 2) {
            assert_int_equal(outcome.results[i].c.status, BENCH_FAILED_VERIFY);
            assert_holds(outcome.results[i].reason, "value 0 is ");
        }
    }
}

/* The first check is the first sample of what is that long, and the check of the only one: one that
 * writes nothing is caught in it, and nothing is executed again. Of several samples the last is
 * checked, too. */
TEST(test_first_is_sampled)
{
    static const struct behaviour first = { .threads = 1, .idle = 1 };
    for (uint32_t wanted = 1; wanted <= 3; wanted += 2) {
        struct sampler_rules rules = three_samples;
        const struct behaviour lazy = { .threads = 1, .idle = (int)wanted };
        const struct bench_variant variants[] = {
            VARIANT("one", &one), VARIANT("first", &first), VARIANT("last", &lazy), { 0 }
        };
        rules.samples_min = 10;
        rules.samples_max = 100;
        rules.slow_ns = rules.long_ns = rules.first_ns = 1;
        rules.long_samples = wanted;
        CLEANUP(sampler_results_finish)
        struct sampler_results outcome = run_by(variants, PLAN_CACHE_HOT, rules);
        const struct result *result = &outcome.results[0];
        assert_int_equal(result->c.status, BENCH_OK);
        assert_int_equal(result->c.stop, RESULT_STOP_LONG);
        assert_true(result->c.check_sampled && result->c.check_before && result->c.check_after);
        assert_int_equal(result->c.sample_count, wanted);
        for (uint32_t i = 0; i < wanted; i++)
            assert_true(result->c.samples[i].round == i && result->c.samples[i].wall_ns > 0);
        assert_int_equal(last.executions, wanted);
        for (size_t i = 1; i < outcome.count; i++)
            assert_int_equal(outcome.results[i].c.status, BENCH_FAILED_VERIFY);
        assert_int_equal((size_t)outcome.overhead.spent.samples, wanted);
        assert_true(outcome.overhead.spent.sampled_ns <=
                    outcome.overhead.spent.phases_ns[OVERHEAD_ROUNDS]);
        assert_true(outcome.overhead.spent.phases_ns[OVERHEAD_FIRST_CHECKS] > 0);
    }
}

/* A first execution that is longer than all others makes no long case: there is an execution of its
 * own behind the samples, and none of these is checked. */
TEST(test_slow_first)
{
    static const struct behaviour cold = { .threads = 1, .slow_first = true };
    const struct bench_variant variants[] = { VARIANT("cold", &cold), { 0 } };
    struct sampler_rules rules = three_samples;
    rules.samples_min = 3;
    rules.samples_max = 9;
    rules.target_width = 0; /* never narrow: all nine */
    rules.slow_ns = rules.long_ns = SLOW_NS / 4.0;
    rules.long_samples = 3;
    CLEANUP(sampler_results_finish)
    struct sampler_results outcome = run_by(variants, PLAN_CACHE_HOT, rules);
    assert_int_equal(outcome.results[0].c.status, BENCH_OK);
    assert_int_equal(outcome.results[0].c.stop, RESULT_STOP_SAMPLES);
    assert_int_equal(outcome.results[0].c.sample_count, 9);
    assert_int_equal(last.executions, 1 + 9 + 1);
}

/* One sample, and the check of it, where the cap on time is below what one takes. */
TEST(test_longest_executions)
{
    static const struct behaviour lazy = { .threads = 1, .idle = 2 };
    const struct bench_variant variants[] = { VARIANT("one", &one), VARIANT("lazy", &lazy), { 0 } };
    struct sampler_rules rules = three_samples;
    rules.samples_max = 100;
    rules.slow_ns = rules.long_ns = rules.case_wall_ns_max = 1;
    rules.long_samples = 3;
    CLEANUP(sampler_results_finish)
    struct sampler_results outcome = run_by(variants, PLAN_CACHE_HOT, rules);
    assert_int_equal(outcome.results[0].c.status, BENCH_OK);
    assert_int_equal(outcome.results[0].c.stop, RESULT_STOP_TIME);
    assert_int_equal(outcome.results[0].c.sample_count, 1);
    assert_int_equal(last.executions, 2);
    assert_int_equal(outcome.results[1].c.status, BENCH_FAILED_VERIFY);
}

/* A feature of the host is taken away: the message names it. */
TEST(test_lacking_feature_is_named)
{
    if (!(cpu_features() & CPU_FEATURE_SSE2))
        skip();
    struct bench_variant variants[] = { VARIANT("lacks", &one), { 0 } };
    variants[0].needs_cpu = CPU_FEATURE_SSE2;
    CLEANUP(sampler_results_finish) struct sampler_results outcome = run(variants, PLAN_CACHE_HOT);
    assert_int_equal(outcome.results[0].c.status, BENCH_OK);
    sampler_results_finish(&outcome);
    setenv("CLAIMCHECK_CPU_FEATURES", "none", 1);
    outcome = run(variants, PLAN_CACHE_HOT);
    unsetenv("CLAIMCHECK_CPU_FEATURES");
    assert_int_equal(outcome.results[0].c.status, BENCH_UNSUPPORTED);
    assert_string_equal(outcome.results[0].reason, "the host's CPU lacks sse2");
}

/* Powers of two; the noise of a measured time moves no number but near a power's own bound. */
TEST(test_repetitions)
{
    const struct sampler_rules rules = { .ticks_min = 1000, .inner_ns_max = 1e8 };
    static const struct {
        double typical_ns;
        uint32_t repetitions;
    } wanted[] = { { 1, 1024 },  { 100, 512 }, { 360, 128 }, { 3000, 16 },
                   { 12000, 4 }, { 23000, 2 }, { 36000, 1 }, { 1e6, 1 } };
    for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++)
        for (double noise = 0.9; noise < 1.11; noise += 0.02) {
            const double ns = wanted[i].typical_ns * noise;
            assert_int_equal(sampler_repetitions(&rules, 32, ns, ns, UINT32_MAX),
                             wanted[i].repetitions);
        }
    assert_int_equal(sampler_repetitions(&rules, 32, 32000, 32000, UINT32_MAX), 1);
    assert_int_equal(sampler_repetitions(&rules, 32, 31999, 32000, UINT32_MAX), 2);
    assert_int_equal(sampler_repetitions(&rules, 32, 100, 100, 16), 16);
    assert_int_equal(sampler_repetitions(&rules, 32, 100, 1e8 / 7, UINT32_MAX), 4);
    assert_int_equal(sampler_repetitions(&rules, 32, 100, 1e9, UINT32_MAX), 1);
    assert_int_equal(sampler_repetitions(&rules, 0, 100, 100, UINT32_MAX), 1);
}
