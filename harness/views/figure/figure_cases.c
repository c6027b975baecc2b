/* SPDX-License-Identifier: MIT */
#include "harness/views/figure/figure_make.h"

#include "harness/analysis/claims/claims.h"
#include "harness/base/need.h"
#include "harness/views/table/table_parts.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Which cases ---------------------------------------------------------------------------------- */

static bool list_has(const char *list, size_t list_length, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = list, *end = list + list_length; at <= end;) {
        const char *next = memchr(at, '|', (size_t)(end - at));
        const size_t own = (size_t)((next ? next : end) - at);
        if (own == length && strncmp(at, name, length) == 0)
            return true;
        at += own + 1;
    }
    return false;
}

/* "axis:value|value". */
static bool condition_holds(const char *condition, size_t length, const struct run_latest_case *it)
{
    char axis[64];
    const size_t name = strcspn(condition, ":");
    snprintf(axis, sizeof(axis), "%.*s", (int)name, condition);
    const char *value = run_latest_axis(it, axis);
    return !value || list_has(condition + name + 1, length - name - 1, value);
}

static bool only_holds(const char *only, const struct run_latest_case *it)
{
    for (const char *at = only; *at;) {
        const size_t length = strcspn(at, "/");
        if (!condition_holds(at, length, it))
            return false;
        at += length + (at[length] == '/');
    }
    return true;
}

bool figure_cases_have(const struct published_plot_cases *cases, const struct run_latest_case *it)
{
    const struct run_case *c = it->c;
    return c->status == BENCH_OK && !c->twin && c->cache != RUN_CACHE_COLD &&
           strcmp(c->technique, cases->technique) == 0 && strcmp(c->bench, cases->bench) == 0 &&
           (strcmp(cases->variants, "*") == 0 ||
            list_has(cases->variants, strlen(cases->variants), c->variant)) &&
           only_holds(cases->only, it);
}

/* Values of the cases ------------------------------------------------------------------------- */

static struct figure_point time_of(const struct run_case *c, bool wall)
{
    const struct stats_summary *summary = wall ? &c->wall : &c->gpu;
    struct figure_point point = { .y = summary->median,
                                  .low = summary->interval.low,
                                  .high = summary->interval.high };
    if (c->by_wall == wall) {
        const struct stats_interval interval = run_case_interval(c);
        point = (struct figure_point){ .y = run_case_median_ns(c),
                                       .low = interval.low,
                                       .high = interval.high };
    }
    if (summary->count == 0)
        point.y = NAN;
    return point;
}

static struct figure_point speedup_of(const struct run_latest_case *it)
{
    const struct run_case *c = it->c;
    const struct stats_interval interval = run_case_ratio_interval(c);
    struct figure_point point = { .y = 1 / c->ratio.ratio,
                                  .low = 1 / interval.high,
                                  .high = 1 / interval.low };
    if (c->baseline)
        point = (struct figure_point){ .y = 1, .low = NAN, .high = NAN };
    else if (!(c->ratio.ratio > 0) || table_row_is_apart(it->run, c))
        point.y = NAN;
    return point;
}

struct figure_point figure_quantity_of(const struct run_latest_case *it,
                                       enum published_plotted quantity,
                                       const struct published_measure *measure)
{
    const struct figure_point none = { .x = NAN, .y = NAN, .low = NAN, .high = NAN };
    struct figure_point point = none;
    if ((quantity == PUBLISHED_PLOT_GPU || quantity == PUBLISHED_PLOT_SPEEDUP) &&
        it->c->kind != BENCH_GPU)
        return none;
    switch (quantity) {
    case PUBLISHED_PLOT_GPU: point = time_of(it->c, false); break;
    case PUBLISHED_PLOT_WALL: point = time_of(it->c, true); break;
    case PUBLISHED_PLOT_SPEEDUP: point = speedup_of(it); break;
    case PUBLISHED_PLOT_PHASE:
    case PUBLISHED_PLOT_COUNT:
    case PUBLISHED_PLOT_BYTES:
    case PUBLISHED_PLOT_RATE: point.y = metric_value(it->run, it->c, measure, false); break;
    }
    return isfinite(point.y) && point.y > 0 ? point : none;
}

struct figure_axis figure_quantity_axis(enum published_plotted quantity)
{
    static const struct {
        const char *label;
        enum figure_unit unit;
    } axes[] = {
        [PUBLISHED_PLOT_GPU] = { "GPU time", FIGURE_NS },
        [PUBLISHED_PLOT_WALL] = { "wall time", FIGURE_NS },
        [PUBLISHED_PLOT_SPEEDUP] = { "speed-up over the baseline", FIGURE_PLAIN },
        [PUBLISHED_PLOT_PHASE] = { "GPU time of the phase", FIGURE_NS },
        [PUBLISHED_PLOT_COUNT] = { "how many", FIGURE_WHOLE },
        [PUBLISHED_PLOT_BYTES] = { "memory", FIGURE_BYTES },
        [PUBLISHED_PLOT_RATE] = { "operations a second", FIGURE_RATE },
    };
    return (struct figure_axis){
        .label = axes[quantity].label, .unit = axes[quantity].unit, .of = "FLOP/s", .log = true
    };
}

/* All ----------------------------------------------------------------------------------------- */

const char *figure_stamp(bool software)
{
    return software ? "software device: times are artefacts" : NULL;
}

const char *figure_source_stamp(const struct figure_source *source)
{
    bool software = false;
    for (size_t i = 0; i < source->device_count; i++)
        software = software || source->devices[i].software;
    return figure_stamp(software);
}

static bool has_point(const struct figure_chart *chart, const char *name)
{
    for (size_t i = 0; i < chart->series_count; i++)
        for (size_t k = 0; k < chart->series[i].count; k++) {
            const char *title = chart->series[i].points[k].title;
            if (title && strcmp(title, name) == 0)
                return true;
        }
    return false;
}

bool figure_has_claim(const struct figure *figure, const struct claims_entry *entry)
{
    const struct claims_reading *reading = &entry->readings[0];
    const struct figure_chart *chart = &figure->chart;
    const enum figure_unit unit = chart->rows ? chart->x.unit : chart->y.unit;
    const bool timed = unit == FIGURE_NS || unit == FIGURE_PLAIN; /* or a speed-up */
    bool has = entry->paper == figure->paper && entry->verdict.kind != VERDICT_NOT_TESTABLE &&
               claims_origin_of(entry) == CLAIMS_OF_PAPER && entry->reading_count > 0 &&
               reading->pair_count > 0;
    for (size_t i = 0; has && i < reading->pair_count; i++)
        has = reading->pairs[i].estimate.timed == timed && has_point(chart, reading->pairs[i].a);
    return has;
}

static int compare_year(const void *a, const void *b)
{
    const struct published *const *left = a, *const *right = b;
    const double left_year = fmin((*left)->year, INFINITY); /* of a number and none: the number */
    const double right_year = fmin((*right)->year, INFINITY);
    return left_year != right_year ? (left_year > right_year) - (left_year < right_year)
                                   : strcmp((*left)->id, (*right)->id);
}

static void paper_make(const struct figure_maker *maker, const char *technique)
{
    for (size_t i = 0; i < maker->paper->plot_count; i++) {
        const struct published_plot *plot = &maker->paper->plots[i];
        if (technique && strcmp(plot->technique, technique) != 0)
            continue;
        if (plot->row_count > 0)
            figure_rows_make(maker, plot);
        else
            figure_sweep_make(maker, plot);
    }
}

void figure_each(const struct figure_source *source, const char *technique, figure_draw *draw,
                 void *user)
{
    struct figure_maker maker = { source, draw, user, NULL };
    const size_t count = source->published->count;
    const struct published **papers = need_bytes(count * sizeof(*papers));
    for (size_t i = 0; i < count; i++)
        papers[i] = source->published->files[i];
    qsort(papers, count, sizeof(*papers), compare_year);
    for (size_t i = 0; i < count; i++) {
        maker.paper = papers[i];
        paper_make(&maker, technique);
    }
    maker.paper = NULL;
    free(papers);
    if (!technique || run_measures_limits(technique))
        figure_ceilings_make(&maker);
}
