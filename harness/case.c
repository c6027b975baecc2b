/* SPDX-License-Identifier: MIT */
#include "harness/case.h"

#include "harness/arena.h"
#include "harness/clock.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OUTPUTS_MAX = 16,
    SLOT_BEGIN = 0,
    SLOT_END = 1,
    SLOT_DRIVE_BEGIN = GPU_TIMESTAMPS_MAX - 2,
    SLOT_DRIVE_END = GPU_TIMESTAMPS_MAX - 1,
    POISON_BYTE = 0xA5,
};

struct output {
    struct gpu_buffer *buffer; /* NULL: memory of the host */
    void *memory;
    uint64_t offset, bytes;
};

struct case_private {
    const struct plan_case *plan;
    struct result *result;
    struct arena arena;
    struct output outputs[OUTPUTS_MAX];
    size_t output_count;
    double drive_gpu_ns; /* of the execution that is running */
    struct gpu_counters drive_counters;
};

struct case_run {
    struct bench_case c;
    struct case_private private;
    struct gpu *gpu;
    struct gpu_commands *commands; /* GPU: reset and execution; HOST_DRIVEN: reset alone */
    struct gpu_counters counters;  /* of one execution */
    uint32_t inner;
};

struct timing {
    double gpu_ns, wall_ns; /* per execution */
};

/* What benches call --------------------------------------------------------------------------- */

static const struct plan_axis_value *axis_value(const struct bench_case *c, const char *axis)
{
    const struct plan_case *plan = c->private->plan;
    for (size_t i = plan->value_count; i-- > 0;)
        if (strcmp(plan->values[i].axis->name, axis) == 0)
            return &plan->values[i];
    assert(!"the case has no such axis");
    return NULL;
}

int64_t bench_case_integer(const struct bench_case *c, const char *axis)
{
    return axis_value(c, axis)->integer;
}

const char *bench_case_text(const struct bench_case *c, const char *axis)
{
    return axis_value(c, axis)->text;
}

void *bench_case_alloc(struct bench_case *c, size_t bytes)
{
    void *memory = arena_alloc(&c->private->arena, bytes);
    if (!memory)
        case_fail(c->private->result, BENCH_ERROR, "no host memory for %zu bytes", bytes);
    return memory;
}

static void output_add(struct bench_case *c, struct output output)
{
    assert(c->private->output_count < OUTPUTS_MAX);
    c->private->outputs[c->private->output_count++] = output;
}

void bench_output(struct bench_case *c, struct gpu_buffer *buffer)
{
    bench_output_range(c, buffer, 0, gpu_buffer_bytes(buffer));
}

void bench_output_range(struct bench_case *c, struct gpu_buffer *buffer, uint64_t offset,
                        uint64_t bytes)
{
    output_add(c, (struct output){ .buffer = buffer, .offset = offset, .bytes = bytes });
}

void bench_output_memory(struct bench_case *c, void *memory, size_t bytes)
{
    output_add(c, (struct output){ .memory = memory, .bytes = bytes });
}

__attribute__((format(printf, 3, 0))) static void
end_with(struct bench_case *c, enum bench_status status, const char *format, va_list arguments)
{
    char text[RESULT_REASON_BYTES];
    vsnprintf(text, sizeof(text), format, arguments);
    case_fail(c->private->result, status, "%s", text);
}

bool bench_mismatch(struct bench_case *c, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    end_with(c, BENCH_FAILED_VERIFY, format, arguments);
    va_end(arguments);
    return false;
}

bool bench_unsupported(struct bench_case *c, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    end_with(c, BENCH_UNSUPPORTED, format, arguments);
    va_end(arguments);
    return false;
}

void bench_drive_begin(struct bench_case *c, struct gpu_commands *commands)
{
    (void)c;
    gpu_commands_restart(commands);
    gpu_commands_timestamp(commands, SLOT_DRIVE_BEGIN);
}

bool bench_drive_submit(struct bench_case *c, struct gpu_commands *commands)
{
    double elapsed_ns;
    const struct gpu_counters counters = gpu_commands_counters(commands);
    struct gpu_counters *sum = &c->private->drive_counters;
    gpu_commands_timestamp(commands, SLOT_DRIVE_END);
    if (!gpu_commands_submit(commands) ||
        !gpu_commands_elapsed_ns(commands, SLOT_DRIVE_BEGIN, SLOT_DRIVE_END, &elapsed_ns))
        return false;
    c->private->drive_gpu_ns += elapsed_ns;
    sum->dispatches += counters.dispatches;
    sum->indirect_dispatches += counters.indirect_dispatches;
    sum->copies += counters.copies;
    sum->fills += counters.fills;
    sum->barriers += counters.barriers;
    sum->submits++;
    sum->host_returns++;
    return true;
}

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

/* True while the case is ok; turns a failure of the device into the case's. */
static bool still_ok(struct case_run *run)
{
    if (gpu_failed(run->gpu)) {
        case_fail_device(run->private.result, gpu_failure(run->gpu));
        gpu_recover(run->gpu);
    }
    return run->private.result->status == BENCH_OK;
}

/* Execution ----------------------------------------------------------------------------------- */

static struct gpu_counters counters_minus(struct gpu_counters a, const struct gpu_counters *b)
{
    a.dispatches -= b->dispatches;
    a.indirect_dispatches -= b->indirect_dispatches;
    a.copies -= b->copies;
    a.fills -= b->fills;
    a.barriers -= b->barriers;
    return a;
}

/*
 * Reset, stamp, `inner` executions, stamp. Between executions lie a barrier and the reset, inside
 * the stamps. The last barrier makes the result visible before the end is stamped: a result nobody
 * can read is not a result.
 */
static void record_sample(struct case_run *run)
{
    struct bench_case *c = &run->c;
    const struct bench *bench = c->bench;
    gpu_commands_restart(run->commands);
    if (bench->reset)
        bench->reset(c, run->commands);
    if (c->variant->kind != BENCH_GPU)
        return;
    gpu_commands_barrier(run->commands, GPU_ACCESS_ALL, GPU_ACCESS_ALL);
    gpu_commands_timestamp(run->commands, SLOT_BEGIN);
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
    gpu_commands_timestamp(run->commands, SLOT_END);
    run->counters.submits = 1;
}

static bool execute_gpu(struct case_run *run, struct timing *timing)
{
    const double begin_ns = clock_now_ns();
    if (!gpu_commands_submit(run->commands))
        return false;
    timing->wall_ns = (clock_now_ns() - begin_ns) / run->inner;
    if (!gpu_commands_elapsed_ns(run->commands, SLOT_BEGIN, SLOT_END, &timing->gpu_ns))
        return false;
    timing->gpu_ns /= run->inner;
    return true;
}

static bool execute_host(struct case_run *run, struct timing *timing)
{
    const struct bench *bench = run->c.bench;
    const bool drives = run->c.variant->kind == BENCH_HOST_DRIVEN;
    bool ok = true;
    run->private.drive_gpu_ns = 0;
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

static bool execute(struct case_run *run, struct timing *timing)
{
    const bool ok =
        run->c.variant->kind == BENCH_GPU ? execute_gpu(run, timing) : execute_host(run, timing);
    if (!still_ok(run))
        return false;
    if (!ok)
        case_fail(run->private.result, BENCH_ERROR, "the execution failed without a reason");
    return ok;
}

static bool check_guards(struct case_run *run)
{
    const char *name = gpu_scope_broken_guard(run->c.scope);
    name = name ? name : gpu_scope_broken_guard(run->c.workload->scope);
    if (name)
        case_fail(run->private.result, BENCH_FAILED_VERIFY, "wrote outside of buffer %s", name);
    return still_ok(run);
}

/* One execution over poisoned outputs, and the check of what it wrote. */
static bool execute_checked(struct case_run *run, enum bench_check check)
{
    struct timing timing;
    for (size_t i = 0; i < run->private.output_count; i++) {
        const struct output *output = &run->private.outputs[i];
        if (output->buffer)
            gpu_buffer_fill(output->buffer, output->offset, output->bytes,
                            0x01010101u * POISON_BYTE);
        else if (output->memory)
            memset(output->memory, POISON_BYTE, output->bytes);
    }
    if (!still_ok(run) || !execute(run, &timing) || !check_guards(run))
        return false;
    const bool right = run->c.bench->check(&run->c, check);
    if (!still_ok(run))
        return false;
    if (!right)
        case_fail(run->private.result, BENCH_FAILED_VERIFY, "the check failed without a reason");
    return right;
}

/* Life ---------------------------------------------------------------------------------------- */

struct case_run *case_create(struct gpu *gpu, const struct plan_case *plan,
                             const struct bench_workload *workload, struct result *result)
{
    struct case_run *run = calloc(1, sizeof(*run));
    if (!run)
        return NULL;
    run->gpu = gpu;
    run->inner = 1;
    run->private.plan = plan;
    run->private.result = result;
    run->c = (struct bench_case){ .bench = workload->bench,
                                  .variant = plan->variant,
                                  .workload = workload,
                                  .private = &run->private };
    run->c.state = arena_alloc(&run->private.arena, workload->bench->case_bytes);
    run->c.scope = gpu_scope_create(gpu);
    if (!run->c.state)
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

bool case_start(struct case_run *run)
{
    const struct bench *bench = run->c.bench;
    struct result *result = run->private.result;
    assert(run->c.variant->kind != BENCH_GPU || bench->record);
    assert(run->c.variant->kind != BENCH_HOST_DRIVEN || bench->drive);
    assert(run->c.variant->kind != BENCH_CPU || bench->compute);
    if (!still_ok(run) || !needs_met(run))
        return false;
    const bool ready = bench->setup(&run->c);
    if (!still_ok(run))
        return false;
    if (!ready) {
        case_fail(result, BENCH_ERROR, "set-up failed without a reason");
        return false;
    }
    run->commands = gpu_commands_begin(run->c.scope);
    record_sample(run);
    if (!execute_checked(run, BENCH_CHECK_FULL))
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
        struct timing timing;
        if (!execute(run, &timing))
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
    run->inner = result->inner_repetitions = inner;
    result->reset_in_sample = inner > 1 && on_gpu && run->c.bench->reset;
    if (inner > 1 && on_gpu)
        record_sample(run);
    return still_ok(run);
}

bool case_warm(struct case_run *run, double *judged_ns)
{
    struct result *result = run->private.result;
    struct timing timing;
    const double begin_ns = clock_now_ns();
    if (!execute(run, &timing))
        return false;
    *judged_ns += result_uses_wall(result) ? timing.wall_ns : timing.gpu_ns;
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
    struct timing timing;
    if (!execute(run, &timing))
        return false;
    const double judged_ns = result_uses_wall(result) ? timing.wall_ns : timing.gpu_ns;
    if (!(judged_ns > 0)) {
        case_fail(result, BENCH_SUSPECT, "a sample took %g ns: the timestamps cannot be trusted",
                  judged_ns);
        return false;
    }
    return result_add(result,
                      (struct result_sample){ timing.gpu_ns, timing.wall_ns, round, order });
}

bool case_end(struct case_run *run)
{
    if (!execute_checked(run, BENCH_CHECK_QUICK))
        return false;
    run->private.result->verified_after = true;
    return true;
}
