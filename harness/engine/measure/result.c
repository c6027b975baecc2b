/* SPDX-License-Identifier: MIT */
#include "harness/engine/measure/result.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void result_init(struct result *result, const struct plan_group *group,
                 const struct plan_case *plan)
{
    snprintf(result->name, sizeof(result->name), "%s", plan->name);
    snprintf(result->workload, sizeof(result->workload), "%s", group->workload_name);
    memcpy(result->values, plan->values, sizeof(result->values));
    result->value_count = plan->value_count;
    result->technique = group->technique;
    result->bench = group->bench;
    result->variant = plan->variant;
    result->baseline = plan->baseline;
    result->cold = plan->cold;
    for (size_t i = 0; i < group->case_count; i++)
        result->beside_wall = result->beside_wall || group->cases[i].variant->kind != BENCH_GPU;
    result->files = plan->files;
    result->sampling.repetitions = 1;
}

bool result_uses_wall(const struct result *result)
{
    return result->variant->kind != BENCH_GPU;
}

double result_sample_ns(const struct result *result, const struct result_sample *sample)
{
    return result_uses_wall(result) ? sample->wall_ns : sample->gpu_ns;
}

void result_finish(struct result *result)
{
    free(result->samples);
    result->samples = NULL;
    result->sample_count = result->sample_capacity = 0;
    free(result->probe.samples);
    result->probe = (struct result_probe){ 0 };
    free(result->asked);
    result->asked = NULL;
    kernel_facts_finish(&result->kernels, result->kernel_count);
    result->kernel_count = 0;
}

static double sample_ns(const struct result *result, size_t i, bool wall)
{
    return wall ? result->samples[i].wall_ns : result->samples[i].gpu_ns;
}

bool result_sample_counts(const struct result *result, size_t i)
{
    return result->throttled_count || !result->samples[i].throttled;
}

static struct stats_summary summarize(const struct result *result, bool wall, double *values)
{
    size_t count = 0;
    for (size_t i = 0; i < result->sample_count; i++)
        if (result_sample_counts(result, i))
            values[count++] = sample_ns(result, i, wall);
    return stats_summarize(values, count);
}

size_t result_pairs(const struct result *result, const struct result *baseline, double *own,
                    double *other)
{
    const bool wall = result_uses_wall(result) || baseline->variant->kind == BENCH_CPU;
    size_t pairs = 0;
    for (size_t i = 0; i < result->sample_count && i < baseline->sample_count; i++) {
        if (!result_sample_counts(result, i) || !result_sample_counts(baseline, i))
            continue;
        own[pairs] = sample_ns(result, i, wall);
        other[pairs++] = sample_ns(baseline, i, wall);
    }
    return pairs;
}

/* One that is driven need not submit anything that is stamped: it has no time then, and not 0. */
static bool has_gpu_time(const struct result *result)
{
    for (size_t i = 0; i < result->sample_count; i++)
        if (!(result->samples[i].gpu_ns > 0))
            return false;
    return true;
}

bool result_summarize(struct result *result, const struct result *baseline)
{
    const size_t count = result->sample_count;
    if (result->status != BENCH_OK || count == 0)
        return true;
    double *values = calloc(2 * count, sizeof(*values));
    if (!values)
        return false;
    if (has_gpu_time(result))
        result->gpu = summarize(result, false, values);
    result->wall = summarize(result, true, values);
    if (baseline && baseline->status == BENCH_OK) {
        const size_t pairs = result_pairs(result, baseline, values, values + count);
        if (pairs > 0)
            result->ratio = stats_paired_ratio(values, values + count, pairs);
    }
    free(values);
    return true;
}
