/* SPDX-License-Identifier: MIT */
#include "harness/case_private.h"
#include "harness/clock.h"

#include <math.h>

static struct gpu_counters counters_minus(struct gpu_counters a, const struct gpu_counters *b)
{
    a.dispatches -= b->dispatches;
    a.indirect_dispatches -= b->indirect_dispatches;
    a.draws -= b->draws;
    a.copies -= b->copies;
    a.fills -= b->fills;
    a.barriers -= b->barriers;
    return a;
}

/*
 * Reset, stamp, `inner` executions, stamp, a probe of the clock. Between executions lie a barrier
 * and the reset, inside the stamps. The last barrier makes the result visible before the end is
 * stamped: a result nobody can read is not a result.
 */
void case_record_sample(struct case_run *run)
{
    struct bench_case *c = &run->c;
    const struct bench *bench = c->bench;
    gpu_commands_restart(run->commands);
    if (bench->reset)
        bench->reset(c, run->commands);
    if (c->variant->kind != BENCH_GPU)
        return;
    gpu_commands_barrier(run->commands, GPU_ACCESS_ALL, GPU_ACCESS_ALL);
    gpu_commands_timestamp(run->commands, CASE_SLOT_BEGIN);
    for (uint32_t i = 0; i < run->inner; i++) {
        const struct gpu_counters before = gpu_commands_counters(run->commands);
        bench->record(c, run->commands);
        run->counters = counters_minus(gpu_commands_counters(run->commands), &before);
        gpu_commands_barrier(run->commands, GPU_ACCESS_ALL, GPU_ACCESS_ALL);
        if (i + 1 < run->inner && bench->reset) {
            bench->reset(c, run->commands);
            gpu_commands_barrier(run->commands, GPU_ACCESS_ALL, GPU_ACCESS_ALL);
        }
    }
    gpu_commands_timestamp(run->commands, CASE_SLOT_END);
    run->counters.submits = 1;
    if (!run->canary)
        return;
    canary_record(run->canary, run->commands, CASE_SLOT_CANARY_BEGIN, CASE_SLOT_CANARY_END);
    gpu_commands_timestamp(run->commands, CASE_SLOT_LAST);
}

static bool execute_gpu(struct case_run *run, struct case_timing *timing)
{
    double probe_ns = 0;
    const double begin_ns = clock_now_ns();
    if (!gpu_commands_submit(run->commands))
        return false;
    const double host_ns = clock_now_ns() - begin_ns;
    if (!gpu_commands_elapsed_ns(run->commands, CASE_SLOT_BEGIN, CASE_SLOT_END, &timing->gpu_ns) ||
        (run->canary &&
         !gpu_commands_elapsed_ns(run->commands, CASE_SLOT_END, CASE_SLOT_LAST, &probe_ns)))
        return false;
    /* The host waits for the probe, too, which is no part of the sample. */
    timing->wall_ns = fmax(host_ns - probe_ns, timing->gpu_ns) / run->inner;
    timing->gpu_ns /= run->inner;
    return canary_read(run->canary, run->commands, CASE_SLOT_CANARY_BEGIN, CASE_SLOT_CANARY_END,
                       &timing->clock);
}

static bool execute_host(struct case_run *run, struct case_timing *timing)
{
    const struct bench *bench = run->c.bench;
    const bool drives = run->c.variant->kind == BENCH_HOST_DRIVEN;
    bool ok = true;
    run->private.drive_gpu_ns = 0;
    if (drives && run->canary && !canary_probe(run->canary, &timing->clock))
        return false;
    if (drives && bench->reset && !gpu_commands_submit(run->commands))
        return false;
    const double begin_ns = clock_now_ns();
    for (uint32_t i = 0; i < run->inner && ok; i++) {
        run->private.drive_counters = (struct gpu_counters){ 0 };
        ok = drives ? bench->drive(&run->c) : bench->compute(&run->c);
    }
    timing->wall_ns = (clock_now_ns() - begin_ns) / run->inner;
    timing->gpu_ns = run->private.drive_gpu_ns / run->inner;
    run->counters = run->private.drive_counters;
    return ok;
}

bool case_execute(struct case_run *run, struct case_timing *timing)
{
    *timing = (struct case_timing){ 0 };
    const bool ok =
        run->c.variant->kind == BENCH_GPU ? execute_gpu(run, timing) : execute_host(run, timing);
    if (!case_still_ok(run))
        return false;
    if (!ok)
        case_fail(run->private.result, BENCH_ERROR, "the execution failed without a reason");
    return ok;
}
