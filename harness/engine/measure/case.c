/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/engine/cpu/cpu.h"
#include "harness/engine/gpu/engine.h"
#include "harness/engine/instruments/instruments.h"
#include "harness/engine/measure/measure.h"
#include "harness/engine/measure/private.h"
#include "harness/engine/shaders/shaders.h"
#include "harness/os/os.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Life ---------------------------------------------------------------------------------------- */

/* Fills in what a method leaves NULL. */
static void method_complete(struct bench_method *method, const struct bench_method *from)
{
#define COMPLETE(member) method->member = method->member ? method->member : from->member
    COMPLETE(case_bytes);
    COMPLETE(setup);
    COMPLETE(prepare);
    COMPLETE(reset);
    COMPLETE(discard);
    COMPLETE(record);
    COMPLETE(drive);
    COMPLETE(compute);
    COMPLETE(compute_times);
    COMPLETE(renew);
    COMPLETE(fetch);
    COMPLETE(check);
    COMPLETE(spoilt);
    COMPLETE(work);
    COMPLETE(finish);
#undef COMPLETE
}

struct live_case *case_create(struct gpu *gpu, const struct plan_case *plan,
                              const struct bench_workload *workload, struct case_tools tools,
                              struct result *result)
{
    struct live_case *live = need_zeroed(1, sizeof(*live));
    live->gpu = gpu;
    live->canary = tools.canary;
    live->overhead = tools.overhead;
    const bool on_cpu = plan->variant->kind == BENCH_CPU;
    live->cache = plan->cold && !on_cpu ? tools.cache : NULL;
    live->host_cache = plan->cold && on_cpu ? tools.host_cache : NULL;
    live->inner = 1;
    live->private.plan = plan;
    live->private.result = result;
    const struct bench *bench = workload->bench;
    const struct bench_variant *variant = plan->variant;
    if (variant->method)
        live->inner_method = *variant->method;
    method_complete(&live->inner_method, &bench->method);
    if (bench->around)
        live->method = *bench->around;
    method_complete(&live->method, &live->inner_method);
    assert(live->method.setup && live->method.check && live->method.work);
    assert(variant->kind != BENCH_GPU || live->method.record);
    assert(variant->kind != BENCH_HOST_DRIVEN || live->method.drive);
    assert(variant->kind != BENCH_CPU || live->method.compute || live->method.compute_times);
    live->c = (struct bench_case){ .bench = bench,
                                   .variant = variant,
                                   .workload = workload,
                                   .method = &live->inner_method,
                                   .private = &live->private };
    const struct context_values values = { plan->values, plan->value_count, NULL, 0, plan->name };
    context_init(&live->c.context, workload->context.seed, values);
    live->c.state = context_alloc(&live->c.context, live->method.case_bytes);
    if (!plan->files)
        context_set_shelf(&live->c.context, tools.shelf);
    live->c.context.scope = gpu_scope_create(gpu);
    gpu_scope_name(live->c.context.scope, plan->name);
    gpu_scope_capture(live->c.context.scope);
    if (plan->files)
        gpu_scope_replace(live->c.context.scope, plan->files->replacements, plan->files->count);
    if (!live->c.state || fault_refuses_memory(plan->name, FAULT_SETUP))
        case_destroy(&live);
    return live;
}

void case_destroy(struct live_case **handle)
{
    struct live_case *live = *handle;
    *handle = NULL;
    if (!live)
        return;
    if (live->method.finish && live->c.state)
        live->method.finish(&live->c);
    inputs_destroy(&live->held);
    gpu_scope_destroy(&live->c.context.scope);
    cpu_pool_destroy(&live->private.pool);
    context_finish(&live->c.context);
    free(live);
}

static bool needs_met(struct live_case *live)
{
    struct result *result = live->private.result;
    const struct bench_variant *variant = live->c.variant;
    const struct gpu_info *info = gpu_info(live->gpu);
    const uint32_t missing = variant->needs & ~(info ? info->features : 0);
    const uint32_t missing_cpu = variant->needs_cpu & ~cpu_features();
    const char *name = gpu_feature_name((enum gpu_feature)(missing & (~missing + 1)));
    if (!info && variant->kind != BENCH_CPU)
        case_fail(result, BENCH_UNSUPPORTED, "there is no device");
    if (missing)
        case_fail(result, BENCH_UNSUPPORTED, "the device lacks %s", name ? name : "a feature");
    if (missing_cpu)
        case_fail(result, BENCH_UNSUPPORTED, "the host's CPU lacks %s",
                  cpu_features_name(missing_cpu));
    return result->c.status == BENCH_OK;
}

void case_leave_out(struct result *result)
{
    result->left_out = true;
    case_fail(result, BENCH_SKIPPED, "its set-up asks for no kernel that a file replaces");
}

struct bench_case *case_bench(struct live_case *live)
{
    return &live->c;
}

/* Runs prepare() behind a set-up that went well. */
static void prepare(struct live_case *live)
{
    if (!live->ready || !live->method.prepare || !case_still_ok(live))
        return;
    const size_t span = span_log_begin(live->log, "prepare");
    live->ready = live->method.prepare(&live->c);
    span_log_end(live->log, span);
}

bool case_set_up(struct live_case *live)
{
    struct result *result = live->private.result;
    if (!case_still_ok(live) || !needs_met(live)) {
        result->left_out = live->private.plan->files && result->c.status == BENCH_UNSUPPORTED;
        return false;
    }
    fault_reach(live->gpu, live->private.plan->name, FAULT_SETUP);
    const size_t setup = span_log_begin(live->log, "set-up");
    live->ready = live->method.setup(&live->c);
    span_log_end(live->log, setup);
    if (live->private.plan->files) /* to see each kernel that is asked for */
        prepare(live);
    fault_forget(live->gpu); /* what comes next is perhaps another case's */
    const bool ok = case_still_ok(live);
    const struct kernel_files *files = live->private.plan->files;
    bool any = false; /* of the files' kernels, made or not, the set-up of a twin has asked for */
    if (files && !result->asked)
        result->asked = need_zeroed(files->count, sizeof(*result->asked));
    for (size_t i = 0; files && i < files->count; i++) {
        result->asked[i] = gpu_scope_asked(live->c.context.scope, files->replacements[i].original);
        any = any || result->asked[i];
    }
    if (files && !any && (ok || result->c.status == BENCH_UNSUPPORTED)) {
        case_leave_out(result); /* what is unsupported keeps its reason: nobody knows */
        return false;
    }
    live->is_set_up = ok;
    return ok;
}

/* Waits for what a set-up has begun: its kernels are then compiled, its threads are there. */
bool case_set_up_whole(struct live_case *live)
{
    struct result *result = live->private.result;
    if (!live->is_set_up && !case_set_up(live))
        return false;
    fault_reach(live->gpu, live->private.plan->name, FAULT_SETUP);
    if (!live->private.plan->files)
        prepare(live);
    kernel_facts_read(live->c.context.scope, &result->kernels, &result->kernel_count);
    const char *refused = subgroup_barrier_refused(live->gpu, live->c.context.scope);
    if (refused)
        case_fail(result, BENCH_UNSUPPORTED, SUBGROUP_BARRIER_REFUSAL, refused);
    if (!case_still_ok(live)) /* the driver refused a kernel */
        return false;
    if (!live->ready)
        case_fail(result, BENCH_ERROR, "set-up failed without a reason");
    gpu_scope_settle(live->c.context.scope);
    if (live->private.plan->files)
        live->held = inputs_create(live->c.context.scope);
    if (live->ready && live->c.variant->kind == BENCH_CPU && !live->method.compute_times) {
        if (!live->private.pool) /* one that has asked for no threads computes on one */
            bench_threads(&live->c, 1);
        result->c.threads = cpu_pool_threads(live->private.pool);
        result->c.threads_held = cpu_pool_pin(live->private.pool);
        cpu_pool_unpin(live->private.pool);
    }
    return live->ready;
}

static bool differs(struct live_case *live, const char *what, double declared, double recorded)
{
    return case_fail(live->private.result, BENCH_FAILED_VERIFY,
                     "declares %.0f %s, an execution has %.0f: mend work()", declared, what,
                     recorded);
}

/* Holds the bytes that the case declares against what its first execution has bound. False once the
 * case has failed by it. */
static bool declared_check(struct live_case *live)
{
    const struct bench_work *work = &live->private.result->c.work;
    const struct run_counters *counters = &live->counters.counted;
    const double bound = live->counters.bytes_bound;
    /* Bytes of draws, of rays and of what measures the device again and again are not bounded. */
    if (live->c.variant->kind == BENCH_CPU || work->beyond_bound ||
        live->c.variant->ceiling != BENCH_CEILING_NONE || counters->dispatches == 0 ||
        counters->draws + counters->builds + counters->traces > 0)
        return true;
    if (work->bytes_read > bound)
        return differs(live, "bytes read at least, more than is bound", work->bytes_read, bound);
    if (work->bytes_written > bound)
        return differs(live, "bytes written at least, more than is bound", work->bytes_written,
                       bound);
    return true;
}

bool case_start(struct live_case *live)
{
    struct result *result = live->private.result;
    if (!case_set_up_whole(live))
        return false;
    live->commands = gpu_commands_begin(live->c.context.scope);
    if (live->c.variant->kind == BENCH_GPU) /* nothing is made while time is taken */
        live->single = gpu_commands_begin(live->c.context.scope);
    live->stamps_each = case_needs_stamps(live);
    case_record_sample(live);
    /* The host's part of an execution has no CPU beside compilers of the cases behind it: so the
     * first execution of a long case can be its sample. */
    while (live->c.variant->kind != BENCH_GPU && gpu_compiles(live->gpu))
        clock_sleep_ns(1e5);
    if (live->overhead)
        overhead_enter(live->overhead, OVERHEAD_FIRST_CHECKS);
    if (!case_execute_checked(live, BENCH_CHECK_FULL, &live->first))
        return false;
    result->c.check_before = true;
    case_state_tell(live);
    if (!case_still_ok(live))
        return false;
    result->c.counters = live->counters.counted;
    result->c.peak_bytes = gpu_scope_peak_bytes(live->c.context.scope) +
                           gpu_scope_peak_bytes(live->c.workload->context.scope);
    live->method.work(&live->c, &result->c.work);
    result->c.work.chain = live->c.variant->kind == BENCH_CPU ? 1 : live->counters.chain;
    return case_count_groups(live, &result->c.work) &&
           (!gpu_validates(live->gpu) || declared_check(live));
}

static double judged_ns_of(const struct live_case *live, const struct case_timing *timing)
{
    return live->private.result->c.by_wall ? timing->wall_ns : timing->gpu_ns;
}

bool case_try(struct live_case *live, const struct sampler_rules *rules, double *typical_ns,
              struct canary_reading *clock)
{
    enum { TRIALS_MIN = 3, TRIALS_OF_DEVICE = 5, TRIALS_OF_HOST = 15 };
    struct result *result = live->private.result;
    const bool on_host = live->c.variant->kind == BENCH_CPU;
    /* An earlier launch, or run, has settled how the case is sampled; the warm-up is to come. */
    const bool known = live->private.plan->sampling.repetitions > 0 && !on_host;
    const size_t trials_min = known ? 1 : TRIALS_MIN;
    const size_t trials_max = known ? 1 : on_host ? TRIALS_OF_HOST : TRIALS_OF_DEVICE;
    const double begin_ns = clock_now_ns();
    double trials_ns[TRIALS_OF_HOST], spent_ns = 0;
    size_t count = 0;
    *typical_ns = judged_ns_of(live, &live->first);
    *clock = (struct canary_reading){ 0 };
    if (live->method.compute_times)
        return case_try_program(live, typical_ns);
    const bool by_clock = live->c.variant->kind == BENCH_GPU && rules->raise_ns_max > 0;
    if (!by_clock && sampler_long_rule(rules, *typical_ns / 2) > 0)
        return true; /* the first one may take longer than those behind it */
    while (count < trials_min || (count < trials_max && spent_ns < rules->prime_ns_max)) {
        struct case_timing timing;
        if (!case_execute(live, &timing))
            return false;
        trials_ns[count] = judged_ns_of(live, &timing);
        spent_ns += trials_ns[count++];
        *clock = timing.clock;
        if (spent_ns > 2 * rules->prime_ns_max || spent_ns > rules->case_wall_ns_max / 20)
            break;
    }
    *typical_ns = stats_median(trials_ns, count);
    if (on_host) {
        result->c.warmup_executions = (uint32_t)count;
        result->c.warmup_ns = clock_now_ns() - begin_ns;
    }
    return true;
}

bool case_settle(struct live_case *live, struct plan_sampling sampling)
{
    struct result *result = live->private.result;
    sampling.stamps_each = sampling.stamps_each || case_needs_stamps(live);
    const bool primed = sampling.preceding == PLAN_PRECEDING_ITSELF && !live->private.plan->cold;
    const bool changes =
        sampling.repetitions > 1 || sampling.stamps_each != live->stamps_each || primed;
    assert(!sampling.stamps_each || sampling.repetitions <= CASE_STAMPED_REPETITIONS_MAX);
    result->c.inner_repetitions = sampling.repetitions;
    result->c.stamps_each = sampling.stamps_each;
    result->c.preceded_by = live->private.plan->cold ? RUN_PRECEDED_BY_SWEEP
                            : primed                 ? RUN_PRECEDED_BY_ITSELF
                                                     : RUN_PRECEDED_BY_OTHERS;
    live->inner = sampling.repetitions;
    live->stamps_each = sampling.stamps_each;
    live->primed = primed;
    live->poisons_each = sampling.preceding == PLAN_PRECEDING_OTHERS && case_is_watched(live) &&
                         (!live->method.compute_times || live->typical_ns > CASE_LONG_NS);
    if (changes && live->c.variant->kind == BENCH_GPU)
        case_record_sample(live);
    return case_still_ok(live);
}

bool case_warm(struct live_case *live, double *judged_ns, struct canary_reading *clock)
{
    struct result *result = live->private.result;
    struct case_timing timing;
    const double begin_ns = clock_now_ns();
    if (!case_execute(live, &timing))
        return false;
    *judged_ns += judged_ns_of(live, &timing);
    *clock = timing.clock;
    result->c.warmup_executions += live->inner + live->primed;
    result->c.warmup_ns += clock_now_ns() - begin_ns;
    return true;
}

static bool sample_keep(struct live_case *live, const struct case_timing *timing, uint32_t round,
                        uint32_t order)
{
    struct result *result = live->private.result;
    const double judged_ns = judged_ns_of(live, timing);
    result->aside_ns += timing->aside_ns;
    if (!(judged_ns > 0) || !(timing->wall_ns > 0))
        return case_fail(result, BENCH_SUSPECT,
                         "a sample took %.0f ns by the device's clock, %.0f ns by the host's: the "
                         "timestamps cannot be trusted",
                         timing->gpu_ns, timing->wall_ns);
    const struct run_sample sample = { .gpu_ns = timing->gpu_ns,
                                       .wall_ns = timing->wall_ns,
                                       .round = round,
                                       .order = order,
                                       .canary_ns = timing->clock.probe_ns,
                                       .core_hz = timing->clock.core_hz,
                                       .host_canary_ns = timing->host.probe_ns,
                                       .host_hz = timing->host.core_hz };
    result_add(result, &sample);
    return result->c.status == BENCH_OK;
}

bool case_sample(struct live_case *live, uint32_t round, uint32_t order, bool checked)
{
    struct case_timing timing;
    fault_reach(live->gpu, live->private.plan->name, FAULT_SAMPLE);
    if (live->poisons_each && !checked && !case_poison(live))
        return false;
    if (checked ? !case_execute_checked(live, BENCH_CHECK_QUICK, &timing)
                : !case_execute(live, &timing))
        return false;
    return sample_keep(live, &timing, round, order);
}

bool case_sample_first(struct live_case *live, const struct sampler_rules *rules,
                       const struct canary_state *clock, uint32_t order)
{
    const double first_ns = judged_ns_of(live, &live->first);
    const enum bench_kind kind = live->c.variant->kind;
    /* It is as later samples will be where the clock is up, if that is kept up. */
    const bool alike = kind == BENCH_CPU || (kind == BENCH_HOST_DRIVEN && rules->raise_ns_max > 0 &&
                                             clock && canary_is_up(clock, &live->first.clock));
    if (!sampler_first_rule(rules, first_ns) || !alike)
        return true;
    if (live->overhead)
        overhead_move(live->overhead, OVERHEAD_FIRST_CHECKS, OVERHEAD_ROUNDS,
                      live->first.wall_ns + live->first.aside_ns);
    live->private.result->c.check_sampled = true;
    return sample_keep(live, &live->first, 0, order);
}

/* The bench's calls ------------------------------------------------------------------------- */

static void output_add(struct bench_case *c, struct case_output output)
{
    assert(c->private->output_count < CASE_OUTPUTS_MAX);
    c->private->outputs[c->private->output_count++] = output;
}

void bench_output(struct bench_case *c, struct gpu_buffer *buffer)
{
    bench_output_range(c, buffer, 0, gpu_buffer_bytes(buffer));
}

void bench_output_range(struct bench_case *c, struct gpu_buffer *buffer, uint64_t offset,
                        uint64_t bytes)
{
    output_add(c, (struct case_output){ .buffer = buffer, .offset = offset, .bytes = bytes });
}

void bench_output_memory(struct bench_case *c, void *memory, size_t bytes)
{
    output_add(c, (struct case_output){ .memory = memory, .bytes = bytes });
}

void bench_output_target(struct bench_case *c, struct gpu_target *target)
{
    output_add(c, (struct case_output){ .target = target });
}

void bench_state_range(struct bench_case *c, struct gpu_buffer *buffer, uint64_t offset,
                       uint64_t bytes)
{
    struct case_private *private = c->private;
    assert(private->state_count < CASE_STATES_MAX);
    assert(bytes % 4 == 0 && bytes <= 4 * CASE_STATE_WORDS_MAX);
    private->states[private->state_count++] =
        (struct case_output){ .buffer = buffer, .offset = offset, .bytes = bytes };
}

size_t case_outputs(const struct live_case *live, const struct case_output **outputs)
{
    *outputs = live->private.outputs;
    return live->private.output_count;
}

struct cpu_pool *bench_threads(struct bench_case *c, uint32_t threads)
{
    assert(c->variant->kind == BENCH_CPU && !c->private->pool);
    c->private->pool = cpu_pool_create(threads);
    return c->private->pool;
}

static void metric_set(struct bench_case *c, const char *name, const char *unit, double value,
                       enum result_metric_kind kind)
{
    struct result *result = c->private->result;
    size_t *count = &result->c.metric_count, i = 0;
    while (i < *count && strcmp(result->metrics[i].name, name) != 0)
        i++;
    assert(i < BENCH_METRICS_MAX && isfinite(value));
    result->metrics[i] = (struct run_metric){ name, unit, value, kind == RESULT_METRIC_EXACT };
    result->metric_kinds[i] = kind;
    *count = i == *count ? i + 1 : *count;
}

void bench_metric(struct bench_case *c, const char *name, const char *unit, double value)
{
    metric_set(c, name, unit, value, RESULT_METRIC_VALUE);
}

void bench_metric_exact(struct bench_case *c, const char *name, const char *unit, double value)
{
    metric_set(c, name, unit, value, RESULT_METRIC_EXACT);
}

void bench_metric_rate(struct bench_case *c, const char *name, const char *unit, double count)
{
    metric_set(c, name, unit, count, RESULT_METRIC_PER_SECOND);
}

void bench_metric_time_per(struct bench_case *c, const char *name, double count)
{
    assert(count > 0);
    metric_set(c, name, "ns", count, RESULT_METRIC_TIME_PER);
}

void bench_drive_begin(struct bench_case *c, struct gpu_commands *commands)
{
    (void)c;
    gpu_commands_restart(commands);
    gpu_commands_timestamp(commands, CASE_SLOT_DRIVE_BEGIN);
}

bool bench_drive_submit(struct bench_case *c, struct gpu_commands *commands)
{
    double elapsed_ns;
    const struct gpu_counters counters = gpu_commands_counters(commands);
    struct case_counters *sum = &c->private->drive_counters;
    gpu_commands_timestamp(commands, CASE_SLOT_DRIVE_END);
    if (!gpu_commands_submit(commands) ||
        !gpu_commands_elapsed_ns(commands, CASE_SLOT_DRIVE_BEGIN, CASE_SLOT_DRIVE_END, &elapsed_ns))
        return false;
    c->private->drive_gpu_ns += elapsed_ns;
    case_counters_add(sum, &counters);
    sum->counted.submits++;
    sum->counted.host_returns++;
    return true;
}

/* End --------------------------------------------------------------------------------------- */

bool case_fail(struct result *result, enum bench_status status, const char *format, ...)
{
    if (result->c.status != BENCH_OK)
        return false;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(result->reason, sizeof(result->reason), format, arguments);
    va_end(arguments);
    result->c.status = status;
    result->c.sample_count = 0;
    result->c.stop = RESULT_STOP_NONE;
    return false;
}

void case_fail_device(struct result *result, const struct gpu_failure *failure)
{
    static const enum bench_status status[] = {
        [GPU_OK] = BENCH_ERROR,
        [GPU_UNSUPPORTED] = BENCH_UNSUPPORTED,
        [GPU_OUT_OF_MEMORY] = BENCH_ERROR,
        [GPU_LOST] = BENCH_DEVICE_LOST,
        [GPU_TIMEOUT] = BENCH_TIMEOUT,
        [GPU_INVALID] = BENCH_FAILED_VERIFY,
        [GPU_CLOCK] = BENCH_SUSPECT,
        [GPU_ERROR] = BENCH_ERROR,
    };
    case_fail(result, status[failure->result], "%s",
              failure->message[0] ? failure->message : "failed without a reason");
}

enum bench_status case_status(enum context_trouble trouble)
{
    static const enum bench_status status[] = {
        [CONTEXT_OK] = BENCH_OK,
        [CONTEXT_ERROR] = BENCH_ERROR,
        [CONTEXT_UNSUPPORTED] = BENCH_UNSUPPORTED,
        [CONTEXT_MISMATCH] = BENCH_FAILED_VERIFY,
    };
    return status[trouble];
}

bool case_still_ok(struct live_case *live)
{
    struct result *result = live->private.result;
    const enum context_trouble trouble = context_trouble(&live->c.context);
    if (live->gpu && gpu_failed(live->gpu)) {
        case_fail_device(result, gpu_failure(live->gpu));
        gpu_recover(live->gpu);
    }
    if (trouble != CONTEXT_OK)
        case_fail(result, case_status(trouble), "%s", context_message(&live->c.context));
    return result->c.status == BENCH_OK;
}

/* Looks at what the samples' own commands leave: over what is there where poison came between the
 * samples, otherwise over poison. Other cases may have the same outputs. */
bool case_end(struct live_case *live, uint32_t fresh)
{
    struct case_timing timing;
    const bool unpoisoned = (!case_executes_fresh(live) && !live->poisons_each) ||
                            live->method.compute_times; /* over an input that it knows */
    if (!case_judge_fresh(live, fresh))
        return false;
    const bool executed = live->poisons_each && live->fresh_count == 0; /* by the judge */
    if (!live->checked &&
        ((unpoisoned && !case_poison(live)) || (!executed && !case_execute(live, &timing)) ||
         !case_look(live, BENCH_CHECK_QUICK)))
        return false;
    live->private.result->c.check_after = true;
    return true;
}
