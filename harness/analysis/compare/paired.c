/* SPDX-License-Identifier: MIT */
#include "harness/analysis/compare/compare.h"
#include "harness/base/need.h"

#include <math.h>

bool paired_counts(const struct run_case *c, const struct run_sample *sample)
{
    const bool all = sample->launch < c->launch_count ? c->launches[sample->launch].throttled_count
                                                      : c->clock.throttled_count;
    return all || !sample->throttled;
}

static double sample_ns(struct paired_side side, const struct run_sample *sample)
{
    return side.wall ? sample->wall_ns : sample->gpu_ns;
}

static bool side_counts(struct paired_side side)
{
    return side.wall || !*side.c->api || run_case_device_counts(side.c);
}

bool paired_possible(const struct run_case *a, const struct run_case *b)
{
    return !foreign_is(a) && !foreign_is(b) && run_case_same_workload(a, b) &&
           (a->cache == RUN_CACHE_COLD) == (b->cache == RUN_CACHE_COLD);
}

/* Both hold what either does. */
static struct stats_interval hull(struct stats_interval a, struct stats_interval b)
{
    return (struct stats_interval){ fmin(a.low, b.low), fmax(a.high, b.high) };
}

/* Samples of a launch are in the order of their rounds, of which some may be missing. */
static size_t launch_begin(const struct run_case *c, uint32_t launch)
{
    size_t i = 0;
    while (i < c->sample_count && c->samples[i].launch < launch)
        i++;
    return i;
}

size_t paired_collect(struct paired_side a, struct paired_side b, uint32_t launch, double *times_a,
                      double *times_b)
{
    size_t i = launch_begin(a.c, launch), j = launch_begin(b.c, launch), pairs = 0;
    if (!side_counts(a) || !side_counts(b))
        return 0;
    while (i < a.c->sample_count && j < b.c->sample_count) {
        const struct run_sample *own = &a.c->samples[i], *other = &b.c->samples[j];
        if (own->launch != launch || other->launch != launch)
            break;
        i += own->round <= other->round;
        j += other->round <= own->round;
        if (own->round != other->round || !paired_counts(a.c, own) || !paired_counts(b.c, other))
            continue;
        times_a[pairs] = sample_ns(a, own);
        times_b[pairs] = sample_ns(b, other);
        if (times_a[pairs] > 0 && times_b[pairs] > 0)
            pairs++;
    }
    return pairs;
}

size_t paired_times(struct paired_side side, uint32_t launch, double *times)
{
    const struct run_case *c = side.c;
    size_t count = 0;
    for (size_t i = launch_begin(c, launch);
         i < c->sample_count && c->samples[i].launch == launch && side_counts(side); i++) {
        times[count] = sample_ns(side, &c->samples[i]);
        count += paired_counts(c, &c->samples[i]) && times[count] > 0;
    }
    return count;
}

struct stats_ratio paired_ratio(const struct run_case *a, const struct run_case *b)
{
    struct stats_ratio all = { .ratio = NAN, .interval = { NAN, NAN } };
    const bool wall = a->by_wall || b->by_wall;
    if (!paired_possible(a, b) || a->sample_count == 0)
        return all;
    const struct paired_side sides[2] = { { a, wall }, { b, wall } };
    const size_t launches = a->launch_count < b->launch_count ? a->launch_count : b->launch_count;
    OWNED double *times = stats_numbers(2 * a->sample_count + launches);
    double *others = times + a->sample_count, *ratios = others + a->sample_count;
    struct stats_interval own = { INFINITY, -INFINITY };
    bool whole = true;
    size_t count = 0;
    for (uint32_t launch = 0; launch == 0 || launch < launches; launch++) {
        const size_t pairs = paired_collect(sides[0], sides[1], launch, times, others);
        if (pairs == 0)
            continue;
        const struct stats_ratio one = stats_paired_ratio(times, others, pairs);
        ratios[count++] = one.ratio;
        own = hull(own, one.interval);
        whole = whole && !isnan(one.interval.low);
        all.pairs += pairs;
        if (launches == 0)
            all = one;
    }
    if (launches > 0) {
        const struct launch_stats between = launch_stats_launches(ratios, count);
        all.ratio = between.median;
        /* From the least to the greatest launch has less than 95 % where there are few: then the
         * interval also holds those of the launches themselves, and there is none where one of them
         * has none. */
        if (between.confidence >= 0.95)
            all.interval = between.interval;
        else if (between.launches >= 2 && whole)
            all.interval = hull(between.interval, own);
    }
    return all;
}

static const struct stats_interval none = { NAN, NAN };

struct stats_interval unpaired_interval(const struct run_case *c, bool wall, double confidence)
{
    OWNED double *times = stats_numbers(c->sample_count + c->launch_count);
    double *medians = times + c->sample_count; /* room for one at least */
    struct stats_interval own = { INFINITY, -INFINITY }, interval = none;
    size_t low, high, count = 0;
    bool whole = true;
    for (uint32_t launch = 0; launch == 0 || launch < c->launch_count; launch++) {
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
        interval = (struct stats_interval){ medians[low], medians[high] };
    else if (count > 0 && whole)
        interval = hull(own, (struct stats_interval){ medians[0], medians[count - 1] });
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
