/* SPDX-License-Identifier: MIT */
/* The functions of bench.h that benches call on a case. */
#include "harness/engine/cpu/cpu_pool.h"
#include "harness/engine/measure/case_private.h"

#include <assert.h>
#include <math.h>
#include <string.h>

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
