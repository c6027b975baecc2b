/* SPDX-License-Identifier: MIT */
#include "harness/engine/cpu/cpu_pool.h"
#include "harness/engine/gpu/trace.h"
#include "harness/engine/instruments/span_log.h"
#include "harness/engine/measure/case_private.h"
#include "harness/engine/measure/fault.h"

bool case_trace(struct case_run *run)
{
    struct case_timing timing;
    const size_t recording = span_log_begin(run->log, "record");
    case_record_sample(run);
    span_log_end(run->log, recording);
    fault_reach(run->gpu, run->private.plan->name, FAULT_SAMPLE);
    const size_t warming = span_log_begin(run->log, "warm-up");
    const bool warm =
        case_still_ok(run) && case_execute(run, &timing) && case_execute(run, &timing);
    span_log_end(run->log, warming);
    return warm && case_execute_checked(run, BENCH_CHECK_QUICK, &timing);
}

/* Prepares what an execution must find, outside of any region. For kind GPU, the recorded commands
 * are then the execution and nothing else. */
static bool once_prepare(struct case_run *run)
{
    const enum bench_kind kind = run->c.variant->kind;
    if (run->method.compute_times)
        return run->method.compute_times(&run->c, 0);
    if (kind == BENCH_CPU) {
        if (run->method.reset)
            run->method.reset(&run->c, NULL);
        return true;
    }
    if (run->method.discard)
        run->method.discard(&run->c);
    run->commands = gpu_commands_begin(run->c.context.scope);
    if (run->method.reset) {
        run->method.reset(&run->c, run->commands);
        if (!gpu_commands_submit(run->commands))
            return false;
        gpu_commands_restart(run->commands);
    }
    if (kind == BENCH_GPU)
        run->method.record(&run->c, run->commands);
    return !gpu_failed(run->gpu);
}

static bool once_execute(struct case_run *run)
{
    switch (run->c.variant->kind) {
    case BENCH_GPU: return gpu_commands_submit(run->commands);
    case BENCH_HOST_DRIVEN: return run->method.drive(&run->c);
    case BENCH_CPU: break;
    }
    if (run->method.compute_times)
        return run->method.compute_times(&run->c, 1);
    cpu_pool_pin(run->private.pool);
    const bool ok = run->method.compute(&run->c);
    cpu_pool_unpin(run->private.pool);
    return ok;
}

bool case_once(struct case_run *run, const struct case_marks *marks)
{
    bool ok = case_set_up_whole(run) && once_prepare(run);
    if (ok) {
        if (marks)
            marks->begin(marks->context);
        gpu_region_begin(run->gpu, run->private.plan->name);
        ok = once_execute(run);
        gpu_region_end(run->gpu);
        if (marks)
            marks->end(marks->context);
    }
    if (case_still_ok(run) && !ok)
        case_fail(run->private.result, BENCH_ERROR, "the execution failed without a reason");
    return case_still_ok(run);
}

static bool is_stamp_of_each(const struct gpu_span *span)
{
    return span->kind == GPU_SPAN_TIMESTAMP && span->slot >= CASE_SLOT_EACH &&
           span->slot < CASE_SLOT_DRIVE_BEGIN;
}

struct case_window case_window_of(const struct gpu_span *spans, size_t count)
{
    struct case_window window = { false, false };
    for (size_t i = 0; i < count; i++)
        window.each = window.each || is_stamp_of_each(&spans[i]);
    return window;
}

bool case_window_holds(struct case_window *window, const struct gpu_span *span)
{
    if (span->kind != GPU_SPAN_TIMESTAMP)
        return window->inside;
    if (!window->each || is_stamp_of_each(span))
        window->inside = !window->inside;
    return false;
}

void case_log(struct case_run *run, struct span_log *log)
{
    run->log = log;
}

size_t case_outputs(const struct case_run *run, const struct case_output **outputs)
{
    *outputs = run->private.outputs;
    return run->private.output_count;
}
