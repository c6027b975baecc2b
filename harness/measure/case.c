/* SPDX-License-Identifier: MIT */
#include "harness/measure/case.h"

#include "harness/base/clock.h"
#include "harness/gpu/raster.h"
#include "harness/measure/case_private.h"
#include "harness/measure/fault.h"
#include "harness/measure/span_log.h"
#include "harness/shaders/kernel_file.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POISON_BYTE = 0xA5 };

/* Endings ------------------------------------------------------------------------------------- */

void case_fail(struct result *result, enum bench_status status, const char *format, ...)
{
    if (result->status != BENCH_OK)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(result->reason, sizeof(result->reason), format, arguments);
    va_end(arguments);
    result->status = status;
    result->sample_count = 0;
    result->stop = RESULT_STOP_NONE;
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
        [GPU_ERROR] = BENCH_ERROR,
    };
    case_fail(result, status[failure->result], "%s",
              failure->message[0] ? failure->message : "failed without a reason");
}

bool case_still_ok(struct case_run *run)
{
    if (gpu_failed(run->gpu)) {
        case_fail_device(run->private.result, gpu_failure(run->gpu));
        gpu_recover(run->gpu);
    }
    return run->private.result->status == BENCH_OK;
}

/* Checks --------------------------------------------------------------------------------------- */

static bool check_guards(struct case_run *run)
{
    const char *name = gpu_scope_broken_guard(run->c.scope);
    name = name ? name : gpu_scope_broken_guard(run->c.workload->scope);
    if (name)
        case_fail(run->private.result, BENCH_FAILED_VERIFY, "wrote outside of buffer %s", name);
    return case_still_ok(run);
}

bool case_execute_checked(struct case_run *run, enum bench_check check)
{
    struct case_timing timing;
    const size_t poison = span_log_begin(run->log, "poison");
    for (size_t i = 0; i < run->private.output_count; i++) {
        const struct case_output *output = &run->private.outputs[i];
        if (output->buffer)
            gpu_buffer_fill(output->buffer, output->offset, output->bytes,
                            0x01010101u * POISON_BYTE);
        else if (output->target)
            gpu_target_poison(output->target);
        else if (output->memory)
            memset(output->memory, POISON_BYTE, output->bytes);
    }
    span_log_end(run->log, poison);
    if (!case_still_ok(run))
        return false;
    const size_t execution = span_log_begin(run->log, "execute");
    const bool executed = case_execute(run, &timing);
    span_log_end(run->log, execution);
    const size_t checking = span_log_begin(run->log, "check");
    const bool right = executed && check_guards(run) && run->c.bench->check(&run->c, check);
    span_log_end(run->log, checking);
    if (!case_still_ok(run))
        return false;
    if (!right)
        case_fail(run->private.result, BENCH_FAILED_VERIFY, "the check failed without a reason");
    return right;
}

/* Life ---------------------------------------------------------------------------------------- */

struct case_run *case_create(struct gpu *gpu, const struct plan_case *plan,
                             const struct bench_workload *workload, struct case_tools tools,
                             struct result *result)
{
    struct case_run *run = calloc(1, sizeof(*run));
    if (!run)
        return NULL;
    run->gpu = gpu;
    run->canary = tools.canary;
    run->cache = plan->cold ? tools.cache : NULL;
    run->inner = 1;
    run->private.plan = plan;
    run->private.result = result;
    run->c = (struct bench_case){ .bench = workload->bench,
                                  .variant = plan->variant,
                                  .workload = workload,
                                  .private = &run->private };
    run->c.state = arena_alloc(&run->private.arena, workload->bench->case_bytes);
    run->c.scope = gpu_scope_create(gpu);
    if (plan->files)
        gpu_scope_replace(run->c.scope, plan->files->replacements, plan->files->count);
    if (!run->c.state || fault_refuses_memory(plan->name))
        case_destroy(&run);
    return run;
}

void case_destroy(struct case_run **handle)
{
    struct case_run *run = *handle;
    *handle = NULL;
    if (!run)
        return;
    gpu_scope_destroy(&run->c.scope);
    arena_finish(&run->private.arena);
    free(run);
}

static bool needs_met(struct case_run *run)
{
    const uint32_t missing = run->c.variant->needs & ~gpu_info(run->gpu)->features;
    const char *name = gpu_feature_name((enum gpu_feature)(missing & (~missing + 1)));
    if (missing)
        case_fail(run->private.result, BENCH_UNSUPPORTED, "the device lacks %s",
                  name ? name : "a feature");
    return !missing;
}

bool case_asks(const struct case_run *run, const struct kernel_files *files)
{
    return kernel_files_asked(files, run->c.scope);
}

void case_leave_out(struct result *result)
{
    result->left_out = true;
    case_fail(result, BENCH_UNSUPPORTED, "its set-up asks for no kernel that a file replaces");
}

bool case_start(struct case_run *run)
{
    const struct bench *bench = run->c.bench;
    struct result *result = run->private.result;
    assert(run->c.variant->kind != BENCH_GPU || bench->record);
    assert(run->c.variant->kind != BENCH_HOST_DRIVEN || bench->drive);
    assert(run->c.variant->kind != BENCH_CPU || bench->compute);
    if (!case_still_ok(run) || !needs_met(run))
        return false;
    fault_reach(run->gpu, run->private.plan->name, FAULT_SETUP);
    const size_t setup = span_log_begin(run->log, "set-up");
    const bool ready = bench->setup(&run->c);
    span_log_end(run->log, setup);
    const bool ok = case_still_ok(run);
    if (run->private.plan->files && !case_asks(run, run->private.plan->files) &&
        (ok || result->status == BENCH_UNSUPPORTED)) {
        case_leave_out(result);
        return false;
    }
    if (!ok)
        return false;
    result->kernel_count = kernel_facts_read(run->c.scope, &result->kernels);
    if (!ready) {
        case_fail(result, BENCH_ERROR, "set-up failed without a reason");
        return false;
    }
    run->commands = gpu_commands_begin(run->c.scope);
    case_record_sample(run);
    if (!case_execute_checked(run, BENCH_CHECK_FULL))
        return false;
    result->verified_before = true;
    result->counters = run->counters;
    result->peak_bytes =
        gpu_scope_peak_bytes(run->c.scope) + gpu_scope_peak_bytes(run->c.workload->scope);
    bench->work(&run->c, &result->work);
    return true;
}

bool case_try(struct case_run *run, const struct sampler_rules *rules, double *shortest_ns)
{
    enum { TRIALS = 3 };
    *shortest_ns = INFINITY;
    for (int i = 0; i < TRIALS; i++) {
        struct case_timing timing;
        if (!case_execute(run, &timing))
            return false;
        *shortest_ns =
            fmin(*shortest_ns, run->c.variant->kind == BENCH_GPU ? timing.gpu_ns : timing.wall_ns);
        if (*shortest_ns > rules->case_wall_ns_max / 20)
            break;
    }
    return true;
}

bool case_repeat(struct case_run *run, uint32_t inner)
{
    struct result *result = run->private.result;
    const bool on_gpu = run->c.variant->kind == BENCH_GPU;
    assert(!run->cache || inner <= CASE_COLD_REPETITIONS_MAX);
    run->inner = result->inner_repetitions = inner;
    result->reset_in_sample = inner > 1 && on_gpu && !run->cache && run->c.bench->reset;
    if (inner > 1 && on_gpu)
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
    *judged_ns += result_uses_wall(result) ? timing.wall_ns : timing.gpu_ns;
    *clock = timing.clock;
    result->warmup_executions += run->inner;
    result->warmup_ns += clock_now_ns() - begin_ns;
    return true;
}

static bool result_add(struct result *result, struct result_sample sample)
{
    if (result->sample_count == result->sample_capacity) {
        const size_t capacity = result->sample_capacity ? 2 * result->sample_capacity : 32;
        struct result_sample *samples = realloc(result->samples, capacity * sizeof(*samples));
        if (!samples) {
            case_fail(result, BENCH_ERROR, "no host memory for samples");
            return false;
        }
        result->samples = samples;
        result->sample_capacity = capacity;
    }
    result->samples[result->sample_count++] = sample;
    return true;
}

bool case_sample(struct case_run *run, uint32_t round, uint32_t order)
{
    struct result *result = run->private.result;
    struct case_timing timing;
    fault_reach(run->gpu, run->private.plan->name, FAULT_SAMPLE);
    if (!case_execute(run, &timing))
        return false;
    const double judged_ns = result_uses_wall(result) ? timing.wall_ns : timing.gpu_ns;
    result->aside_ns += timing.aside_ns;
    if (!(judged_ns > 0)) {
        case_fail(result, BENCH_SUSPECT, "a sample took %g ns: the timestamps cannot be trusted",
                  judged_ns);
        return false;
    }
    return result_add(result, (struct result_sample){ .gpu_ns = timing.gpu_ns,
                                                      .wall_ns = timing.wall_ns,
                                                      .round = round,
                                                      .order = order,
                                                      .clock = timing.clock });
}

bool case_end(struct case_run *run)
{
    if (!case_execute_checked(run, BENCH_CHECK_QUICK))
        return false;
    run->private.result->verified_after = true;
    return true;
}
