/* SPDX-License-Identifier: MIT */
#include "harness/record/run/run_case.h"

#include <math.h>
#include <string.h>

bool run_case_same_workload(const struct run_case *c, const struct run_case *other)
{
    return c->workload_key == other->workload_key && strcmp(c->workload, other->workload) == 0;
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

static const struct launch_stats no_between = { 0, NAN, { NAN, NAN }, NAN, false };

void run_case_drop_ratio(struct run_case *c)
{
    c->ratio_between = no_between;
    c->ratio = (struct stats_ratio){ .ratio = NAN, .interval = { NAN, NAN } };
}

static const struct stats_summary no_times = {
    .minimum = NAN,
    .quartile1 = NAN,
    .median = NAN,
    .quartile3 = NAN,
    .maximum = NAN,
    .interval = { NAN, NAN },
    .trimmed_mean = NAN,
    .mad = NAN,
    .drift = NAN,
};

void run_case_drop_times(struct run_case *c)
{
    c->samples = NULL;
    c->launches = NULL;
    c->launch_count = 0;
    c->time_between = no_between;
    c->sample_count = 0;
    c->gpu = c->wall = c->probe.time = no_times;
    c->probe_percent = NAN;
    run_case_drop_ratio(c);
    c->twin_ratio = c->ratio;
    c->clock = (struct run_clock){ NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, false };
    c->tick_ns = c->empty_ns = NAN;
}
