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
