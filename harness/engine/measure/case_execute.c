/* SPDX-License-Identifier: MIT */
#include "harness/base/trouble.h"
#include "harness/engine/cpu/cpu_pool.h"
#include "harness/engine/instruments/host_cache.h"
#include "harness/engine/measure/case_private.h"
#include "harness/engine/measure/fault.h"
#include "harness/os/clock.h"

#include <math.h>

void case_counters_add(struct case_counters *sum, const struct gpu_counters *other)
{
    const double most = (double)other->groups.most;
    sum->counted.dispatches += (double)other->dispatches;
    sum->counted.indirect_dispatches += (double)other->indirect_dispatches;
    sum->counted.draws += (double)other->draws;
    sum->counted.builds += (double)other->builds;
    sum->counted.traces += (double)other->traces;
    sum->counted.copies += (double)other->copies;
    sum->counted.read_backs += (double)other->read_backs;
    sum->counted.fills += (double)other->fills;
    sum->counted.barriers += (double)other->barriers;
    sum->groups += (double)other->groups.all;
    sum->groups_most = most > sum->groups_most ? most : sum->groups_most;
    sum->chain += (double)other->chain; /* the host waits in between */
    sum->bytes_bound += (double)other->bytes_bound;
}

static void steps_end(struct case_run *run)
{
    if (!fault_steps_end(run->gpu, run->private.plan->name))
        case_fail(run->private.result, BENCH_ERROR, "%s", trouble_text());
}

static bool drive(struct case_run *run)
{
    fault_steps_begin(run->gpu, run->private.plan->name);
    const bool ok = run->method.drive(&run->c);
    steps_end(run);
    return ok;
}

/* One execution, made visible: a result nobody can read is not a result. */
static void record_execution(struct case_run *run)
{
    gpu_commands_count(run->commands, run->notes_groups);
    fault_steps_begin(run->gpu, run->private.plan->name);
    run->method.record(&run->c, run->commands);
    steps_end(run);
    const struct gpu_counters counters = gpu_commands_counters(run->commands);
    run->counters = (struct case_counters){ 0 };
    case_counters_add(&run->counters, &counters);
    gpu_commands_barrier(run->commands, GPU_ACCESS_ALL, GPU_ACCESS_ALL);
}

bool case_needs_stamps(const struct case_run *run)
{
    return run->cache || run->method.reset;
}

static void record_reset(struct case_run *run)
{
    if (run->method.reset)
        run->method.reset(&run->c, run->commands);
}

/* An execution in no time: the sample finds device and caches as the case itself leaves them. */
static void record_prime(struct case_run *run)
{
    gpu_commands_timestamp(run->commands, CASE_SLOT_FIRST);
    record_reset(run);
    gpu_commands_barrier(run->commands, GPU_ACCESS_ALL, GPU_ACCESS_ALL);
    record_execution(run);
}

/* Stamp, `inner` executions, stamp. Between executions lies their barrier, inside the stamps. */
static void record_together(struct case_run *run)
{
    gpu_commands_barrier(run->commands, GPU_ACCESS_ALL, GPU_ACCESS_ALL);
    gpu_commands_timestamp(run->commands, CASE_SLOT_BEGIN);
    for (uint32_t i = 0; i < run->inner; i++)
        record_execution(run);
    gpu_commands_timestamp(run->commands, CASE_SLOT_END);
}

/* `inner` times: reset, sweep, stamp, execution, stamp. What comes before is in no time. */
static void record_each(struct case_run *run)
{
    gpu_commands_timestamp(run->commands, CASE_SLOT_BEGIN);
    for (uint32_t i = 0; i < run->inner; i++) {
        record_reset(run);
        if (run->cache)
            cache_record(run->cache, run->commands, CACHE_SWEEP);
        else
            gpu_commands_barrier(run->commands, GPU_ACCESS_ALL, GPU_ACCESS_ALL);
        gpu_commands_timestamp(run->commands, CASE_SLOT_EACH + 2 * i);
        record_execution(run);
        gpu_commands_timestamp(run->commands, CASE_SLOT_EACH + 2 * i + 1);
    }
    gpu_commands_timestamp(run->commands, CASE_SLOT_END);
}

void case_record_sample(struct case_run *run)
{
    gpu_commands_restart(run->commands);
    if (run->c.variant->kind == BENCH_HOST_DRIVEN)
        record_reset(run);
    if (run->c.variant->kind != BENCH_GPU)
        return;
    if (run->primed)
        record_prime(run);
    if (run->stamps_each)
        record_each(run);
    else
        record_together(run);
    run->counters.counted.submits = 1;
    if (!run->canary)
        return;
    canary_record(run->canary, run->commands, CASE_SLOT_CANARY_BEGIN, CASE_SLOT_CANARY_END);
    gpu_commands_timestamp(run->commands, CASE_SLOT_LAST);
}

/* Reads the total time of the executions. */
static bool read_executions(struct case_run *run, double *sum_ns)
{
    *sum_ns = 0;
    if (!run->stamps_each)
        return gpu_commands_elapsed_ns(run->commands, CASE_SLOT_BEGIN, CASE_SLOT_END, sum_ns);
    for (uint32_t i = 0; i < run->inner; i++) {
        const uint32_t slot = CASE_SLOT_EACH + 2 * i;
        double ns;
        if (!gpu_commands_elapsed_ns(run->commands, slot, slot + 1, &ns))
            return false;
        *sum_ns += ns;
    }
    return true;
}

static bool execute_gpu(struct case_run *run, struct case_timing *timing)
{
    double sum_ns, whole_ns;
    const double begin_ns = clock_now_ns();
    if (!gpu_commands_submit(run->commands))
        return false;
    const double host_ns = clock_now_ns() - begin_ns;
    if (!read_executions(run, &sum_ns) ||
        !gpu_commands_elapsed_ns(run->commands, run->primed ? CASE_SLOT_FIRST : CASE_SLOT_BEGIN,
                                 run->canary ? CASE_SLOT_LAST : CASE_SLOT_END, &whole_ns))
        return false;
    /* The host waits for all the rest, too, which is no part of the sample. */
    timing->aside_ns = whole_ns - sum_ns;
    timing->wall_ns = (host_ns - timing->aside_ns) / run->inner;
    timing->gpu_ns = sum_ns / run->inner;
    return canary_read(run->canary, run->commands, CASE_SLOT_CANARY_BEGIN, CASE_SLOT_CANARY_END,
                       &timing->clock);
}

/* Discard, reset and sweep, as far as there are any, before an execution that is driven. */
static bool prepare_driven(struct case_run *run, struct case_timing *timing)
{
    const double begin_ns = clock_now_ns();
    if (run->method.discard)
        run->method.discard(&run->c);
    if (run->method.reset && !gpu_commands_submit(run->commands))
        return false;
    if (run->cache && !cache_run(run->cache))
        return false;
    timing->aside_ns += clock_now_ns() - begin_ns;
    return true;
}

static bool prime_driven(struct case_run *run, struct case_timing *timing)
{
    if (!run->primed)
        return true;
    if (!prepare_driven(run, timing))
        return false;
    const double begin_ns = clock_now_ns();
    const bool ok = drive(run);
    timing->aside_ns += clock_now_ns() - begin_ns;
    return ok;
}

static bool probe_before(struct case_run *run, struct case_timing *timing)
{
    const double begin_ns = clock_now_ns();
    if (run->canary && !canary_probe(run->canary, &timing->clock))
        return false;
    timing->aside_ns += clock_now_ns() - begin_ns;
    return true;
}

static bool execute_driven(struct case_run *run, struct case_timing *timing)
{
    bool ok = true;
    if (!probe_before(run, timing) || !prime_driven(run, timing))
        return false;
    run->private.drive_gpu_ns = 0;
    for (uint32_t i = 0; i < run->inner && ok; i++) {
        if (!prepare_driven(run, timing))
            return false;
        run->private.drive_counters = (struct case_counters){ 0 };
        const double begin_ns = clock_now_ns();
        ok = drive(run);
        timing->wall_ns += clock_now_ns() - begin_ns;
    }
    timing->wall_ns /= run->inner;
    timing->gpu_ns = run->private.drive_gpu_ns / run->inner;
    run->counters = run->private.drive_counters;
    return ok;
}

/* Reset and sweep, as far as there are any; after a sweep the threads are held anew. */
static void prepare_cpu(struct case_run *run)
{
    if (run->method.reset)
        run->method.reset(&run->c, NULL);
    if (!run->host_cache)
        return;
    host_cache_sweep(run->host_cache);
    cpu_pool_pin(run->private.pool);
}

static bool prime_cpu(struct case_run *run)
{
    if (!run->primed)
        return true;
    prepare_cpu(run);
    return run->method.compute(&run->c);
}

/* One request for all of a sample: what it needs, and the untimed execution, are others. */
static bool execute_program(struct case_run *run, struct case_timing *timing)
{
    double ns = 0;
    const double outer_ns = clock_now_ns();
    const bool ok =
        (!run->primed || case_program_run(run, 1, &ns)) && case_program_run(run, run->inner, &ns);
    timing->host = cpu_clock_probe();
    timing->aside_ns = clock_now_ns() - outer_ns - ns;
    timing->wall_ns = ns / run->inner;
    timing->gpu_ns = run->private.said_device_ns / run->inner;
    return ok;
}

/* Threads are held while they compute, and while the clock is probed; then they are let go. */
static bool execute_cpu(struct case_run *run, struct case_timing *timing)
{
    const double outer_ns = clock_now_ns();
    cpu_pool_pin(run->private.pool);
    fault_steps_begin(run->gpu, run->private.plan->name); /* which the host records none of */
    steps_end(run);
    bool ok = prime_cpu(run);
    for (uint32_t i = 0; i < run->inner && ok; i++) {
        prepare_cpu(run);
        const double begin_ns = clock_now_ns();
        ok = run->method.compute(&run->c);
        timing->wall_ns += clock_now_ns() - begin_ns;
    }
    timing->host = cpu_clock_probe();
    cpu_pool_unpin(run->private.pool);
    timing->aside_ns = clock_now_ns() - outer_ns - timing->wall_ns;
    timing->wall_ns /= run->inner;
    return ok;
}

/* The samples' own commands, one execution of them in a submission of its own. */
static bool single_submit(struct case_run *run, double *ns)
{
    struct gpu_commands *const samples = run->commands;
    const uint32_t inner = run->inner;
    run->commands = run->single;
    run->inner = 1;
    if (!run->single_is_recorded) {
        gpu_commands_restart(run->single);
        record_each(run);
    }
    run->single_is_recorded = !run->notes_groups;
    run->inner = inner;
    run->commands = samples;
    return gpu_commands_submit(run->single) &&
           gpu_commands_elapsed_ns(run->single, CASE_SLOT_EACH, CASE_SLOT_EACH + 1, ns);
}

/* Recorded once, so many executions between two stamps. */
static bool loop_submit(struct case_run *run, struct gpu_commands **loop, uint32_t times,
                        double *ns)
{
    struct gpu_commands *const samples = run->commands;
    const uint32_t inner = run->inner;
    if (!*loop) {
        run->commands = *loop = gpu_commands_begin(run->c.context.scope);
        run->inner = times;
        record_together(run);
        run->inner = inner;
        run->commands = samples;
    }
    return gpu_commands_submit(*loop) &&
           gpu_commands_elapsed_ns(*loop, CASE_SLOT_BEGIN, CASE_SLOT_END, ns);
}

bool case_execute_loop(struct case_run *run, struct gpu_commands **loop, uint32_t times, double *ns)
{
    bool ok = true;
    run->checked = false;
    *ns = 0;
    if (run->c.variant->kind == BENCH_GPU) {
        ok = loop_submit(run, loop, times, ns);
    } else if (run->method.compute_times) {
        ok = case_program_run(run, times, ns);
    } else {
        const double begin_ns = clock_now_ns();
        for (uint32_t i = 0; i < times && ok; i++)
            ok = run->c.variant->kind == BENCH_CPU ? run->method.compute(&run->c) : drive(run);
        *ns = clock_now_ns() - begin_ns;
    }
    if (case_still_ok(run) && !ok)
        case_fail(run->private.result, BENCH_ERROR, "the execution failed without a reason");
    return case_still_ok(run);
}

bool case_execute_single(struct case_run *run, double *ns)
{
    struct case_timing timing = { 0 };
    bool ok;
    run->checked = false;
    if (run->c.variant->kind == BENCH_GPU) {
        ok = single_submit(run, ns);
    } else if (run->method.compute_times) {
        ok = case_program_run(run, 1, ns);
    } else {
        run->private.drive_gpu_ns = 0;
        ok = prepare_driven(run, &timing);
        const double begin_ns = clock_now_ns();
        ok = ok && drive(run);
        *ns = run->private.drive_gpu_ns;
        if (!(*ns > 0)) /* nothing is stamped */
            *ns = clock_now_ns() - begin_ns;
    }
    if (case_still_ok(run) && !ok)
        case_fail(run->private.result, BENCH_ERROR, "the execution failed without a reason");
    return case_still_ok(run);
}

bool case_count_groups(struct case_run *run, struct bench_work *work)
{
    const struct case_counters counters = run->counters;
    struct gpu_groups noted = { 0 };
    double ns;
    const bool indirect = counters.counted.indirect_dispatches > 0;
    const bool driven = run->c.variant->kind != BENCH_GPU;
    work->groups = indirect && driven ? 0 : counters.groups;
    work->groups_most = indirect && driven ? 0 : counters.groups_most;
    if (!indirect || driven)
        return true;
    run->notes_groups = true;
    const bool ok = case_execute_single(run, &ns);
    const bool whole = gpu_commands_noted(run->single, &noted);
    work->chain = whole ? (double)gpu_commands_counters(run->single).chain : work->chain;
    run->notes_groups = false;
    run->counters = counters;
    work->groups = whole ? work->groups + (double)noted.all : 0;
    work->groups_most = whole ? fmax(work->groups_most, (double)noted.most) : 0;
    return ok;
}

bool case_execute(struct case_run *run, struct case_timing *timing)
{
    *timing = (struct case_timing){ 0 };
    run->checked = false;
    const enum bench_kind kind = run->c.variant->kind;
    const bool ok = kind == BENCH_GPU           ? execute_gpu(run, timing)
                    : run->method.compute_times ? execute_program(run, timing)
                    : kind == BENCH_CPU         ? execute_cpu(run, timing)
                                                : execute_driven(run, timing);
    if (!case_still_ok(run))
        return false;
    if (!ok)
        case_fail(run->private.result, BENCH_ERROR, "the execution failed without a reason");
    return ok;
}
