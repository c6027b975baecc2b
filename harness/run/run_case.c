/* SPDX-License-Identifier: MIT */
#include "harness/run/run_case.h"

#include <math.h>

const struct stats_summary *run_case_judged(const struct run_case *c)
{
    const struct stats_summary *summary = c->by_wall ? &c->wall : &c->gpu;
    return c->status == BENCH_OK && summary->count > 0 ? summary : NULL;
}

double run_case_median_ns(const struct run_case *c)
{
    const struct stats_summary *summary = run_case_judged(c);
    return summary ? summary->median : NAN;
}

void run_case_drop_ratio(struct run_case *c)
{
    c->ratio = (struct stats_ratio){ .ratio = NAN, .interval = { NAN, NAN } };
}

void run_case_drop_times(struct run_case *c)
{
    c->samples = NULL;
    c->sample_count = 0;
    c->gpu = c->wall = (struct stats_summary){
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
    run_case_drop_ratio(c);
    c->clock = (struct run_clock){ NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, false };
    c->tick_ns = c->empty_ns = NAN;
}
