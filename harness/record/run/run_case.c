/* SPDX-License-Identifier: MIT */
#include "harness/record/run/run_case.h"

#include <assert.h>
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

const char *result_stop_name(enum result_stop stop)
{
    switch (stop) {
    case RESULT_STOP_NONE: return "none";
    case RESULT_STOP_CONVERGED: return "converged";
    case RESULT_STOP_SAMPLES: return "samples";
    case RESULT_STOP_TIME: return "time";
    case RESULT_STOP_LONG: return "long";
    case RESULT_STOP_INTERRUPTED: return "interrupted";
    }
    assert(!"not a reason to stop");
    return "";
}

const char *results_override_verdict_name(enum results_override_verdict verdict)
{
    static const char *const names[RESULTS_OVERRIDE_VERDICT_COUNT] = {
        NULL, "wrong", "no_time", "too_few_rounds", "no_difference", "faster", "slower",
    };
    return names[verdict];
}
