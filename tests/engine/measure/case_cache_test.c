/* SPDX-License-Identifier: MIT */
/*
 * case_cache_test.c: what is executed, and in which order, for hot samples and cold ones. Counts;
 * judges no time. Needs a device.
 */
#include "harness.kernels.h"

#include "tests/engine/measure/made_bench.h"
#include "tests/one_case.h"

enum { INNER = 3, SAMPLES = 4 };

/* The kernel adds one to a word in each execution, and `since_reset` starts again at each reset. */
struct counted {
    struct gpu_kernel *kernel;
    struct gpu_buffer *executed, *since_reset;
    struct gpu_commands *commands;
};

static bool setup(struct bench_case *c)
{
    static const uint32_t zeros[4];
    struct counted *counted = c->state;
    counted->kernel = kernel_create(c->context.scope, &kernel_harness_sweep);
    counted->executed = buffer_create(c->context.scope, "executed", sizeof(zeros), zeros);
    counted->since_reset = buffer_create(c->context.scope, "since reset", sizeof(zeros), zeros);
    counted->commands = gpu_commands_begin(c->context.scope);
    return true;
}

static void reset(struct bench_case *c, struct gpu_commands *commands)
{
    const struct counted *counted = c->state;
    gpu_commands_fill(commands, counted->since_reset, 0, 16, 0);
}

/* Once before each driven execution. */
static bool discarded;

static void discard(struct bench_case *c)
{
    assert_false(discarded);
    discarded = true;
}

static void record(struct bench_case *c, struct gpu_commands *commands)
{
    const struct counted *counted = c->state;
    const uint32_t push[] = { 0, 1, 3 };
    struct gpu_buffer *const buffers[] = { counted->executed, counted->since_reset };
    for (int i = 0; i < 2; i++)
        kernel_dispatch(commands, counted->kernel, .buffers = { buffers[i] }, .groups = { 1, 1, 1 },
                        PUSH(push));
}

static bool drive(struct bench_case *c)
{
    const struct counted *counted = c->state;
    assert_true(discarded);
    discarded = false;
    bench_drive_begin(c, counted->commands);
    record(c, counted->commands);
    gpu_commands_barrier(counted->commands, GPU_ACCESS_ALL, GPU_ACCESS_ALL);
    return bench_drive_submit(c, counted->commands);
}

static uint32_t word(struct gpu_buffer *buffer)
{
    uint32_t value = 0;
    assert_true(gpu_buffer_read(buffer, 0, &value, sizeof(value)));
    return value;
}

static uint32_t executed, since_reset; /* at the last check */

static bool check(struct bench_case *c, enum bench_check kind)
{
    const struct counted *counted = c->state;
    executed = word(counted->executed);
    since_reset = word(counted->since_reset);
    return true;
}

static const struct bench_variant variants[] = {
    { .name = "gpu", .kind = BENCH_GPU },
    { .name = "driven", .kind = BENCH_HOST_DRIVEN },
    { 0 },
};
static const struct bench bench = {
    .name = "bench",
    .variants = variants,
    .method = { .case_bytes = sizeof(struct counted),
                .setup = setup,
                .reset = reset,
                .discard = discard,
                .record = record,
                .drive = drive,
                .check = check,
                .work = made_work },
};

/* Outcome of one case. */
struct seen {
    uint32_t executed;            /* by SAMPLES samples */
    uint32_t swept;               /* during them */
    struct run_counters counters; /* of an execution */
    char order[64];               /* of what one sample submits last; span_letter() */
};

/* x execution, s sweep, f reset; digits: stamps, ( and ) those around one execution. */
static char span_letter(const struct gpu_span *span)
{
    switch (span->kind) {
    case GPU_SPAN_FILL: return 'f';
    case GPU_SPAN_DISPATCH: return span->groups[0] == 1 ? 'x' : 's';
    case GPU_SPAN_TIMESTAMP: return span->slot < 16 ? "01234567()()()()"[span->slot] : '.';
    default: return '\0';
    }
}

/* Two dispatches of an execution are one letter. */
static void read_order(const struct gpu_trace *trace, char order[64])
{
    const struct gpu_submission *submissions;
    const struct gpu_span *spans;
    size_t count = gpu_trace_submissions(trace, &submissions), length = 0;
    gpu_trace_spans(trace, &spans);
    while (count > 0 && submissions[count - 1].span_count == 0)
        count--;
    assert_true(count > 0);
    const struct gpu_submission *last = &submissions[count - 1];
    for (size_t i = 0; i < last->span_count; i++) {
        const char letter = span_letter(&spans[last->first_span + i]);
        if (letter && !(letter == 'x' && length > 0 && order[length - 1] == 'x') && length < 63)
            order[length++] = letter;
    }
    order[length] = '\0';
}

static struct plan_sampling sampling_of(bool primed)
{
    return (struct plan_sampling){ INNER, false,
                                   primed ? PLAN_PRECEDING_ITSELF : PLAN_PRECEDING_OTHERS };
}

static struct seen run_case(enum plan_cache mode, size_t index, bool primed)
{
    const struct one_case wanted = { .technique = &made_technique, .bench = &bench, .cache = mode };
    CLEANUP(one_plan_finish) struct one_plan one;
    struct result result = { 0 };
    struct seen seen = { 0 };
    one_plan_init(&one, &wanted);
    const struct plan_group *group = &one.plan.groups[0];
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(true);
    struct gpu_trace *trace = gpu_trace_begin(
        gpu, &(struct gpu_trace_params){ .mode = GPU_TRACE_TIMES, .now_ns = clock_now_ns });
    struct bench_workload *workload = workload_create(group, 1, NULL);
    assert_true(workload && trace);
    workload->context.scope = gpu_scope_create(gpu);
    struct cache *cache = cache_create(gpu);
    result_init(&result, group, &group->cases[index]);
    struct live_case *live = case_create(gpu, &group->cases[index], workload,
                                         (struct case_tools){ .cache = cache }, &result);
    assert_true(case_start(live));
    assert_int_equal(executed, 1); /* of poisoned outputs, nothing before it */
    seen.executed = executed;
    seen.swept = word(cache_written(cache));
    assert_true(case_settle(live, sampling_of(primed)));
    for (uint32_t i = 0; i < SAMPLES; i++)
        assert_true(case_sample(live, i, 0, false));
    read_order(trace, seen.order);
    seen.swept = word(cache_written(cache)) - seen.swept;
    assert_true(case_end(live, 0)); /* as a sample is */
    assert_int_equal(result.c.status, BENCH_OK);
    seen.executed = (executed - seen.executed) * SAMPLES / (SAMPLES + 1);
    seen.counters = result.c.counters;
    case_destroy(&live);
    result_finish(&result);
    cache_destroy(&cache);
    gpu_trace_destroy(&trace);
    gpu_scope_destroy(&workload->context.scope);
    workload_destroy(&workload);
    assert_false(gpu_failed(gpu));
    return seen;
}

/* The reset is before every execution, and in no time. Before a primed sample comes an execution in
 * no time, with a reset of its own; before a cold execution a sweep of its own, which has ended
 * before the first stamp. Where the host drives, the reset is a submission of its own before each
 * execution, and so is the discarded one. */
TEST(test_device)
{
    static const struct {
        enum plan_cache mode;
        size_t index;
        bool primed;
        uint32_t executed, swept; /* by a sample */
        const char *order;
    } rows[] = {
        { PLAN_CACHE_HOT, 0, false, INNER, 0, "0f(x)f(x)f(x)1" },
        { PLAN_CACHE_HOT, 0, true, 1 + INNER, 0, "5fx0f(x)f(x)f(x)1" },
        { PLAN_CACHE_COLD, 0, true, INNER, INNER, "0fss(x)fss(x)fss(x)1" },
        { PLAN_CACHE_HOT, 1, false, INNER, 0, NULL },
        { PLAN_CACHE_HOT, 1, true, 1 + INNER, 0, NULL },
        { PLAN_CACHE_COLD, 1, true, INNER, INNER, NULL },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct seen seen = run_case(rows[i].mode, rows[i].index, rows[i].primed);
        assert_int_equal(seen.executed, SAMPLES * rows[i].executed);
        assert_int_equal(seen.swept, SAMPLES * rows[i].swept);
        assert_int_equal(since_reset, 1);
        assert_int_equal(seen.counters.dispatches, 2); /* of one execution */
        if (rows[i].order)
            assert_string_equal(seen.order, rows[i].order);
    }
}

/* On the CPU a reset is the host's; an execution on what the one before it left is wrong. */
static struct {
    uint32_t resets, executions;
    bool fresh;
} host;

static void host_reset(struct bench_case *c, struct gpu_commands *commands)
{
    assert_null(commands);
    host.resets++;
    host.fresh = true;
}

static bool host_compute(struct bench_case *c)
{
    host.executions++;
    if (!host.fresh)
        return context_mismatch(&c->context, "computed on its own left-overs");
    host.fresh = false;
    return true;
}

static struct result host_run(bool resets, bool primed)
{
    static const struct bench_variant host_variants[] = { { .name = "host", .kind = BENCH_CPU },
                                                          { 0 } };
    const struct bench host_bench = { .name = "host",
                                      .variants = host_variants,
                                      .method = { .setup = made_nothing,
                                                  .reset = resets ? host_reset : NULL,
                                                  .compute = host_compute,
                                                  .check = made_check,
                                                  .work = made_work } };
    struct plan_case plan = { .name = "test.host/host", .variant = host_variants };
    const struct plan_group group = {
        .technique = &made_technique, .bench = &host_bench, .cases = &plan, .case_count = 1
    };
    struct result result = { .c.name = "" };
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(true);
    CLEANUP(workload_destroy) struct bench_workload *workload = workload_create(&group, 1, NULL);
    assert_non_null(workload);
    result_init(&result, &group, &plan);
    struct live_case *live =
        case_create(gpu, &plan, workload, (struct case_tools){ .cache = NULL }, &result);
    host.fresh = !resets; /* the first execution is right in any case */
    assert_true(case_start(live) && case_settle(live, sampling_of(primed)));
    for (uint32_t i = 0; i < SAMPLES; i++)
        case_sample(live, i, 0, false);
    case_destroy(&live);
    return result;
}

TEST(test_host)
{
    CLEANUP(result_finish) struct result result = host_run(true, false);
    assert_int_equal(result.c.status, BENCH_OK);
    assert_int_equal(host.resets, host.executions);
    assert_int_equal(host.executions, 1 + SAMPLES * INNER);
    result_finish(&result);
    host.resets = host.executions = 0;
    result = host_run(true, true);
    assert_int_equal(result.c.status, BENCH_OK);
    assert_int_equal(host.resets, host.executions);
    assert_int_equal(host.executions, 1 + SAMPLES * (1 + INNER));
    result_finish(&result);
    result = host_run(false, false);
    assert_int_equal(result.c.status, BENCH_FAILED_VERIFY);
}

/* Sweeps come behind all hot samples. */
static bool cold_seen;
static uint32_t hot_seen;

static void announced(void *context, const char *name, uint32_t round)
{
    if (round < 2) /* set-up, trials, the first round and the last check */
        return;
    const bool cold = strstr(name, "/cache:cold");
    cold_seen = cold_seen || cold;
    hot_seen += !cold && name[0];
    assert_true(cold || !cold_seen || !name[0]);
}

TEST(test_hot_first)
{
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(true);
    struct sampler_params params = one_params(gpu, SAMPLES);
    params.progress = announced;
    params.rules.gpu_ns_min = INFINITY;
    CLEANUP(sampler_results_finish)
    struct sampler_results outcome = one_sampler_of(&params, .technique = &made_technique,
                                                    .bench = &bench, .cache = PLAN_CACHE_BOTH);
    assert_int_equal(outcome.count, 4);
    for (size_t i = 0; i < outcome.count; i++) {
        assert_int_equal(outcome.results[i].c.status, BENCH_OK);
        assert_int_equal(outcome.results[i].c.sample_count, SAMPLES);
    }
    assert_true(cold_seen);
    assert_int_equal(hot_seen, 2 * (SAMPLES - 1));
}
