/* SPDX-License-Identifier: MIT */
#include "harness/analysis/claims/claims.h"

#include "harness/base/base.h"
#include "harness/record/record.h"

#include <math.h>
#include <string.h>

bool metric_sampled(const struct published_measure *measure)
{
    return measure->quantity == PUBLISHED_GPU || measure->quantity == PUBLISHED_WALL ||
           measure->quantity == PUBLISHED_JUDGED || measure->quantity == PUBLISHED_HOST_SHARE;
}

bool metric_timed(const struct run_case *c, const struct published_measure *measure)
{
    if (measure->quantity == PUBLISHED_FLOOR_PERCENT ||
        measure->quantity == PUBLISHED_BYTES_PER_SECOND)
        return true;
    const struct run_metric *metric = measure->quantity == PUBLISHED_METRIC
                                          ? NAMED(c->metrics, c->metric_count, measure->name)
                                          : NULL;
    if (!metric)
        return false;
    return strcmp(metric->unit, "ns") == 0 || strcmp(metric->unit, "J") == 0 ||
           strcmp(metric->unit, "/s") == 0 || text_ends(metric->unit, "/s");
}

enum claims_quantity metric_quantity(const struct run_case *c,
                                     const struct published_measure *measure)
{
    const struct run_metric *metric = c && measure->quantity == PUBLISHED_METRIC
                                          ? NAMED(c->metrics, c->metric_count, measure->name)
                                          : NULL;
    if (metric_sampled(measure) || (metric && strcmp(metric->unit, "ns") == 0))
        return CLAIMS_NS;
    if (metric && strcmp(metric->unit, "J") == 0)
        return CLAIMS_JOULES;
    return measure->quantity == PUBLISHED_PEAK_BYTES || measure->quantity == PUBLISHED_SHARED_BYTES
               ? CLAIMS_BYTES
               : CLAIMS_PLAIN;
}

const char *const metric_counters[] = {
    "dispatches", "indirect_dispatches", "draws", "copies", "fills", "barriers",
    "submits",    "host_returns",        NULL
};

static double time_value(const struct run *run, const struct run_case *c, bool wall)
{
    const struct stats_summary *summary = wall ? &c->wall : &c->gpu;
    const bool counts = wall || run->row || run_case_device_counts(c); /* a row has what counts */
    if (!counts || summary->count == 0 || (!wall && c->kind == BENCH_CPU && !*c->api))
        return NAN;
    return wall == c->by_wall && c->launch_count > 0 ? c->time_between.median : summary->median;
}

double metric_value(const struct run *run, const struct run_case *c,
                    const struct published_measure *measure, bool wall)
{
    const struct run_metric *metric;
    const struct run_kernel *kernel;
    const void *record = &c->counters;
    const bool counted = measure->quantity == PUBLISHED_PEAK_BYTES ||
                         measure->quantity == PUBLISHED_SHARED_BYTES ||
                         measure->quantity == PUBLISHED_COUNTER;
    if (counted && *c->api) /* a program does not say it, and another API counts otherwise */
        return NAN;
    switch (measure->quantity) {
    case PUBLISHED_GPU: return time_value(run, c, false);
    case PUBLISHED_HOST_SHARE:
    case PUBLISHED_WALL: return time_value(run, c, true);
    case PUBLISHED_JUDGED: return time_value(run, c, wall);
    case PUBLISHED_PEAK_BYTES: return c->peak_bytes;
    case PUBLISHED_SHARED_BYTES:
        kernel = c->kernel_count > 0 ? run_kernel_find(run, c->kernels[0]) : NULL;
        return kernel ? kernel->shared_bytes : NAN;
    case PUBLISHED_COUNTER:
        for (size_t i = 0; metric_counters[i]; i++)
            if (strcmp(metric_counters[i], measure->name) == 0)
                return field_number(&c->counters,
                                    field_find(case_counters_fields, measure->name, &record));
        return NAN;
    case PUBLISHED_FACT: return run_fact_number(run, c->workload, measure->name);
    case PUBLISHED_FLOOR_PERCENT: return c->floor_percent;
    case PUBLISHED_BYTES_PER_SECOND:
        return (c->work.bytes_read + c->work.bytes_written) / time_value(run, c, c->by_wall) * 1e9;
    case PUBLISHED_METRIC:
        metric = NAMED(c->metrics, c->metric_count, measure->name);
        return metric ? metric->value : NAN;
    case PUBLISHED_NONE: break;
    }
    return NAN;
}

double metric_launch_value(const struct run_case *c, size_t launch,
                           const struct published_measure *measure, bool wall)
{
    if (launch >= c->launch_count)
        return NAN;
    const struct run_launch *own = &c->launches[launch];
    if (metric_sampled(measure))
        return wall == c->by_wall ? own->median_ns : NAN;
    const struct run_metric *metric = measure->quantity == PUBLISHED_METRIC
                                          ? NAMED(own->metrics, own->metric_count, measure->name)
                                          : NULL;
    return metric ? metric->value : NAN;
}
