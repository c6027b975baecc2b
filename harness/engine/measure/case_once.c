/* SPDX-License-Identifier: MIT */
#include "harness/engine/cpu/cpu.h"
#include "harness/engine/gpu/engine.h"
#include "harness/engine/measure/measure.h"
#include "harness/engine/measure/private.h"

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

bool case_once(struct case_run *run, const struct case_marks *marks)
{
    bool ok = case_set_up_whole(run) && once_prepare(run);
    if (ok) {
        if (marks)
            marks->begin(marks->context);
        gpu_region_begin(run->gpu, run->private.plan->name);
        if (run->c.variant->kind == BENCH_GPU) {
            ok = gpu_commands_submit(run->commands);
        } else if (run->c.variant->kind == BENCH_HOST_DRIVEN) {
            ok = run->method.drive(&run->c);
        } else if (run->method.compute_times) {
            ok = run->method.compute_times(&run->c, 1);
        } else {
            cpu_pool_pin(run->private.pool);
            ok = run->method.compute(&run->c);
            cpu_pool_unpin(run->private.pool);
        }
        gpu_region_end(run->gpu);
        if (marks)
            marks->end(marks->context);
    }
    return case_executed(run, ok);
}
