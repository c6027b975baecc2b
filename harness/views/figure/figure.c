/* SPDX-License-Identifier: MIT */
#include "harness/views/figure/figure.h"

#include "harness/analysis/claims/claims.h"
#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/views/table/table.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool figure_axis_shows(const struct figure_axis *axis, double value)
{
    return isfinite(value) && (!axis->log || value > 0);
}

void figure_axis_hold(struct figure_axis *axis, double value)
{
    if (!figure_axis_shows(axis, value))
        return;
    axis->low = axis->any ? fmin(axis->low, value) : value;
    axis->high = axis->any ? fmax(axis->high, value) : value;
    axis->any = true;
}

/* Takes a whole number in as a place; any other makes them many. */
static void figure_axis_hold_place(struct figure_axis *axis, double value)
{
    size_t at = 0;
    if (axis->place_count > FIGURE_AXIS_PLACES_MAX || !figure_axis_shows(axis, value))
        return;
    while (at < axis->place_count && axis->places[at] < value)
        at++;
    if (at < axis->place_count && axis->places[at] == value)
        return;
    const bool room = axis->place_count < FIGURE_AXIS_PLACES_MAX && value == floor(value);
    if (room) {
        memmove(&axis->places[at + 1], &axis->places[at],
                (axis->place_count - at) * sizeof(axis->places[0]));
        axis->places[at] = value;
    }
    axis->place_count = room ? axis->place_count + 1 : FIGURE_AXIS_PLACES_MAX + 1;
}

void figure_axis_round(struct figure_axis *axis)
{
    enum { ROOM = 16 }; /* a sixteenth at either end */
    if (!axis->any) {
        axis->low = axis->log ? 1 : 0;
        axis->high = axis->log ? 10 : 1;
    } else if (axis->log) {
        const double least = axis->unit == FIGURE_NS ? 2.5 : axis->unit == FIGURE_BYTES ? 2 : 1.5;
        const double room = fmax(pow(axis->high / axis->low, 1.0 / ROOM), 1.0001);
        axis->low /= room;
        axis->high *= room;
        if (axis->high / axis->low < least) {
            const double more = sqrt(least * axis->low / axis->high);
            axis->low /= more;
            axis->high *= more;
        }
    } else {
        const double size = fmax(fabs(axis->low), fabs(axis->high));
        double room = (axis->high - axis->low) / ROOM;
        room = room > 1e-9 * size ? room : size > 0 ? size / 2 : 1;
        axis->low = axis->zero && axis->low >= 0 ? 0 : axis->low - room;
        axis->high += room;
    }
}

/* Ticks of a kind: steps up from the first, by a sum or by a factor. */
static size_t steps(const struct figure_axis *axis, double first, double step, bool times,
                    double ticks[FIGURE_AXIS_TICKS_MAX])
{
    size_t count = 0;
    for (double i = 0; count < FIGURE_AXIS_TICKS_MAX && i < 1000; i++) {
        const double tick = times ? first * pow(step, i) : first + i * step;
        if (tick > axis->high * (1 + 1e-9 * (axis->high > 0 ? 1 : -1)))
            break;
        if (tick >= axis->low)
            ticks[count++] = fabs(tick) < 1e-9 * step ? 0 : tick;
    }
    return count;
}

static size_t linear_ticks(const struct figure_axis *axis, size_t wanted, double *ticks)
{
    static const double steps_of_ten[] = { 1, 2, 5, 10 };
    const double raw = (axis->high - axis->low) / (double)wanted;
    const double ten = pow(10, floor(log10(raw)));
    double step = 10 * ten;
    for (int i = 3; i >= 0; i--)
        if (steps_of_ten[i] * ten >= raw * (1 - 1e-9))
            step = steps_of_ten[i] * ten;
    if (axis->unit == FIGURE_WHOLE || axis->unit == FIGURE_BYTES)
        step = fmax(step, 1);
    return steps(axis, ceil(axis->low / step) * step, step, false, ticks);
}

/* Finds the round values of all decades that lie within the axis. */
static size_t between_ticks(const struct figure_axis *axis, const double *between, double *ticks)
{
    size_t count = 0;
    for (double decade = floor(log10(axis->low)); pow(10, decade) <= axis->high; decade++)
        for (int i = 0; between[i] > 0 && count < FIGURE_AXIS_TICKS_MAX; i++) {
            const double tick = between[i] * pow(10, decade);
            if (tick >= axis->low && tick <= axis->high)
                ticks[count++] = tick;
        }
    return count;
}

size_t figure_axis_ticks(const struct figure_axis *axis, size_t wanted,
                         double ticks[FIGURE_AXIS_TICKS_MAX])
{
    static const double few[] = { 1, 2, 5, 0 }, more[] = { 1, 2, 3, 5, 7, 0 };
    if (axis->place_count > 0 && axis->place_count <= FIGURE_AXIS_PLACES_MAX) {
        memcpy(ticks, axis->places, axis->place_count * sizeof(axis->places[0]));
        return axis->place_count;
    }
    if (!axis->log)
        return linear_ticks(axis, wanted, ticks);
    const bool doubles = axis->unit == FIGURE_BYTES;
    const double span = doubles ? log2(axis->high / axis->low) : log10(axis->high / axis->low);
    const double every = fmax(1, ceil(span / (double)wanted));
    if (doubles)
        return steps(axis, exp2(every * floor(log2(axis->low) / every)), exp2(every), true, ticks);
    if (span > 2 && span >= (double)wanted / 3)
        return steps(axis, pow(10, floor(log10(axis->low))), pow(10, every), true, ticks);
    size_t count = between_ticks(axis, few, ticks); /* decades are few */
    count = count >= 3 ? count : between_ticks(axis, more, ticks);
    return count >= 2 ? count : linear_ticks(axis, wanted, ticks);
}

void figure_axis_format(const struct figure_axis *axis, double value, char text[32])
{
    if (axis->unit == FIGURE_WHOLE && value >= 1e6)
        snprintf(text, 32, "%.4gM", value / 1e6);
    else if (value == 0 || axis->unit == FIGURE_PLAIN || axis->unit == FIGURE_WHOLE)
        snprintf(text, 32, fabs(value) >= 1e6 ? "%.3g" : "%.6g", value);
    else if (axis->unit == FIGURE_NS)
        units_format_ns(value, text);
    else if (axis->unit == FIGURE_BYTES)
        units_format_bytes(value, text);
    else
        units_format_rate(value, axis->of, text);
    const size_t digits = strspn(text, "-0123456789.");
    size_t end = digits;
    if (!memchr(text, '.', digits))
        return;
    while (text[end - 1] == '0') /* "1.50 µs" as "1.5 µs" */
        end--;
    end -= text[end - 1] == '.';
    memmove(text + end, text + digits, strlen(text + digits) + 1);
}

/* Holds whiskers as far as half of what the points span beyond them, or a quarter as much again as
 * the outermost point: one wide interval does not press all points together. */
static void hold_whiskers(const struct figure_chart *chart, struct figure_axis *axis)
{
    const struct figure_axis points = *axis;
    const double span = points.high - points.low;
    const double factor = points.log ? fmax(1.25, sqrt(points.high / points.low)) : 1;
    const double more =
        points.log ? 0 : fmax(span, fmax(fabs(points.low), fabs(points.high)) / 2) / 2;
    for (size_t i = 0; i < chart->series_count && points.any; i++)
        for (size_t k = 0; k < chart->series[i].count; k++) {
            const struct figure_point *point = &chart->series[i].points[k];
            if (!isfinite(point->low) || !isfinite(point->high))
                continue;
            figure_axis_hold(axis, fmax(point->low, points.low / factor - more));
            figure_axis_hold(axis, fmin(point->high, points.high * factor + more));
        }
}

void figure_axes(const struct figure_chart *chart, struct figure_axis *x, struct figure_axis *y)
{
    *x = chart->x;
    *y = chart->y;
    for (size_t i = 0; i < chart->series_count; i++)
        for (size_t k = 0; k < chart->series[i].count; k++) {
            const struct figure_point *point = &chart->series[i].points[k];
            figure_axis_hold(x, point->x);
            if (!chart->rows)
                figure_axis_hold_place(x, point->x);
            figure_axis_hold(y, point->y);
        }
    for (size_t i = 0; i < chart->rule_count; i++) {
        figure_axis_hold(chart->rules[i].vertical ? x : y, chart->rules[i].at);
        if (chart->rules[i].vertical && !chart->rows)
            figure_axis_hold_place(x, chart->rules[i].at);
    }
    hold_whiskers(chart, chart->rows ? x : y);
    figure_axis_round(x);
    figure_axis_round(y);
}

/* Figure rows ---------------------------------------------------------------------------------- */

/* The first case of the row that the device has with a number; nothing otherwise. */
static bool device_point(const struct published_plot *rows, const struct published_plot_row *row,
                         const struct figure_device *device, struct figure_point *point)
{
    for (size_t i = 0; i < device->latest->count && *row->cases.bench; i++) {
        const struct run_latest_case *it = &device->latest->cases[i];
        if (!figure_cases_have(&row->cases, it))
            continue;
        *point = figure_quantity_of(it, rows->quantity, &row->measure);
        if (!isfinite(point->y))
            continue;
        point->x = point->y;
        point->title = it->c->name;
        return true;
    }
    return false;
}

struct figure figure_plain(const char *key, const char *title, const char *text)
{
    return (struct figure){ .technique = "",
                            .key = key,
                            .title = title,
                            .text = text,
                            .split = "",
                            .value = "",
                            .held = "",
                            .at = "" };
}

struct picture {
    const char **labels;
    struct figure_series *series; /* what is published, and the devices */
    size_t row_count, measured;
};

static bool any_has(const struct figure_source *source, const struct published_plot_cases *cases)
{
    for (size_t i = 0; i < source->device_count; i++)
        for (size_t k = 0; k < source->devices[i].latest->count; k++)
            if (figure_cases_have(cases, &source->devices[i].latest->cases[k]))
                return true;
    return false;
}

/* True for a stand-in where the paper's own is measured: the row's condition with what the value
 * stands in for has a case. */
static bool is_needless(const struct figure_source *source, const struct published *paper,
                        const struct published_plot_row *row)
{
    bool needless = false;
    for (size_t i = 0; i < paper->stand_in_count && !needless; i++) {
        const struct published_stand_in *stand_in = &paper->stand_ins[i];
        struct published_plot_cases cases = row->cases;
        const char *only = row->cases.only;
        char *own = text_make("%s:%s", stand_in->axis, stand_in->value);
        const char *at = strstr(only, own), *end = at ? at + strlen(own) : NULL;
        if (at && (at == only || at[-1] == '/') && (!*end || *end == '/')) {
            char *others = text_make("%.*s%s:%s%s", (int)(at - only), only, stand_in->axis,
                                     stand_in->what, end);
            cases.only = others;
            needless = any_has(source, &cases);
            free(others);
        }
        free(own);
    }
    return needless;
}

/* A row of any number; those of a paper's scene that nobody has stay. */
static void row_add(const struct figure_source *source, const struct published_plot *rows,
                    const struct published_plot_row *row, struct picture *picture)
{
    const double own = row->figure ? published_figure_number(row->figure) : NAN;
    const double published = row->over ? own / published_figure_number(row->over) : own;
    bool any = isfinite(published);
    for (size_t i = 0; i < source->device_count; i++) {
        struct figure_series *series = &picture->series[1 + i];
        struct figure_point *point = (struct figure_point *)&series->points[series->count];
        if (!device_point(rows, row, &source->devices[i], point))
            continue;
        point->y = (double)picture->row_count;
        series->count++;
        picture->measured++;
        any = true;
    }
    if (isfinite(published)) {
        struct figure_series *series = &picture->series[0];
        *(struct figure_point *)&series->points[series->count++] =
            (struct figure_point){ published, (double)picture->row_count, NAN, NAN, NULL };
    }
    if (any)
        picture->labels[picture->row_count++] = row->label;
}

static void chart_draw(const struct figure_maker *maker, const struct published_plot *rows,
                       const struct picture *picture)
{
    const bool timed =
        rows->quantity != PUBLISHED_PLOT_COUNT && rows->quantity != PUBLISHED_PLOT_BYTES;
    struct figure figure = figure_plain(rows->id, rows->title, rows->text);
    figure.paper = maker->paper;
    figure.technique = rows->technique;
    figure.chart =
        (struct figure_chart){ .title = rows->title,
                               .stamp = timed ? figure_source_stamp(maker->source) : NULL,
                               .x = figure_quantity_axis(rows->quantity),
                               .rows = picture->labels,
                               .row_count = picture->row_count,
                               .series = picture->series,
                               .series_count = 1 + maker->source->device_count };
    maker->draw(maker->user, &figure);
}

static void figure_rows_make(const struct figure_maker *maker, const struct published_plot *rows)
{
    const struct figure_source *source = maker->source;
    const size_t series_count = 1 + source->device_count;
    struct picture picture = { need_zeroed(rows->row_count, sizeof(*picture.labels)),
                               need_zeroed(series_count, sizeof(*picture.series)), 0, 0 };
    for (size_t i = 0; i < series_count; i++) {
        struct figure_series *series = &picture.series[i];
        series->points = need_zeroed(rows->row_count, sizeof(*series->points));
        series->name = i == 0 ? rows->published : source->devices[i - 1].name;
        series->colour = (int)i - 1;
        series->device = i > 0 ? i - 1 : 0;
    }
    for (size_t i = 0; i < rows->row_count; i++)
        if (!is_needless(source, maker->paper, &rows->rows[i]))
            row_add(source, rows, &rows->rows[i], &picture);
    if (picture.measured > 0)
        chart_draw(maker, rows, &picture);
    for (size_t i = 0; i < series_count; i++)
        free((struct figure_point *)picture.series[i].points);
    free(picture.series);
    free(picture.labels);
}

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

/* "axis:value|value/axis:value" */
static bool only_holds(const char *only, const struct run_latest_case *it)
{
    for (const char *at = only; *at;) {
        const size_t length = strcspn(at, "/"), name = strcspn(at, ":");
        char axis[64];
        snprintf(axis, sizeof(axis), "%.*s", (int)name, at);
        const char *value = run_case_axis_value(it->c, axis);
        if (value && !list_has(at + name + 1, length - name - 1, value))
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

struct figure_point figure_quantity_of(const struct run_latest_case *it,
                                       enum published_plotted quantity,
                                       const struct published_measure *measure)
{
    const struct figure_point none = { .x = NAN, .y = NAN, .low = NAN, .high = NAN };
    const struct run_case *c = it->c;
    const struct stats_interval ratio = run_case_ratio_interval(c);
    struct figure_point point = none;
    if ((quantity == PUBLISHED_PLOT_GPU || quantity == PUBLISHED_PLOT_SPEEDUP) &&
        c->kind != BENCH_GPU)
        return none;
    switch (quantity) {
    case PUBLISHED_PLOT_GPU: point = time_of(c, false); break;
    case PUBLISHED_PLOT_WALL: point = time_of(c, true); break;
    case PUBLISHED_PLOT_SPEEDUP:
        if (c->baseline)
            point = (struct figure_point){ .y = 1, .low = NAN, .high = NAN };
        else if (c->ratio.ratio > 0 && !table_row_is_apart(it->run, c))
            point = (struct figure_point){ .y = 1 / c->ratio.ratio,
                                           .low = 1 / ratio.high,
                                           .high = 1 / ratio.low };
        break;
    case PUBLISHED_PLOT_PHASE:
    case PUBLISHED_PLOT_COUNT:
    case PUBLISHED_PLOT_BYTES:
    case PUBLISHED_PLOT_RATE: point.y = metric_value(it->run, c, measure, false); break;
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
        for (size_t k = 0; k < papers[i]->plot_count; k++) {
            const struct published_plot *plot = &papers[i]->plots[k];
            if (technique && strcmp(plot->technique, technique) != 0)
                continue;
            if (plot->row_count > 0)
                figure_rows_make(&maker, plot);
            else
                figure_sweep_make(&maker, plot);
        }
    }
    maker.paper = NULL;
    free(papers);
    if (!technique || run_measures_limits(technique))
        figure_ceilings_make(&maker);
}

/* Figure ceilings ------------------------------------------------------------------------------ */

enum { KINDS = 3, NAME_BYTES = 192 };

/* A line: one kind of traffic of one device. */
struct line {
    struct figure_point points[RUN_CEILINGS_POINTS_MAX];
    char name[NAME_BYTES];
};

static void ceilings_chart_draw(const struct figure_maker *maker,
                                const struct figure_series *series, size_t count, bool latency)
{
    struct figure figure =
        latency ? figure_plain("ceilings-latency",
                               "The time of a load that waits for the one before, over the working "
                               "set",
                               "")
                : figure_plain("ceilings-bandwidth", "Bandwidth over the working set", "");
    figure.chart =
        (struct figure_chart){ .title = latency ? "time of a dependent load" : "bandwidth",
                               .stamp = figure_source_stamp(maker->source),
                               .x = { .label = "working set", .unit = FIGURE_BYTES, .log = true },
                               .y = { .label =
                                          latency ? "time of a dependent load" : "bytes a second",
                                      .unit = latency ? FIGURE_NS : FIGURE_RATE,
                                      .of = "B/s",
                                      .log = true },
                               .series = series,
                               .series_count = count };
    if (count > 0)
        maker->draw(maker->user, &figure);
}

/* Lines of one picture. Returns how many. */
static size_t lines_make(const struct figure_source *source, bool latency, struct line *lines,
                         struct figure_series *series)
{
    static const char *const kinds[KINDS] = { "copy", "read", "write" };
    size_t count = 0;
    for (size_t i = 0; i < source->device_count; i++) {
        const struct run_ceilings *ceilings = source->devices[i].ceilings;
        const struct run_ceilings_curve *curves[KINDS] = { &ceilings->copy, &ceilings->read,
                                                           &ceilings->write };
        for (int k = 0; k < (latency ? 1 : KINDS); k++) {
            struct line *line = &lines[count];
            const char *kind = latency ? "load" : kinds[k];
            const size_t points = latency ? ceilings->latency_count : curves[k]->count;
            for (size_t p = 0; p < points; p++) {
                line->points[p] = (struct figure_point){ .low = NAN, .high = NAN };
                line->points[p].x =
                    latency ? ceilings->latencies[p].bytes : curves[k]->points[p].bytes;
                line->points[p].y =
                    latency ? ceilings->latencies[p].ns : curves[k]->points[p].bytes_per_s;
            }
            if (source->device_count > 1)
                snprintf(line->name, NAME_BYTES, "%s, %.160s", kind, source->devices[i].name);
            else
                snprintf(line->name, NAME_BYTES, "%s", kind);
            series[count] = (struct figure_series){ .name = line->name,
                                                    .variant = kind,
                                                    .device = i,
                                                    .colour = (int)count,
                                                    .joined = true,
                                                    .points = line->points,
                                                    .count = points };
            count += points > 0;
        }
    }
    return count;
}

void figure_ceilings_make(const struct figure_maker *maker)
{
    const size_t most = KINDS * maker->source->device_count;
    struct line *lines = need_zeroed(most, sizeof(*lines));
    struct figure_series *series = need_zeroed(most, sizeof(*series));
    for (int latency = 0; latency < 2; latency++)
        ceilings_chart_draw(maker, series, lines_make(maker->source, latency, lines, series),
                            latency);
    free(series);
    free(lines);
}

/* Figure pipeline ------------------------------------------------------------------------------ */

/* A row begins with its first pass; of a case that is well and runs on the device alone. */
static void event_add(struct figure_pipeline *pipeline, const json_t *document, const json_t *event)
{
    const char *of = json_value_text_of(json_object_get(event, "args"), "case");
    const char *category = json_value_text_of(event, "cat");
    const bool gap = strcmp(category, "barrier") == 0;
    const char *name = gap ? "barrier (a gap)" : json_value_text_of(event, "name");
    const double ts = json_number_value(json_object_get(event, "ts"));
    const double us = json_number_value(json_object_get(event, "dur"));
    size_t row = 0, pass = 0;
    if (strcmp(json_value_text_of(event, "ph"), "X") != 0 ||
        (!gap && strcmp(category, "pass") != 0))
        return;
    while (row < pipeline->row_count && strcmp(pipeline->rows[row].name, of) != 0)
        row++;
    if (row == pipeline->row_count) {
        const json_t *c = json_value_named(json_object_get(document, "cases"), of);
        if (gap || strcmp(json_value_text_of(c, "kind"), "gpu") != 0 ||
            strcmp(json_value_text_of(c, "status"), "ok") != 0)
            return;
        pipeline->rows[pipeline->row_count++] = (struct figure_pipeline_row){ of, ts, 0 };
    }
    while (pass < pipeline->pass_count && strcmp(pipeline->passes[pass], name) != 0)
        pass++;
    if (pass == pipeline->pass_count) {
        pipeline->passes[pipeline->pass_count] = name;
        pipeline->gaps[pipeline->pass_count++] = gap;
    }
    const double begin = ts - pipeline->rows[row].origin;
    pipeline->boxes[pipeline->box_count++] =
        (struct figure_pipeline_box){ row, pass, begin, begin + us };
    pipeline->rows[row].end = fmax(pipeline->rows[row].end, begin + us);
    pipeline->longest = fmax(pipeline->longest, begin + us);
}

void figure_pipeline_finish(struct figure_pipeline *pipeline)
{
    free(pipeline->rows);
    free(pipeline->boxes);
    free(pipeline->passes);
    free(pipeline->gaps);
}

void figure_pipeline_read(struct figure_pipeline *pipeline, const json_t *document)
{
    const json_t *events = json_object_get(document, "traceEvents"), *event;
    const size_t most = json_array_size(events);
    size_t i;
    *pipeline = (struct figure_pipeline){ .rows = need_zeroed(most, sizeof(*pipeline->rows)),
                                          .boxes = need_zeroed(most, sizeof(*pipeline->boxes)),
                                          .passes = need_zeroed(most, sizeof(*pipeline->passes)),
                                          .gaps = need_zeroed(most, sizeof(*pipeline->gaps)) };
    json_array_foreach(events, i, event)
    {
        if (json_integer_value(json_object_get(event, "tid")) != 1)
            event_add(pipeline, document, event);
    }
}
