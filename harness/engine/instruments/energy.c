/* SPDX-License-Identifier: MIT */
/* energy.c: the mean power of a loop of equal executions, by two methods. */
#include "harness/engine/instruments/instruments.h"

#include "harness/base/need.h"
#include "harness/os/os.h"
#include "harness/record/run/run.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static const double slope_error_max = 0.005, window_least_ns = 1e9, powers_least_ns = 2e9,
                    stands_most_ns = 3e9;
enum { TICKS_LEAST = 10, POWERS_LEAST = 10 };

/* The series ---------------------------------------------------------------------------------- */

void energy_series_add(struct energy_series *series, double ns, double joules, double watts)
{
    series->points =
        need_room(series->points, series->count, &series->room, sizeof(*series->points));
    const size_t i = series->count++;
    struct energy_point *points = series->points;
    points[i] = (struct energy_point){ ns, joules, watts };
    series->powers += !isnan(watts);
    if (i == 0)
        return;
    if (isnan(joules)) /* not read: as it was */
        points[i].joules = points[i - 1].joules;
    series->stands_ns += ns - points[i - 1].ns;
    if (!(points[i].joules > points[i - 1].joules))
        return;
    if (series->ticks++ == 0)
        series->first = i;
    series->last = i;
    series->stands_ns = 0;
}

void energy_series_finish(struct energy_series *series)
{
    free(series->points);
    *series = (struct energy_series){ .points = NULL };
}

enum energy_want energy_series_wants(const struct energy_series *series, bool counts)
{
    const struct energy_point *points = series->points;
    if (series->count == 0)
        return ENERGY_MORE;
    if (!counts)
        return series->powers >= POWERS_LEAST &&
                       points[series->count - 1].ns - points[0].ns >= powers_least_ns
                   ? ENERGY_ENOUGH
                   : ENERGY_MORE;
    if (series->stands_ns >= stands_most_ns)
        return ENERGY_STANDS;
    if (series->ticks <= TICKS_LEAST)
        return ENERGY_MORE;
    /* Relative error of the slope through the ticks: each is seen late by up to the pause between
     * two readings, or is as old as a tick; that of n ticks over the window is such a pause over
     * the window and the root of n. */
    const double ticks = (double)series->ticks;
    const double window_ns = points[series->last].ns - points[series->first].ns;
    const double pause_ns = window_ns / (double)(series->last - series->first);
    const double error = fmin(pause_ns, window_ns / (ticks - 1)) / (window_ns * sqrt(ticks));
    return window_ns >= window_least_ns && error <= slope_error_max ? ENERGY_ENOUGH : ENERGY_MORE;
}

/* The mean of power samples over their time, each until the next one. */
static double mean_w(const struct energy_series *series, size_t begin, size_t end)
{
    double sum = 0, count = 0;
    for (size_t i = begin; i <= end; i++) {
        if (isnan(series->points[i].watts))
            continue;
        sum += series->points[i].watts;
        count++;
    }
    return count > 0 ? sum / count : NAN;
}

static bool is_tick(const struct energy_series *series, size_t i)
{
    return series->points[i].joules > series->points[i - 1].joules;
}

/* The slope of least squares through the points at which the counter had gone on. */
static double counter_w(const struct energy_series *series, size_t begin, size_t end)
{
    const struct energy_point *origin = &series->points[begin];
    double n = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (size_t i = begin; i <= end; i++) {
        const double s = (series->points[i].ns - origin->ns) * 1e-9;
        const double joules = series->points[i].joules - origin->joules;
        if (!is_tick(series, i))
            continue;
        n++;
        x += s;
        y += joules;
        xx += s * s;
        xy += s * joules;
    }
    return (n * xy - x * y) / (n * xx - x * x);
}

static double apart(double a, double b)
{
    return fabs(a - b) / fmin(a, b);
}

void energy_series_end(const struct energy_series *series, bool counts, struct energy_power *power)
{
    *power = (struct energy_power){ NAN, NAN, NAN, NAN, NAN };
    const bool ticked = counts && series->ticks > TICKS_LEAST;
    const size_t begin = ticked ? series->first : 0;
    const size_t end = ticked ? series->last : series->count - 1;
    if (series->count < 2 || (counts && !ticked))
        return;
    const struct energy_point *points = series->points;
    const double half_ns = (points[begin].ns + points[end].ns) / 2;
    power->window_ns = points[end].ns - points[begin].ns;
    power->power_w = mean_w(series, begin, end);
    if (ticked) {
        size_t half = begin + 1; /* the first tick behind the middle */
        while (half < series->last && (points[half].ns < half_ns || !is_tick(series, half)))
            half++;
        power->tick_ns = power->window_ns / (double)(series->ticks - 1);
        power->counter_w = counter_w(series, begin, end);
        power->apart = !isnan(power->power_w)
                           ? apart(power->counter_w, power->power_w)
                           : apart(counter_w(series, begin, half), counter_w(series, half, end));
        return;
    }
    size_t half = begin;
    while (half < end && points[half].ns < half_ns)
        half++;
    power->apart = apart(mean_w(series, begin, half), mean_w(series, half, end));
}

void energy_refuse(const struct run_energy *energy, char reason[RESULT_REASON_BYTES])
{
    static const double busy_least = 0.95, apart_max = 0.05;
    const double joules = isnan(energy->counter_j) ? energy->power_j : energy->counter_j;
    const bool both = !isnan(energy->counter_j) && !isnan(energy->power_j);
    reason[0] = 0;
    if (energy->busy < busy_least)
        snprintf(reason, RESULT_REASON_BYTES,
                 "the device computed in %.0f %% of the loop, and %.0f %% are wanted; stop other "
                 "work, or measure a larger input",
                 100 * energy->busy, 100 * busy_least);
    else if (!(joules > 0))
        snprintf(reason, RESULT_REASON_BYTES, "the meter says %.3g J", joules);
    else if (!(energy->apart <= apart_max))
        snprintf(reason, RESULT_REASON_BYTES,
                 "%s are %.1f %% apart, and %.0f %% are allowed; stop other work and run it again",
                 both ? "energy counter and power samples" : "the two halves of the loop",
                 100 * energy->apart, 100 * apart_max);
}

/* Sums ---------------------------------------------------------------------------------------- */

void energy_sum_add(struct energy_sum *sum, const struct energy_reading *reading)
{
    struct energy_reading *total = &sum->total;
    if (!sum->any)
        *total = (struct energy_reading){ 0, NAN, NAN, NAN, 0 };
    sum->any = true;
    if (!isnan(reading->power_w)) {
        total->power_w += reading->power_w;
        sum->powers++;
    }
    /* fmax() and fmin() take the other one in place of NAN. */
    total->temperature_c = fmax(total->temperature_c, reading->temperature_c);
    total->core_hz = fmin(total->core_hz, reading->core_hz);
    total->memory_hz = fmin(total->memory_hz, reading->memory_hz);
    total->limits |= reading->limits;
}

struct energy_reading energy_sum_read(const struct energy_sum *sum)
{
    struct energy_reading reading = { NAN, NAN, NAN, NAN, 0 };
    if (!sum->any)
        return reading;
    reading = sum->total;
    reading.power_w = sum->powers > 0 ? sum->total.power_w / sum->powers : NAN;
    return reading;
}

/* The watch ----------------------------------------------------------------------------------- */

struct energy_watch {
    struct energy_meter *meter;
    pthread_t thread;
    atomic_bool ends;
    atomic_int wants;
    struct energy_series series; /* the thread's until it has ended */
    struct energy_sum sum;
};

static void watch_read(struct energy_watch *watch)
{
    struct energy_reading reading;
    energy_meter_read(watch->meter, &reading);
    energy_sum_add(&watch->sum, &reading);
}

/* A call may take 50 ms while the device works: the counter comes first, power ten times a second,
 * and all the rest before and behind the series, with the loop still running. */
static void *watch_run(void *context)
{
    static const double pause_ns = 1e6, power_each_ns = 1e8;
    struct energy_watch *watch = context;
    enum energy_want wants = ENERGY_MORE;
    double power_ns = -INFINITY;
    watch_read(watch);
    while (!atomic_load(&watch->ends) && wants == ENERGY_MORE) {
        const double joules = energy_meter_joules(watch->meter);
        const double ns = clock_now_ns();
        const bool power = ns - power_ns >= power_each_ns;
        energy_series_add(&watch->series, ns, joules,
                          power ? energy_meter_watts(watch->meter) : NAN);
        power_ns = power ? ns : power_ns;
        wants = energy_series_wants(&watch->series, watch->meter->counts);
        if (wants == ENERGY_MORE)
            clock_sleep_ns(pause_ns);
    }
    watch_read(watch);
    atomic_store(&watch->wants, (int)wants);
    return NULL;
}

struct energy_watch *energy_watch_begin(struct energy_meter *meter)
{
    struct energy_watch *watch = need_zeroed(1, sizeof(*watch));
    watch->meter = meter;
    if (os_thread_start(&watch->thread, watch_run, watch) == 0)
        return watch;
    free(watch);
    return NULL;
}

enum energy_want energy_watch_wants(struct energy_watch *watch)
{
    return (enum energy_want)atomic_load(&watch->wants);
}

void energy_watch_end(struct energy_watch **watch, struct energy_power *power,
                      struct energy_reading *reading)
{
    struct energy_watch *own = *watch;
    atomic_store(&own->ends, true);
    pthread_join(own->thread, NULL);
    energy_series_end(&own->series, own->meter->counts, power);
    *reading = energy_sum_read(&own->sum);
    energy_series_finish(&own->series);
    free(own);
    *watch = NULL;
}
