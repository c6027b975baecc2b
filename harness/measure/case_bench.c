/* SPDX-License-Identifier: MIT */
/* What benches call of bench.h on a case. */
#include "harness/measure/case_private.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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

static void metric_set(struct bench_case *c, const char *name, const char *unit, double value,
                       bool rate)
{
    struct result *result = c->private->result;
    size_t i = 0;
    while (i < result->metric_count && strcmp(result->metrics[i].name, name) != 0)
        i++;
    assert(i < BENCH_METRICS_MAX && isfinite(value));
    result->metrics[i] = (struct result_metric){ name, unit, value, rate };
    result->metric_count = i == result->metric_count ? i + 1 : result->metric_count;
}

void bench_metric(struct bench_case *c, const char *name, const char *unit, double value)
{
    metric_set(c, name, unit, value, false);
}

void bench_metric_rate(struct bench_case *c, const char *name, const char *unit, double count)
{
    metric_set(c, name, unit, count, true);
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
    gpu_commands_timestamp(commands, CASE_SLOT_DRIVE_BEGIN);
}

bool bench_drive_submit(struct bench_case *c, struct gpu_commands *commands)
{
    double elapsed_ns;
    const struct gpu_counters counters = gpu_commands_counters(commands);
    struct gpu_counters *sum = &c->private->drive_counters;
    gpu_commands_timestamp(commands, CASE_SLOT_DRIVE_END);
    if (!gpu_commands_submit(commands) ||
        !gpu_commands_elapsed_ns(commands, CASE_SLOT_DRIVE_BEGIN, CASE_SLOT_DRIVE_END, &elapsed_ns))
        return false;
    c->private->drive_gpu_ns += elapsed_ns;
    sum->dispatches += counters.dispatches;
    sum->indirect_dispatches += counters.indirect_dispatches;
    sum->draws += counters.draws;
    sum->copies += counters.copies;
    sum->fills += counters.fills;
    sum->barriers += counters.barriers;
    sum->submits++;
    sum->host_returns++;
    return true;
}
