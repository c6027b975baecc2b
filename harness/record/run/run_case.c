/* SPDX-License-Identifier: MIT */
#include "harness/record/run/run.h"

#include <assert.h>
#include <math.h>
#include <string.h>

bool run_case_same_workload(const struct run_case *c, const struct run_case *other)
{
    return c->workload_key == other->workload_key && strcmp(c->workload, other->workload) == 0;
}

const struct run_axis *run_case_axis(const struct run_case *c, const char *name)
{
    return NAMED(c->axes, c->axis_count, name);
}

const char *run_case_axis_value(const struct run_case *c, const char *name)
{
    const struct run_axis *axis = run_case_axis(c, name);
    return axis ? axis->value : NULL;
}

bool run_case_same_axes(const struct run_case *c, const struct run_case *other)
{
    bool same = c->axis_count == other->axis_count;
    for (size_t i = 0; i < c->axis_count && same; i++)
        same = strcmp(c->axes[i].name, other->axes[i].name) == 0 &&
               strcmp(c->axes[i].value, other->axes[i].value) == 0;
    return same;
}

const struct stats_summary *run_case_judged(const struct run_case *c)
{
    const struct stats_summary *summary = c->by_wall ? &c->wall : &c->gpu;
    return c->status == BENCH_OK && summary->count > 0 ? summary : NULL;
}

double run_case_median_ns(const struct run_case *c)
{
    const struct stats_summary *summary = run_case_judged(c);
    if (!summary)
        return NAN;
    return c->launch_count > 0 ? c->time_between.median : summary->median;
}

bool run_case_device_counts(const struct run_case *c)
{
    static const double agreed = 0.05;
    const struct run_metric *slope = NAMED(c->metrics, c->metric_count, "slope_ns");
    const bool ours = slope && strcmp(slope->unit, "ns") == 0; /* no check has printed it */
    const double own_ns = ours ? slope->value : c->wall.median;
    return c->gpu.count > 0 && (!*c->api || fabs(c->gpu.median - own_ns) <= agreed * own_ns);
}

double run_case_sample_ns(const struct run_case *c, const struct run_sample *sample)
{
    return c->by_wall ? sample->wall_ns : sample->gpu_ns;
}

double run_case_joules(const struct run_case *c)
{
    const struct run_energy *energy = &c->energy;
    if (!energy->known || *energy->reason)
        return NAN;
    return isnan(energy->counter_j) ? energy->power_j : energy->counter_j;
}

struct stats_interval run_case_interval(const struct run_case *c)
{
    const struct stats_summary *summary = run_case_judged(c);
    if (!summary)
        return (struct stats_interval){ NAN, NAN };
    return c->launch_count > 0 ? c->time_between.interval : summary->interval;
}

struct stats_interval run_case_ratio_interval(const struct run_case *c)
{
    return c->launch_count > 0 ? c->ratio_between.interval : c->ratio.interval;
}

const char *const result_stop_names[RESULT_STOP_COUNT] = {
    [RESULT_STOP_NONE] = "none",       [RESULT_STOP_CONVERGED] = "converged",
    [RESULT_STOP_SAMPLES] = "samples", [RESULT_STOP_TIME] = "time",
    [RESULT_STOP_LONG] = "long",       [RESULT_STOP_INTERRUPTED] = "interrupted",
};

const char *const results_override_verdict_names[RESULTS_OVERRIDE_VERDICT_COUNT] = {
    NULL, "wrong", "no_time", "too_few_rounds", "no_difference", "faster", "slower",
};
