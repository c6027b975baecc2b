/* SPDX-License-Identifier: MIT */
#include "harness/analysis/compare/unpaired.h"

#include "harness/analysis/compare/paired.h"

#include <math.h>
#include <stdlib.h>

static const struct stats_interval none = { NAN, NAN };

/* Both hold what either does. */
static struct stats_interval hull(struct stats_interval a, struct stats_interval b)
{
    return (struct stats_interval){ fmin(a.low, b.low), fmax(a.high, b.high) };
}

/* times: room for all samples; medians: for all launches. */
static struct stats_interval interval_between(const struct run_case *c, bool wall,
                                              double confidence, double *times, double *medians)
{
    struct stats_interval own = { INFINITY, -INFINITY };
    size_t low, high, count = 0;
    bool whole = true;
    for (uint32_t launch = 0; launch < c->launch_count; launch++) {
        const size_t taken = paired_times((struct paired_side){ c, wall }, launch, times);
        if (taken == 0)
            continue;
        const struct stats_interval within = stats_median_interval(times, taken, confidence);
        whole = whole && !isnan(within.low);
        own = hull(own, within);
        medians[count++] = stats_median(times, taken);
    }
    stats_sort(medians, count);
    if (stats_median_ranks(count, confidence, &low, &high))
        return (struct stats_interval){ medians[low], medians[high] };
    if (count == 0 || !whole)
        return none;
    return hull(own, (struct stats_interval){ medians[0], medians[count - 1] });
}

struct stats_interval unpaired_interval(const struct run_case *c, bool wall, double confidence)
{
    struct stats_interval interval = none;
    double *times = stats_numbers(c->sample_count + c->launch_count);
    if (c->launch_count > 0) {
        interval = interval_between(c, wall, confidence, times, times + c->sample_count);
    } else {
        const size_t count = paired_times((struct paired_side){ c, wall }, 0, times);
        interval = stats_median_interval(times, count, confidence);
    }
    free(times);
    /* The median of a summary, which lacks samples, need not lie between those it has. */
    const double median = unpaired_median_ns(c, wall);
    return isnan(interval.low) || !(median > 0)
               ? none
               : hull(interval, (struct stats_interval){ median, median });
}

double unpaired_median_ns(const struct run_case *c, bool wall)
{
    const struct stats_summary *summary = wall ? &c->wall : &c->gpu;
    if (!run_case_judged(c) || summary->count == 0)
        return NAN;
    return c->launch_count > 0 && wall == c->by_wall ? c->time_between.median : summary->median;
}

struct stats_ratio unpaired_ratio(const struct run_case *a, const struct run_case *b)
{
    const bool wall = a->by_wall || b->by_wall;
    const double ratio = unpaired_median_ns(a, wall) / unpaired_median_ns(b, wall);
    struct stats_ratio apart = { .ratio = isfinite(ratio) && ratio > 0 ? ratio : NAN,
                                 .interval = none };
    if (isnan(apart.ratio))
        return apart;
    const struct stats_interval own = unpaired_interval(a, wall, UNPAIRED_CONFIDENCE);
    const struct stats_interval other = unpaired_interval(b, wall, UNPAIRED_CONFIDENCE);
    if (!isnan(own.low) && !isnan(other.low))
        apart.interval = (struct stats_interval){ own.low / other.high, own.high / other.low };
    return apart;
}
