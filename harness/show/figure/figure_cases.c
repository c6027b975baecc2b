/* SPDX-License-Identifier: MIT */
#include "harness/show/figure/figure_make.h"

#include "harness/judge/quantity.h"
#include "harness/show/table/table_row.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Which cases ---------------------------------------------------------------------------------- */

static bool list_has(const char *list, size_t list_length, char separator, const char *name,
                     size_t length)
{
    for (const char *at = list, *end = list + list_length; at <= end;) {
        const char *next = memchr(at, separator, (size_t)(end - at));
        const size_t own = (size_t)((next ? next : end) - at);
        if (own == length && strncmp(at, name, length) == 0)
            return true;
        at += own + 1;
    }
    return false;
}

bool figure_list_has(const char *list, const char *name, size_t length)
{
    return list_has(list, strlen(list), ',', name, length);
}

/* "axis=value|value". */
static bool condition_holds(const char *condition, size_t length, const struct run_latest_case *it)
{
    char axis[64];
    const size_t name = (size_t)((const char *)memchr(condition, '=', length) - condition);
    snprintf(axis, sizeof(axis), "%.*s", (int)name, condition);
    const char *value = run_latest_axis(it, axis);
    return !value || list_has(condition + name + 1, length - name - 1, '|', value, strlen(value));
}

static bool only_holds(const char *only, const struct run_latest_case *it)
{
    for (const char *at = only; at && *at;) {
        const size_t length = strcspn(at, ",");
        if (!condition_holds(at, length, it))
            return false;
        at += length + (at[length] == ',');
    }
    return true;
}

bool figure_cases_have(const struct figure_cases *cases, const struct run_latest_case *it)
{
    const struct run_case *c = it->c;
    return c->status == BENCH_OK && !c->twin && c->cache != RUN_CACHE_COLD &&
           strcmp(c->technique, cases->technique) == 0 && strcmp(c->bench, cases->bench) == 0 &&
           (!cases->variants || figure_list_has(cases->variants, c->variant, strlen(c->variant))) &&
           only_holds(cases->only, it);
}

/* What of them --------------------------------------------------------------------------------- */

static struct svg_point time_of(const struct run_case *c, bool wall)
{
    const struct stats_summary *summary = wall ? &c->wall : &c->gpu;
    struct svg_point point = { .y = summary->median,
                               .low = summary->interval.low,
                               .high = summary->interval.high };
    if (c->by_wall == wall) {
        const struct stats_interval interval = run_case_interval(c);
        point = (struct svg_point){ .y = run_case_median_ns(c),
                                    .low = interval.low,
                                    .high = interval.high };
    }
    if (summary->count == 0)
        point.y = NAN;
    return point;
}

static struct svg_point speedup_of(const struct run_latest_case *it)
{
    const struct run_case *c = it->c;
    const struct stats_interval interval = run_case_ratio_interval(c);
    struct svg_point point = { .y = 1 / c->ratio.ratio,
                               .low = 1 / interval.high,
                               .high = 1 / interval.low };
    if (c->baseline)
        point = (struct svg_point){ .y = 1, .low = NAN, .high = NAN };
    else if (!(c->ratio.ratio > 0) || table_row_is_apart(it->run, c))
        point.y = NAN;
    return point;
}

struct svg_point figure_quantity_of(const struct run_latest_case *it, enum figure_quantity quantity,
                                    const struct published_measure *measure)
{
    const struct svg_point none = { .x = NAN, .y = NAN, .low = NAN, .high = NAN };
    struct svg_point point = none;
    if ((quantity == FIGURE_GPU || quantity == FIGURE_SPEEDUP) && it->c->kind != BENCH_GPU)
        return none;
    switch (quantity) {
    case FIGURE_GPU: point = time_of(it->c, false); break;
    case FIGURE_WALL: point = time_of(it->c, true); break;
    case FIGURE_SPEEDUP: point = speedup_of(it); break;
    case FIGURE_PHASE:
    case FIGURE_COUNT:
    case FIGURE_BYTES:
    case FIGURE_RATE: point.y = quantity_value(it->run, it->c, measure, false); break;
    }
    return isfinite(point.y) && point.y > 0 ? point : none;
}

struct svg_axis figure_quantity_axis(enum figure_quantity quantity)
{
    static const struct {
        const char *label;
        enum svg_unit unit;
    } axes[] = {
        [FIGURE_GPU] = { "GPU time", SVG_NS },
        [FIGURE_WALL] = { "wall time", SVG_NS },
        [FIGURE_SPEEDUP] = { "speed-up over the baseline", SVG_PLAIN },
        [FIGURE_PHASE] = { "GPU time of the phase", SVG_NS },
        [FIGURE_COUNT] = { "how many", SVG_WHOLE },
        [FIGURE_BYTES] = { "memory", SVG_BYTES },
        [FIGURE_RATE] = { "operations a second", SVG_RATE },
    };
    return (struct svg_axis){
        .label = axes[quantity].label, .unit = axes[quantity].unit, .of = "FLOP/s", .log = true
    };
}

/* What is published ---------------------------------------------------------------------------- */

/* A gain of so many per cent is a speed-up. */
static double value_of(double value, const char *unit)
{
    double factor;
    if (strcmp(unit, "percent") == 0)
        return 1 + value / 100;
    if (strcmp(unit, "TFLOP/s") == 0)
        return value * 1e12;
    if (published_unit_time(unit, &factor) || published_unit_bytes(unit, &factor))
        return value * factor;
    return value;
}

double figure_published(const struct published_list *list, const char *id)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct published *paper = list->files[i];
        for (size_t k = 0; k < paper->figure_count; k++)
            if (strcmp(paper->figures[k].id, id) == 0)
                return value_of(paper->figures[k].value, paper->figures[k].unit);
    }
    return NAN;
}

/* Points --------------------------------------------------------------------------------------- */

void figure_point_say(const struct figure_source *source, struct svg_point *point,
                      const struct run_latest_case *it)
{
    point->href = source->href ? source->href(source->user, it->c) : NULL;
    point->title = strdup(it->c->name);
}

void figure_points_finish(struct svg_point *points, size_t count)
{
    for (size_t i = 0; i < count && points; i++) {
        free((void *)(uintptr_t)points[i].href);
        free((void *)(uintptr_t)points[i].title);
    }
    free(points);
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

static bool tables_make(const struct figure_maker *maker, const char *technique, bool others)
{
    bool whole = true;
    for (const struct figure_rows *rows = figure_tables; rows->title && whole; rows++)
        if (strcmp(rows->technique, technique) == 0 && rows->others == others)
            whole = figure_rows_make(maker, rows);
    return whole;
}

bool figure_each(const struct figure_source *source, const char *technique, figure_draw *draw,
                 void *user)
{
    const struct figure_maker maker = { source, draw, user };
    bool whole = tables_make(&maker, technique, false);
    for (const struct figure_sweep *sweep = figure_sweeps; sweep->title && whole; sweep++)
        if (strcmp(sweep->cases.technique, technique) == 0)
            whole = figure_sweep_make(&maker, sweep);
    whole = whole && tables_make(&maker, technique, true);
    return whole && (strcmp(technique, "ceilings") != 0 || figure_ceilings_make(&maker));
}
