/* SPDX-License-Identifier: MIT */
/* sampler_test.c: how cases end, what is sampled, and in which order. Needs a device. */
#include "tests/engine/measure/made_bench.h"
#include "tests/one_case.h"

/* Behaviour of the variants of the test's bench. */
enum behaviour {
    GOOD,
    UNSUPPORTED,
    LACKS_FEATURE,
    OUT_OF_MEMORY,
    WRONG_AT_ONCE,
    WRONG_LATER,
    LOST_IN_SETUP,
    TIMEOUT_WHILE_SAMPLED,
    FAILS_WHILE_SAMPLED,
    DRIVES, /* GOOD, of kind HOST_DRIVEN */
};

struct counts {
    int setups, executions, checks;
};

static struct counts counts[8]; /* by position of the variant */
static const struct bench_variant *variants_used;
static bool workload_broken;
static struct plan_sampling inherited; /* by all cases */

static enum behaviour behaviour(const struct bench_case *c)
{
    return *(const enum behaviour *)c->variant->data;
}

static struct counts *counts_of(const struct bench_case *c)
{
    return &counts[c->variant - variants_used];
}

static bool workload(struct bench_workload *w)
{
    context_fact_count(&w->context, "answer", 42);
    return !workload_broken || context_error(&w->context, "the input is broken; mend it");
}

static bool setup(struct bench_case *c)
{
    struct gpu *gpu = gpu_scope_device(c->context.scope);
    counts_of(c)->setups++;
    switch (behaviour(c)) {
    case UNSUPPORTED: return context_unsupported(&c->context, "not on a Tuesday");
    case OUT_OF_MEMORY: gpu_fail(gpu, GPU_OUT_OF_MEMORY, "planted: no memory"); return true;
    case LOST_IN_SETUP: gpu_fail(gpu, GPU_LOST, "planted: lost"); return true;
    default: return true;
    }
}

static bool compute(struct bench_case *c)
{
    struct gpu *gpu = gpu_scope_device(c->context.scope);
    const int executions = ++counts_of(c)->executions;
    if (behaviour(c) == TIMEOUT_WHILE_SAMPLED && executions > 10)
        gpu_fail(gpu, GPU_TIMEOUT, "planted: timed out");
    if (behaviour(c) == FAILS_WHILE_SAMPLED && executions > 10)
        gpu_fail(gpu, GPU_ERROR, "planted: failed");
    volatile double x = 1;
    for (int i = 0; i < 20000; i++)
        x = x * 1.0000001;
    return true;
}

static bool check(struct bench_case *c, enum bench_check kind)
{
    counts_of(c)->checks++;
    if (behaviour(c) == WRONG_AT_ONCE || (behaviour(c) == WRONG_LATER && kind == BENCH_CHECK_QUICK))
        return context_mismatch(&c->context, "7 instead of 42");
    return true;
}

/* Runs a group with one variant per behaviour. */
static struct sampler_results run(const enum behaviour *behaviours, size_t count,
                                  struct sampler_params *params)
{
    static const char *const names[] = { "a", "b", "c", "d", "e", "f", "g" };
    struct bench_variant variants[8] = { { 0 } };
    for (size_t i = 0; i < count; i++)
        variants[i] =
            (struct bench_variant){ .name = names[i],
                                    .kind = behaviours[i] == DRIVES ? BENCH_HOST_DRIVEN : BENCH_CPU,
                                    .needs = behaviours[i] == LACKS_FEATURE ? 1u << 30 : 0,
                                    .data = &behaviours[i] };
    const struct bench bench = {
        .name = "bench",
        .variants = variants,
        .workload = workload,
        .method = { .setup = setup,
                    .drive = compute,
                    .compute = compute,
                    .check = check,
                    .work = made_work },
    };
    CLEANUP(one_plan_finish) struct one_plan one;
    struct sampler_results outcome;
    memset(counts, 0, sizeof(counts));
    variants_used = variants;
    one_plan_init(&one, &(struct one_case){ .technique = &made_technique, .bench = &bench });
    for (size_t i = 0; i < one.plan.groups[0].case_count; i++)
        one.plan.groups[0].cases[i].sampling = inherited;
    params->gpu = device_create(false);
    sampler_group_run(params, &one.plan.groups[0], &outcome);
    gpu_destroy(&params->gpu);
    assert_int_equal(outcome.count, count);
    return outcome;
}

/* Runs variants that behave so. */
#define RUN(params, ...)                                                                           \
    run((const enum behaviour[]){ __VA_ARGS__ },                                                   \
        sizeof((const enum behaviour[]){ __VA_ARGS__ }) / sizeof(enum behaviour), params)

static struct sampler_params params_make(uint32_t samples)
{
    struct sampler_params params = one_params(NULL, samples);
    params.seed = 5;
    params.ahead = 3;
    return params;
}

static void assert_ended(const struct result *result, enum bench_status status, const char *reason)
{
    assert_int_equal(result->c.status, status);
    assert_holds(result->reason, reason);
    assert_int_equal(result->c.sample_count, 0);
    assert_int_equal(result->c.wall.count, 0);
}

TEST(test_statuses)
{
    struct sampler_params params = params_make(20);
    CLEANUP(sampler_results_finish)
    struct sampler_results outcome = RUN(&params, GOOD, UNSUPPORTED, LACKS_FEATURE, OUT_OF_MEMORY,
                                         WRONG_AT_ONCE, WRONG_LATER, FAILS_WHILE_SAMPLED);
    assert_int_equal(outcome.results[0].c.status, BENCH_OK);
    assert_int_equal(outcome.results[0].c.sample_count, 20);
    assert_int_equal(outcome.results[0].c.wall.count, 20);
    assert_int_equal(outcome.results[0].c.stop, RESULT_STOP_SAMPLES);
    assert_true(outcome.results[0].c.wall.median > 0 && outcome.results[0].c.gpu.count == 0);
    assert_ended(&outcome.results[1], BENCH_UNSUPPORTED, "not on a Tuesday");
    assert_ended(&outcome.results[2], BENCH_UNSUPPORTED, "lacks");
    assert_int_equal(counts[2].setups, 0);
    assert_ended(&outcome.results[3], BENCH_ERROR, "planted: no memory");
    assert_ended(&outcome.results[4], BENCH_FAILED_VERIFY, "7 instead of 42");
    assert_int_equal(counts[4].executions, 1);
    assert_ended(&outcome.results[5], BENCH_FAILED_VERIFY, "7 instead of 42");
    assert_true(outcome.results[5].c.check_before && !outcome.results[5].c.check_after);
    assert_ended(&outcome.results[6], BENCH_ERROR, "planted: failed");
    assert_false(outcome.device_unusable || outcome.workload_failed || outcome.interrupted);
    assert_int_equal(counts[0].checks, 2);
}

TEST(test_lost_device)
{
    struct sampler_params params = params_make(3);
    CLEANUP(sampler_results_finish)
    struct sampler_results outcome = RUN(&params, GOOD, LOST_IN_SETUP, GOOD);
    assert_true(outcome.device_unusable);
    assert_ended(&outcome.results[1], BENCH_DEVICE_LOST, "planted: lost");
    assert_ended(&outcome.results[0], BENCH_SKIPPED, "another case");
    assert_ended(&outcome.results[2], BENCH_SKIPPED, "another case");
}

TEST(test_time_out)
{
    struct sampler_params params = params_make(30);
    CLEANUP(sampler_results_finish)
    struct sampler_results outcome = RUN(&params, GOOD, TIMEOUT_WHILE_SAMPLED);
    assert_true(outcome.device_unusable);
    assert_ended(&outcome.results[1], BENCH_TIMEOUT, "planted: timed out");
    assert_ended(&outcome.results[0], BENCH_SKIPPED, "another case");
}

TEST(test_broken_workload)
{
    struct sampler_params params = params_make(3);
    workload_broken = true;
    CLEANUP(sampler_results_finish) struct sampler_results outcome = RUN(&params, GOOD);
    workload_broken = false;
    assert_true(outcome.workload_failed);
    assert_holds(outcome.message, "mend it");
    assert_int_equal(counts[0].setups, 0);
}

/* Every round holds every case once, in an order that the seed alone decides. */
TEST(test_rounds)
{
    enum { CASES = 4, ROUNDS = 12 };
    uint32_t orders[2][ROUNDS][CASES];
    bool varied = false;
    for (int repeat = 0; repeat < 2; repeat++) {
        struct sampler_params params = params_make(ROUNDS);
        CLEANUP(sampler_results_finish)
        struct sampler_results outcome = RUN(&params, GOOD, GOOD, GOOD, GOOD);
        for (uint32_t round = 0; round < ROUNDS; round++) {
            uint32_t seen = 0;
            for (int i = 0; i < CASES; i++) {
                const struct run_sample *sample = &outcome.results[i].c.samples[round];
                assert_int_equal(sample->round, round);
                seen |= 1u << sample->order;
                orders[repeat][round][i] = sample->order;
                varied = varied || sample->order != (uint32_t)i;
            }
            assert_int_equal(seen, (1u << CASES) - 1);
        }
        assert_int_equal(outcome.results[3].c.ratio.pairs, ROUNDS);
        assert_true(outcome.results[0].c.ratio.ratio == 1);
    }
    assert_true(varied);
    assert_memory_equal(orders[0], orders[1], sizeof(orders[0]));
}

static sig_atomic_t interrupted;

static void interrupt_in_round_4(void *context, const char *name, uint32_t round)
{
    if (round >= 4)
        interrupted = 1;
}

static void interrupt_in_setup(void *context, const char *name, uint32_t round)
{
    if (strcmp(name, "test.bench/b") == 0)
        interrupted = 1;
}

TEST(test_interrupted)
{
    struct sampler_params params = params_make(1000);
    interrupted = 0;
    params.interrupted = &interrupted;
    params.progress = interrupt_in_round_4;
    CLEANUP(sampler_results_finish) struct sampler_results outcome = RUN(&params, GOOD, GOOD, GOOD);
    assert_true(outcome.interrupted);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(outcome.results[i].c.status, BENCH_OK);
        assert_int_equal(outcome.results[i].c.stop, RESULT_STOP_INTERRUPTED);
        assert_in_range(outcome.results[i].c.sample_count, 3, 4);
        assert_true(outcome.results[i].c.check_after);
    }
    sampler_results_finish(&outcome);

    interrupted = 0;
    params.progress = interrupt_in_setup;
    outcome = RUN(&params, GOOD, GOOD, GOOD);
    assert_int_equal(outcome.results[2].c.sample_count, 0);
    assert_int_equal(counts[2].setups, 0);
}

/* An execution below ticks_min, whatever the load, is repeated within one sample; the time stays
 * that of one. */
TEST(test_inner_repetitions)
{
    struct sampler_params params = params_make(5);
    params.rules.ticks_min = 1e12;
    params.rules.inner_ns_max = 1e9;
    CLEANUP(sampler_results_finish) struct sampler_results outcome = RUN(&params, GOOD);
    const struct result *result = &outcome.results[0];
    assert_int_equal(result->c.status, BENCH_OK);
    assert_true(result->c.inner_repetitions > 1);
    assert_true(result->c.tick_ns > 0);
    assert_in_range(counts[0].executions, 5 * result->c.inner_repetitions,
                    8 * result->c.inner_repetitions + 8);
}

static struct run_case settle(enum behaviour behaviour, double prime_ns_max)
{
    struct sampler_params params = params_make(2);
    params.rules.prime_ns_max = prime_ns_max;
    CLEANUP(sampler_results_finish) struct sampler_results outcome = RUN(&params, behaviour);
    const struct run_case sampling = outcome.results[0].c;
    assert_int_equal(outcome.results[0].c.status, BENCH_OK);
    return sampling;
}

/* Earlier decisions hold, whatever this run would decide. */
TEST(test_sampling_is_inherited)
{
    assert_int_equal(settle(GOOD, 1e12).preceded_by, RUN_PRECEDED_BY_ITSELF);
    assert_int_equal(settle(DRIVES, 1e12).preceded_by, RUN_PRECEDED_BY_ITSELF);
    assert_int_equal(settle(GOOD, 0).preceded_by, RUN_PRECEDED_BY_OTHERS);
    assert_int_equal(settle(DRIVES, 0).preceded_by, RUN_PRECEDED_BY_OTHERS);
    inherited = (struct plan_sampling){ 5, false, PLAN_PRECEDING_ITSELF };
    struct run_case sampling = settle(DRIVES, 0);
    assert_int_equal(sampling.inner_repetitions, 5);
    assert_int_equal(sampling.preceded_by, RUN_PRECEDED_BY_ITSELF);
    assert_false(sampling.stamps_each);
    inherited.preceding = PLAN_PRECEDING_OPEN; /* as of another case of the group */
    sampling = settle(GOOD, 0);
    assert_int_equal(sampling.inner_repetitions, 5);
    assert_int_equal(sampling.preceded_by, RUN_PRECEDED_BY_OTHERS);
    inherited = (struct plan_sampling){ 0 };
}

/* The clock is left alone where the rules say so: the series is there all the same. */
TEST(test_clock_is_left_alone)
{
    struct canary_state known = { 0 };
    struct sampler_params params = params_make(8); /* as for a software device */
    params.canary = &known;
    CLEANUP(sampler_results_finish) struct sampler_results outcome = RUN(&params, GOOD, DRIVES);
    const struct result *cpu = &outcome.results[0], *driven = &outcome.results[1];
    assert_int_equal(cpu->c.status, BENCH_OK);
    assert_int_equal(driven->c.status, BENCH_OK);
    assert_int_equal(driven->c.clock.raises, 0);
    for (int i = 0; i < 8; i++) {
        assert_true(cpu->c.samples[i].canary_ns == 0);
        assert_true(driven->c.samples[i].canary_ns >= known.best_alone_ns);
        assert_true(known.best_alone_ns > 0);
        assert_false(cpu->c.samples[i].throttled || driven->c.samples[i].throttled);
    }
}

/* With rules that ask for it, the clock is brought up before the rounds, and the result says so;
 * not for a group of the host alone. */
TEST(test_clock_is_raised)
{
    for (int host = 0; host < 2; host++) {
        struct canary_state known = { 0 };
        struct sampler_params params = params_make(3);
        params.canary = &known;
        params.rules.raise_ns_min = 1;
        params.rules.raise_ns_max = 2e7;
        CLEANUP(sampler_results_finish)
        struct sampler_results outcome = RUN(&params, host ? GOOD : DRIVES);
        assert_int_equal(outcome.results[0].c.status, BENCH_OK);
        assert_int_equal(outcome.results[0].c.clock.raises >= 1, !host);
        assert_int_equal(known.raised, !host);
        assert_true(outcome.results[0].c.clock.best_alone_ns == known.best_alone_ns);
        assert_int_equal(outcome.results[0].c.clock.probe_ns > 0, !host);
    }
}

enum { CLOCK_ROUNDS = 60, LAST = 40 };

static int drives; /* executions of the driven case */

/* Ends the case when the device fails it. */
static bool drive(struct bench_case *c)
{
    if (++drives == LAST)
        gpu_fail(gpu_scope_device(c->context.scope), GPU_ERROR, "planted: failed");
    return true;
}

/* Steps that are no case's: each is a look at the clock. */
static void count_looks(void *context, const char *case_name, uint32_t round)
{
    *(int *)context += case_name[0] == '\0';
}

/* Once before the rounds, and before each that has a case on the device: while the host computes
 * alone, a load would be in vain, and it takes a third of a second. */
TEST(test_clock_beside_the_host)
{
    static const struct bench_variant variants[] = {
        { .name = "host", .kind = BENCH_CPU },
        { .name = "driven", .kind = BENCH_HOST_DRIVEN },
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
    /* The clock is up, whatever a probe says. */
    struct canary_state known = { .loaded = { .probe_ns = 1e12, .core_hz = 1e30, .alone = true } };
    int looks = 0;
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(false);
    struct sampler_params params = one_params(gpu, CLOCK_ROUNDS);
    params.canary = &known;
    params.progress = count_looks;
    params.progress_context = &looks;
    params.rules.raise_ns_min = params.rules.raise_ns_max = 1;
    params.rules.ticks_min = params.rules.prime_ns_max = 0; /* an execution a sample */
    CLEANUP(sampler_results_finish)
    struct sampler_results outcome =
        one_sampler_of(&params, .technique = &made_technique, .bench = &bench);
    assert_int_equal(outcome.count, 2);
    assert_int_equal(outcome.results[0].c.status, BENCH_OK);
    assert_int_equal(outcome.results[0].c.sample_count, CLOCK_ROUNDS);
    assert_int_equal(outcome.results[1].c.status, BENCH_ERROR);
    assert_in_range(looks, LAST - 10, LAST);
}

static int throttled_calls;

static void throttled(void *context, bool is)
{
    throttled_calls += is ? 1 : -1;
}

/* A reference that no sample reaches: all are marked, the sampler pauses and tries to raise the
 * clock for as long as it may, and the case ends with times all the same. */
TEST(test_all_throttled)
{
    /* The core clock decides where there is one, and the time of probes elsewhere. */
    struct canary_state known = { .steps = 1 << 13, .best_alone_ns = 1, .best_hz = 1e12 };
    struct sampler_params params = params_make(12);
    params.canary = &known;
    params.rules.raise_ns_max = 1e6;
    params.rules.throttle_share = 0.75;
    params.rules.throttle_ns_max = 1;
    params.throttled = throttled;
    throttled_calls = 0;
    CLEANUP(sampler_results_finish) struct sampler_results outcome = RUN(&params, GOOD, DRIVES);
    assert_int_equal(throttled_calls, 1);
    const struct result *cpu = &outcome.results[0], *driven = &outcome.results[1];
    assert_int_equal(driven->c.status, BENCH_OK);
    assert_int_equal(driven->c.sample_count, 12);
    assert_int_equal(throttle_count(driven), 12);
    assert_true(driven->c.clock.throttled_count);
    assert_int_equal(driven->c.wall.count, 12);
    assert_int_equal(driven->c.ratio.pairs, 12);
    /* It tried, and gave up long before the last round: the time for that is spent at once. */
    assert_true(driven->c.clock.pauses > 0 && driven->c.clock.pause_ns > 0);
    assert_true(driven->c.clock.raises > 0 && driven->c.clock.raise_ns > 0);
    assert_true(driven->c.clock.pauses < 11);
    assert_int_equal(throttle_count(cpu), 0);
    assert_false(cpu->c.clock.throttled_count);
}

/* Warm-up goes on until the canary is steady, or time is up, and says which. */
TEST(test_warm_up)
{
    struct canary_state known = { 0 };
    struct sampler_params params = params_make(3);
    params.canary = &known;
    params.rules.warmup_ns_max = 1e9;
    params.rules.warmup_change = 1e9; /* any two windows are near enough */
    CLEANUP(sampler_results_finish) struct sampler_results outcome = RUN(&params, DRIVES);
    const struct run_case *c = &outcome.results[0].c;
    assert_int_equal(outcome.results[0].c.warmup_executions, /* a turn, compared with the trials */
                     c->inner_repetitions + (c->preceded_by == RUN_PRECEDED_BY_ITSELF));
    assert_true(outcome.results[0].c.warmup_converged);
    assert_true(outcome.results[0].c.warmup_ns > 0);
    sampler_results_finish(&outcome);
    params.rules.warmup_ns_max = 2e7;
    params.rules.warmup_change = -1; /* none are */
    outcome = RUN(&params, DRIVES);
    assert_true(outcome.results[0].c.warmup_executions >= 1);
    assert_false(outcome.results[0].c.warmup_converged);
}
