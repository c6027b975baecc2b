/* SPDX-License-Identifier: MIT */
#include "harness/engine/measure/measure.h"

#include "harness/base/need.h"
#include "harness/record/record.h"

#include <stdlib.h>

void result_init(struct result *result, const struct plan_group *group,
                 const struct plan_case *plan)
{
    *result = (struct result){ .plan = plan, .variant = plan->variant };
    struct run_case *c = &result->c;
    case_clear(c);
    c->name = plan->name;
    c->workload = group->workload_name;
    c->workload_key = case_workload_key(c->workload);
    /* A case that is inspected is of no technique. */
    c->technique = group->technique ? group->technique->name : NULL;
    c->bench = group->bench->name;
    c->variant = plan->variant->name;
    c->kind = plan->variant->kind;
    c->api = plan->variant->api ? plan->variant->api : "";
    c->by_wall = c->kind != BENCH_GPU;
    c->baseline = plan->baseline;
    c->yardstick = plan->variant->yardstick;
    c->twin = plan->files;
    c->ceiling = plan->files ? BENCH_CEILING_NONE : plan->variant->ceiling;
    c->cache = plan->cold             ? RUN_CACHE_COLD
               : c->kind == BENCH_CPU ? RUN_CACHE_NONE /* hot ones of kind cpu once had none */
                                      : RUN_CACHE_HOT;
    c->inner_repetitions = 1;
    c->warmup_ns = c->warmup_executions = c->peak_bytes = 0;
    c->clock = (struct run_clock){ .raises = 0 };
    c->work = (struct bench_work){ .chain = 0 };
    c->counters = (struct run_counters){ .dispatches = 0 };
    for (size_t i = 0; i < group->case_count; i++)
        result->beside_wall = result->beside_wall || group->cases[i].variant->kind != BENCH_GPU;
}

void result_add(struct result *result, const struct run_sample *sample)
{
    struct run_case *c = &result->c;
    c->samples = need_room(c->samples, c->sample_count, &c->sample_room, sizeof(*c->samples));
    c->samples[c->sample_count++] = *sample;
}

void result_finish(struct result *result)
{
    free(result->c.samples);
    free(result->c.probe.samples);
    free(result->asked);
    kernel_facts_finish(&result->kernels, result->kernel_count);
    result->c.samples = NULL;
    result->c.probe.samples = NULL;
    result->c.sample_count = result->c.sample_room = result->c.probe.sample_count = 0;
    result->asked = NULL;
    result->kernel_count = 0;
}

static double sample_ns(const struct result *result, size_t i, bool wall)
{
    return wall ? result->c.samples[i].wall_ns : result->c.samples[i].gpu_ns;
}

bool result_sample_counts(const struct result *result, size_t i)
{
    return result->c.clock.throttled_count || !result->c.samples[i].throttled;
}

static struct stats_summary summarize(const struct result *result, bool wall, double *values)
{
    size_t count = 0;
    for (size_t i = 0; i < result->c.sample_count; i++)
        if (result_sample_counts(result, i))
            values[count++] = sample_ns(result, i, wall);
    return stats_summarize(values, count);
}

/* One that is driven need not submit anything that is stamped: it has no time then, and not 0. */
static bool has_gpu_time(const struct result *result)
{
    for (size_t i = 0; i < result->c.sample_count; i++)
        if (!(result->c.samples[i].gpu_ns > 0))
            return false;
    return true;
}

size_t result_pairs(const struct result *result, const struct result *baseline, double *own,
                    double *other)
{
    const bool wall = result->c.by_wall || !has_gpu_time(baseline);
    size_t pairs = 0;
    for (size_t i = 0; i < result->c.sample_count && i < baseline->c.sample_count; i++) {
        if (!result_sample_counts(result, i) || !result_sample_counts(baseline, i))
            continue;
        own[pairs] = sample_ns(result, i, wall);
        other[pairs++] = sample_ns(baseline, i, wall);
    }
    return pairs;
}

void result_summarize(struct result *result, const struct result *baseline)
{
    const size_t count = result->c.sample_count;
    if (result->c.status != BENCH_OK || count == 0)
        return;
    OWNED double *values = stats_numbers(2 * count);
    if (has_gpu_time(result))
        result->c.gpu = summarize(result, false, values);
    result->c.wall = summarize(result, true, values);
    if (baseline && baseline->c.status == BENCH_OK) {
        const size_t pairs = result_pairs(result, baseline, values, values + count);
        if (pairs > 0)
            result->c.ratio = stats_paired_ratio(values, values + count, pairs);
    }
}
