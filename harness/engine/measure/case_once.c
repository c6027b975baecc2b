/* SPDX-License-Identifier: MIT */
#include "harness/engine/cpu/cpu.h"
#include "harness/engine/gpu/engine.h"
#include "harness/engine/measure/measure.h"
#include "harness/engine/measure/private.h"

/* Prepares what an execution must find, outside of any region. For kind GPU, the recorded commands
 * are then the execution and nothing else. */
static bool once_prepare(struct live_case *live)
{
    const enum bench_kind kind = live->c.variant->kind;
    if (live->method.compute_times)
        return live->method.compute_times(&live->c, 0);
    if (kind == BENCH_CPU) {
        if (live->method.reset)
            live->method.reset(&live->c, NULL);
        return true;
    }
    if (live->method.discard)
        live->method.discard(&live->c);
    live->commands = gpu_commands_begin(live->c.context.scope);
    if (live->method.reset) {
        live->method.reset(&live->c, live->commands);
        if (!gpu_commands_submit(live->commands))
            return false;
        gpu_commands_restart(live->commands);
    }
    if (kind == BENCH_GPU)
        live->method.record(&live->c, live->commands);
    return !gpu_failed(live->gpu);
}

bool case_once(struct live_case *live, const struct case_marks *marks)
{
    bool ok = case_set_up_whole(live) && once_prepare(live);
    if (ok) {
        if (marks)
            marks->begin(marks->context);
        gpu_region_begin(live->gpu, live->private.plan->name);
        if (live->c.variant->kind == BENCH_GPU) {
            ok = gpu_commands_submit(live->commands);
        } else if (live->c.variant->kind == BENCH_HOST_DRIVEN) {
            ok = live->method.drive(&live->c);
        } else if (live->method.compute_times) {
            ok = live->method.compute_times(&live->c, 1);
        } else {
            cpu_pool_pin(live->private.pool);
            ok = live->method.compute(&live->c);
            cpu_pool_unpin(live->private.pool);
        }
        gpu_region_end(live->gpu);
        if (marks)
            marks->end(marks->context);
    }
    return case_executed(live, ok);
}
