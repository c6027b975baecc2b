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
    COMPLETE(check);
    COMPLETE(spoilt);
    COMPLETE(work);
    COMPLETE(finish);
#undef COMPLETE
}

struct case_run *case_create(struct gpu *gpu, const struct plan_case *plan,
                             const struct bench_workload *workload, struct case_tools tools,
                             struct result *result)
{
    struct case_run *run = need_zeroed(1, sizeof(*run));
    run->gpu = gpu;
    run->canary = tools.canary;
    run->overhead = tools.overhead;
    const bool on_cpu = plan->variant->kind == BENCH_CPU;
    run->cache = plan->cold && !on_cpu ? tools.cache : NULL;
    run->host_cache = plan->cold && on_cpu ? tools.host_cache : NULL;
    run->inner = 1;
    run->private.plan = plan;
    run->private.result = result;
    const struct bench *bench = workload->bench;
    const struct bench_variant *variant = plan->variant;
    if (variant->method)
        run->inner_method = *variant->method;
    method_complete(&run->inner_method, &bench->method);
    if (bench->around)
        run->method = *bench->around;
    method_complete(&run->method, &run->inner_method);
    assert(run->method.setup && run->method.check && run->method.work);
    assert(variant->kind != BENCH_GPU || run->method.record);
    assert(variant->kind != BENCH_HOST_DRIVEN || run->method.drive);
    assert(variant->kind != BENCH_CPU || run->method.compute || run->method.compute_times);
    run->c = (struct bench_case){ .bench = bench,
                                  .variant = variant,
                                  .workload = workload,
                                  .method = &run->inner_method,
                                  .private = &run->private };
    const struct context_values values = { plan->values, plan->value_count, NULL, 0, plan->name };
    context_init(&run->c.context, workload->context.seed, values);
    run->c.state = context_alloc(&run->c.context, run->method.case_bytes);
    if (!plan->files)
        context_set_shelf(&run->c.context, tools.shelf);
    run->c.context.scope = gpu_scope_create(gpu);
    gpu_scope_name(run->c.context.scope, plan->name);
    gpu_scope_capture(run->c.context.scope);
    if (plan->files)
        gpu_scope_replace(run->c.context.scope, plan->files->replacements, plan->files->count);
    if (!run->c.state || fault_refuses_memory(plan->name, FAULT_SETUP))
        case_destroy(&run);
    return run;
}

void case_destroy(struct case_run **handle)
{
    struct case_run *run = *handle;
    *handle = NULL;
    if (!run)
        return;
    if (run->method.finish && run->c.state)
        run->method.finish(&run->c);
    inputs_destroy(&run->held);
    gpu_scope_destroy(&run->c.context.scope);
    cpu_pool_destroy(&run->private.pool);
    context_finish(&run->c.context);
    free(run);
}

static bool needs_met(struct case_run *run)
{
    struct result *result = run->private.result;
    const struct bench_variant *variant = run->c.variant;
    const struct gpu_info *info = gpu_info(run->gpu);
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

struct bench_case *case_bench(struct case_run *run)
{
    return &run->c;
}

/* Runs prepare() behind a set-up that went well. */
static void prepare(struct case_run *run)
{
    if (!run->ready || !run->method.prepare || !case_still_ok(run))
        return;
    const size_t span = span_log_begin(run->log, "prepare");
    run->ready = run->method.prepare(&run->c);
    span_log_end(run->log, span);
}

bool case_set_up(struct case_run *run)
{
    struct result *result = run->private.result;
    if (!case_still_ok(run) || !needs_met(run)) {
        result->left_out = run->private.plan->files && result->c.status == BENCH_UNSUPPORTED;
        return false;
    }
    fault_reach(run->gpu, run->private.plan->name, FAULT_SETUP);
    const size_t setup = span_log_begin(run->log, "set-up");
    run->ready = run->method.setup(&run->c);
    span_log_end(run->log, setup);
    if (run->private.plan->files) /* to see each kernel that is asked for */
        prepare(run);
    fault_forget(run->gpu); /* what comes next is perhaps another case's */
    const bool ok = case_still_ok(run);
    const struct kernel_files *files = run->private.plan->files;
    bool any = false; /* of the files' kernels, made or not, the set-up of a twin has asked for */
    if (files && !result->asked)
        result->asked = need_zeroed(files->count, sizeof(*result->asked));
    for (size_t i = 0; files && i < files->count; i++) {
        result->asked[i] = gpu_scope_asked(run->c.context.scope, files->replacements[i].original);
        any = any || result->asked[i];
    }
    if (files && !any && (ok || result->c.status == BENCH_UNSUPPORTED)) {
        case_leave_out(result); /* what is unsupported keeps its reason: nobody knows */
        return false;
    }
    run->is_set_up = ok;
    return ok;
}

/* Waits for what a set-up has begun: its kernels are then compiled, its threads are there. */
bool case_set_up_whole(struct case_run *run)
{
    struct result *result = run->private.result;
    if (!run->is_set_up && !case_set_up(run))
        return false;
    fault_reach(run->gpu, run->private.plan->name, FAULT_SETUP);
    if (!run->private.plan->files)
        prepare(run);
    kernel_facts_read(run->c.context.scope, &result->kernels, &result->kernel_count);
    const char *refused = subgroup_barrier_refused(run->gpu, run->c.context.scope);
    if (refused)
        case_fail(result, BENCH_UNSUPPORTED, SUBGROUP_BARRIER_REFUSAL, refused);
    if (!case_still_ok(run)) /* the driver refused a kernel */
        return false;
    if (!run->ready)
        case_fail(result, BENCH_ERROR, "set-up failed without a reason");
    gpu_scope_settle(run->c.context.scope);
    if (run->private.plan->files)
        run->held = inputs_create(run->c.context.scope);
    if (run->ready && run->c.variant->kind == BENCH_CPU && !run->method.compute_times) {
        if (!run->private.pool) /* one that has asked for no threads computes on one */
            bench_threads(&run->c, 1);
        result->c.threads = cpu_pool_threads(run->private.pool);
        result->c.threads_held = cpu_pool_pin(run->private.pool);
        cpu_pool_unpin(run->private.pool);
    }
    return run->ready;
}

static bool differs(struct case_run *run, const char *what, double declared, double recorded)
{
    case_fail(run->private.result, BENCH_FAILED_VERIFY,
              "declares %.0f %s, an execution has %.0f: mend work()", declared, what, recorded);
    return false;
}

/* Holds the bytes that the case declares against what its first execution has bound. False once the
 * case has failed by it. */
static bool declared_check(struct case_run *run)
{
    const struct bench_work *work = &run->private.result->c.work;
    const struct run_counters *counters = &run->counters.counted;
    const double bound = run->counters.bytes_bound;
    /* Bytes of draws, of rays and of what measures the device again and again are not bounded. */
    if (run->c.variant->kind == BENCH_CPU || work->beyond_bound ||
        run->c.variant->ceiling != BENCH_CEILING_NONE || counters->dispatches == 0 ||
        counters->draws + counters->builds + counters->traces > 0)
        return true;
    if (work->bytes_read > bound)
        return differs(run, "bytes read at least, more than is bound", work->bytes_read, bound);
    if (work->bytes_written > bound)
        return differs(run, "bytes written at least, more than is bound", work->bytes_written,
                       bound);
    return true;
}

bool case_start(struct case_run *run)
{
    struct result *result = run->private.result;
    if (!case_set_up_whole(run))
        return false;
    run->commands = gpu_commands_begin(run->c.context.scope);
    if (run->c.variant->kind == BENCH_GPU) /* nothing is made while time is taken */
        run->single = gpu_commands_begin(run->c.context.scope);
    run->stamps_each = case_needs_stamps(run);
    case_record_sample(run);
    /* The host's part of an execution has no CPU beside compilers of the cases behind it: so the
     * first execution of a long case can be its sample. */
    while (run->c.variant->kind != BENCH_GPU && gpu_compiles(run->gpu))
        clock_sleep_ns(1e5);
    if (run->overhead)
        overhead_enter(run->overhead, OVERHEAD_FIRST_CHECKS);
    if (!case_execute_checked(run, BENCH_CHECK_FULL, &run->first))
        return false;
    result->c.check_before = true;
    case_state_tell(run);
    if (!case_still_ok(run))
        return false;
    result->c.counters = run->counters.counted;
    result->c.peak_bytes = gpu_scope_peak_bytes(run->c.context.scope) +
                           gpu_scope_peak_bytes(run->c.workload->context.scope);
    run->method.work(&run->c, &result->c.work);
    result->c.work.chain = run->c.variant->kind == BENCH_CPU ? 1 : run->counters.chain;
    return case_count_groups(run, &result->c.work) &&
           (!gpu_validates(run->gpu) || declared_check(run));
}

static double judged_ns_of(const struct case_run *run, const struct case_timing *timing)
{
    return run->private.result->c.by_wall ? timing->wall_ns : timing->gpu_ns;
}

bool case_try(struct case_run *run, const struct sampler_rules *rules, double *typical_ns,
              struct canary_reading *clock)
{
    enum { TRIALS_MIN = 3, TRIALS_MAX = 15 };
    struct result *result = run->private.result;
    /* An earlier launch, or run, has settled how the case is sampled; the warm-up is to come. */
    const bool known =
        run->private.plan->sampling.repetitions > 0 && run->c.variant->kind != BENCH_CPU;
    const size_t trials_min = known ? 1 : TRIALS_MIN, trials_max = known ? 1 : TRIALS_MAX;
    const double begin_ns = clock_now_ns();
    double trials_ns[TRIALS_MAX], spent_ns = 0;
    size_t count = 0;
    *typical_ns = judged_ns_of(run, &run->first);
    *clock = (struct canary_reading){ 0 };
    if (run->method.compute_times)
        return case_try_program(run, typical_ns);
    const bool by_clock = run->c.variant->kind == BENCH_GPU && rules->raise_ns_max > 0;
    if (!by_clock && sampler_long_rule(rules, *typical_ns / 2) > 0)
        return true; /* the first one may take longer than those behind it */
    while (count < trials_min || (count < trials_max && spent_ns < rules->prime_ns_max)) {
        struct case_timing timing;
        if (!case_execute(run, &timing))
            return false;
        trials_ns[count] = judged_ns_of(run, &timing);
        spent_ns += trials_ns[count++];
        *clock = timing.clock;
        if (spent_ns > 2 * rules->prime_ns_max || spent_ns > rules->case_wall_ns_max / 20)
            break;
    }
    *typical_ns = stats_median(trials_ns, count);
    if (run->c.variant->kind == BENCH_CPU) {
        result->c.warmup_executions = (uint32_t)count;
        result->c.warmup_ns = clock_now_ns() - begin_ns;
    }
    return true;
}

bool case_settle(struct case_run *run, struct plan_sampling sampling)
{
    struct result *result = run->private.result;
    sampling.stamps_each = sampling.stamps_each || case_needs_stamps(run);
    const bool primed = sampling.preceding == PLAN_PRECEDING_ITSELF && !run->private.plan->cold;
    const bool changes =
        sampling.repetitions > 1 || sampling.stamps_each != run->stamps_each || primed;
    assert(!sampling.stamps_each || sampling.repetitions <= CASE_STAMPED_REPETITIONS_MAX);
    result->c.inner_repetitions = sampling.repetitions;
    result->c.stamps_each = sampling.stamps_each;
    result->c.preceded_by = run->private.plan->cold ? RUN_PRECEDED_BY_SWEEP
                            : primed                ? RUN_PRECEDED_BY_ITSELF
                                                    : RUN_PRECEDED_BY_OTHERS;
    run->inner = sampling.repetitions;
    run->stamps_each = sampling.stamps_each;
    run->primed = primed;
    run->poisons_each = sampling.preceding == PLAN_PRECEDING_OTHERS && case_is_watched(run) &&
                        (!run->method.compute_times || run->typical_ns > CASE_LONG_NS);
    if (changes && run->c.variant->kind == BENCH_GPU)
        case_record_sample(run);
    return case_still_ok(run);
}

bool case_warm(struct case_run *run, double *judged_ns, struct canary_reading *clock)
{
    struct result *result = run->private.result;
    struct case_timing timing;
    const double begin_ns = clock_now_ns();
    if (!case_execute(run, &timing))
        return false;
    *judged_ns += judged_ns_of(run, &timing);
    *clock = timing.clock;
    result->c.warmup_executions += run->inner + run->primed;
    result->c.warmup_ns += clock_now_ns() - begin_ns;
    return true;
}

static bool sample_keep(struct case_run *run, const struct case_timing *timing, uint32_t round,
                        uint32_t order)
{
    struct result *result = run->private.result;
    const double judged_ns = judged_ns_of(run, timing);
    result->aside_ns += timing->aside_ns;
    if (!(judged_ns > 0) || !(timing->wall_ns > 0)) {
        case_fail(
            result, BENCH_SUSPECT,
            "a sample took %.0f ns by the device's clock, %.0f ns by the host's: the timestamps "
            "cannot be trusted",
            timing->gpu_ns, timing->wall_ns);
        return false;
    }
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

bool case_sample(struct case_run *run, uint32_t round, uint32_t order, bool checked)
{
    struct case_timing timing;
    fault_reach(run->gpu, run->private.plan->name, FAULT_SAMPLE);
    if (run->poisons_each && !checked && !case_poison(run))
        return false;
    if (checked ? !case_execute_checked(run, BENCH_CHECK_QUICK, &timing)
                : !case_execute(run, &timing))
        return false;
    return sample_keep(run, &timing, round, order);
}

bool case_sample_first(struct case_run *run, const struct sampler_rules *rules,
                       const struct canary_state *clock, uint32_t order)
{
    const double first_ns = judged_ns_of(run, &run->first);
    const enum bench_kind kind = run->c.variant->kind;
    /* It is as later samples will be where the clock is up, if that is kept up. */
    const bool alike = kind == BENCH_CPU || (kind == BENCH_HOST_DRIVEN && rules->raise_ns_max > 0 &&
                                             clock && canary_is_up(clock, &run->first.clock));
    if (!sampler_first_rule(rules, first_ns) || !alike)
        return true;
    if (run->overhead)
        overhead_move(run->overhead, OVERHEAD_FIRST_CHECKS, OVERHEAD_ROUNDS,
                      run->first.wall_ns + run->first.aside_ns);
    run->private.result->c.check_sampled = true;
    return sample_keep(run, &run->first, 0, order);
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

size_t case_outputs(const struct case_run *run, const struct case_output **outputs)
{
    *outputs = run->private.outputs;
    return run->private.output_count;
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

void case_fail(struct result *result, enum bench_status status, const char *format, ...)
{
    if (result->c.status != BENCH_OK)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(result->reason, sizeof(result->reason), format, arguments);
    va_end(arguments);
    result->c.status = status;
    result->c.sample_count = 0;
    result->c.stop = RESULT_STOP_NONE;
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

bool case_still_ok(struct case_run *run)
{
    struct result *result = run->private.result;
    const enum context_trouble trouble = context_trouble(&run->c.context);
    if (run->gpu && gpu_failed(run->gpu)) {
        case_fail_device(result, gpu_failure(run->gpu));
        gpu_recover(run->gpu);
    }
    if (trouble != CONTEXT_OK)
        case_fail(result, case_status(trouble), "%s", context_message(&run->c.context));
    return result->c.status == BENCH_OK;
}

/* Looks at what the samples' own commands leave: over what is there where poison came between the
 * samples, otherwise over poison. Other cases may have the same outputs. */
bool case_end(struct case_run *run, uint32_t fresh)
{
    struct case_timing timing;
    const bool unpoisoned = (!case_executes_fresh(run) && !run->poisons_each) ||
                            run->method.compute_times; /* over an input that it knows */
    if (!case_judge_fresh(run, fresh))
        return false;
    const bool executed = run->poisons_each && run->fresh_count == 0; /* by the judge */
    if (!run->checked &&
        ((unpoisoned && !case_poison(run)) || (!executed && !case_execute(run, &timing)) ||
         !case_look(run, BENCH_CHECK_QUICK)))
        return false;
    run->private.result->c.check_after = true;
    return true;
}
