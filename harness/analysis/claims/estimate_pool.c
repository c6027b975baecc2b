/* SPDX-License-Identifier: MIT */
#include "harness/analysis/claims/estimate_pool.h"

#include "harness/base/need.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const double estimate_factor_device = 1.03, estimate_factor_wall = 1.12, estimate_factor_host = 1.5;

/* All that their own intervals hold, or their values where `values`. */
static struct stats_interval hull(const struct estimate_points *processes, bool values)
{
    struct stats_interval all = { INFINITY, -INFINITY };
    for (size_t i = 0; i < processes->count; i++) {
        const struct estimate_point *point = &processes->points[i];
        const struct stats_interval own =
            values ? (struct stats_interval){ point->value, point->value } : point->interval;
        if (isnan(own.low) || isnan(own.high))
            return (struct stats_interval){ NAN, NAN };
        all.low = fmin(all.low, own.low);
        all.high = fmax(all.high, own.high);
    }
    return all;
}

/* Cards and runs ------------------------------------------------------------------------------ */

typedef bool same_unit(const struct estimate_point *a, const struct estimate_point *b);

static bool same_run(const struct estimate_point *a, const struct estimate_point *b)
{
    return a->run == b->run;
}

static bool same_card(const struct estimate_point *a, const struct estimate_point *b)
{
    return strcmp(a->run->device.uuid, b->run->device.uuid) == 0;
}

/* One point for each unit, with the median of its points; returns how many. units: room for as many
 * points, values: for as many numbers. */
static size_t units_find(const struct estimate_point *points, size_t count, same_unit *same,
                         struct estimate_point *units, double *values)
{
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        bool seen = false;
        size_t own = 0;
        for (size_t k = 0; k < found && !seen; k++)
            seen = same(&units[k], &points[i]);
        for (size_t k = i; k < count && !seen; k++)
            if (same(&points[i], &points[k]))
                values[own++] = points[k].value;
        if (seen)
            continue;
        units[found] = points[i];
        units[found++].value = stats_median(values, own);
    }
    return found;
}

static double share_grown(double share, double factor)
{
    const double odds = share / (1 - share) * factor;
    return isinf(odds) ? 1 : odds / (1 + odds);
}

static struct stats_interval grown(struct stats_interval interval, double factor, bool share)
{
    if (share)
        return (struct stats_interval){ share_grown(interval.low, 1 / factor),
                                        share_grown(interval.high, factor) };
    return (struct stats_interval){ interval.low / factor, interval.high * factor };
}

static double factor_of(const struct estimate *estimate)
{
    const double factor = estimate->host   ? estimate_factor_host
                          : estimate->wall ? estimate_factor_wall
                                           : estimate_factor_device;
    if (estimate->exact || estimate->cards > 2)
        return 1;
    return estimate->cards == 2 ? sqrt(factor) : factor;
}

/* Between processes of one card. */
static void card_join(const struct estimate_points *processes, double *values,
                      struct estimate *estimate)
{
    for (size_t i = 0; i < processes->count; i++)
        values[i] = processes->points[i].value;
    const struct launch_stats between = launch_stats_launches(values, processes->count);
    const bool enough = !estimate->exact && processes->count >= ESTIMATE_PROCESSES_LEAST;
    estimate->value = between.median;
    estimate->interval = enough ? between.interval : hull(processes, estimate->exact);
}

/* Between cards of one model. */
static void model_join(const struct estimate_point *cards, const struct estimate_points *runs,
                       double *values, bool share, struct estimate *estimate)
{
    for (size_t i = 0; i < estimate->cards; i++)
        values[i] = cards[i].value;
    estimate->value = stats_median(values, estimate->cards);
    estimate->factor = factor_of(estimate);
    if (!estimate->exact && estimate->cards >= ESTIMATE_CARDS_LEAST)
        estimate->interval = launch_stats_launches(values, estimate->cards).interval;
    else
        estimate->interval = grown(hull(runs, true), estimate->factor, share);
}

/* The run of the point that comes nearest to the value. */
static const struct run *typical_find(const struct estimate_points *points, double value)
{
    const struct run *typical = NULL;
    double nearest = INFINITY;
    for (size_t i = 0; i < points->count; i++) {
        const double away = fabs(points->points[i].value - value);
        if (typical && !(away < nearest))
            continue;
        nearest = away;
        typical = points->points[i].run;
    }
    return typical;
}

void estimate_pool(const struct estimate_points *processes, const struct estimate_request *request,
                   struct estimate *estimate)
{
    const size_t count = processes->count;
    double *values = need_bytes(count * sizeof(*values));
    struct estimate_points runs = { .points = need_bytes(count * sizeof(*runs.points)) };
    struct estimate_point *cards = need_bytes(count * sizeof(*cards));
    estimate->processes = count;
    estimate->same_rounds = true;
    for (size_t i = 0; i < count; i++) {
        estimate->n += processes->points[i].n;
        estimate->same_rounds = estimate->same_rounds && processes->points[i].same_rounds;
    }
    if (count > 0) {
        runs.count = units_find(processes->points, count, same_run, runs.points, values);
        estimate->runs = runs.count;
        estimate->cards = units_find(runs.points, runs.count, same_card, cards, values);
        if (request->unit == ESTIMATE_CARD)
            card_join(processes, values, estimate);
        else
            model_join(cards, &runs, values, request->share, estimate);
        estimate->typical = typical_find(&runs, estimate->value);
    }
    free(values);
    free(runs.points);
    free(cards);
}
