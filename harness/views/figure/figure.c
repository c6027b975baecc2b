/* SPDX-License-Identifier: MIT */
#include "harness/views/figure/figure.h"

#include "harness/base/need.h"
#include "harness/views/table/table.h"

#include <math.h>
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
        axis->low -= room;
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

void figure_axes(const struct figure_chart *chart, struct figure_axis *x, struct figure_axis *y)
{
    *x = chart->x;
    *y = chart->y;
    for (size_t i = 0; i < chart->series_count; i++)
        foreach (const struct figure_point, point, chart->series[i].points,
                 chart->series[i].count) {
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
    /* One wide interval does not press all points together: whiskers as far as half of what the
     * points span beyond them, or a quarter as much again as the outermost point. */
    struct figure_axis *axis = chart->rows ? x : y;
    const struct figure_axis points = *axis;
    const double span = points.high - points.low;
    const double factor = points.log ? fmax(1.25, sqrt(points.high / points.low)) : 1;
    const double more =
        points.log ? 0 : fmax(span, fmax(fabs(points.low), fabs(points.high)) / 2) / 2;
    for (size_t i = 0; i < chart->series_count && points.any; i++)
        foreach (const struct figure_point, point, chart->series[i].points,
                 chart->series[i].count) {
            if (!isfinite(point->low) || !isfinite(point->high))
                continue;
            figure_axis_hold(axis, fmax(point->low, points.low / factor - more));
            figure_axis_hold(axis, fmin(point->high, points.high * factor + more));
        }
    figure_axis_round(x);
    figure_axis_round(y);
}

bool figure_cases_have(const struct published_plot_cases *cases, const struct run_latest_case *it)
{
    const struct run_case *c = it->c;
    if (c->status != BENCH_OK || c->twin || c->cache == RUN_CACHE_COLD ||
        strcmp(c->technique, cases->technique) != 0 || strcmp(c->bench, cases->bench) != 0 ||
        (strcmp(cases->variants, "*") != 0 &&
         text_list_find(cases->variants, strlen(cases->variants), '|', c->variant) < 0))
        return false;
    for (const char *at = cases->only; *at;) { /* "axis:value|value/axis:value" */
        const size_t length = strcspn(at, "/"), name = strcspn(at, ":");
        char axis[64];
        snprintf(axis, sizeof(axis), "%.*s", (int)name, at);
        const char *value = run_case_axis_value(it->c, axis);
        if (value && text_list_find(at + name + 1, length - name - 1, '|', value) < 0)
            return false;
        at += length + (at[length] == '/');
    }
    return true;
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

/* Returns y of a case's point and the ends of its interval; NAN where it has none. The measure is
 * that of a row; NULL where the quantity has none. */
static struct figure_point quantity_of(const struct run_latest_case *it,
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

static struct figure_axis quantity_axis(enum published_plotted quantity)
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

const char *figure_stamp(bool software)
{
    return software ? "software device: times are artefacts" : NULL;
}

/* figure_stamp() of the devices. */
static const char *source_stamp(const struct figure_source *source)
{
    bool software = false;
    for (size_t i = 0; i < source->device_count; i++)
        software = software || source->devices[i].software;
    return figure_stamp(software);
}

/* Who draws, and of what. */
struct maker {
    const struct figure_source *source;
    figure_draw *draw;
    void *user;
    const struct published *paper; /* whose plot it is; NULL: none's */
};

/* Figure rows ---------------------------------------------------------------------------------- */

/* The first case of the row that the device has with a number; nothing otherwise. */
static bool device_point(const struct published_plot *rows, const struct published_plot_row *row,
                         const struct figure_device *device, struct figure_point *point)
{
    for (size_t i = 0; i < device->latest->count && *row->cases.bench; i++) {
        const struct run_latest_case *it = &device->latest->cases[i];
        if (!figure_cases_have(&row->cases, it))
            continue;
        *point = quantity_of(it, rows->quantity, &row->measure);
        if (!isfinite(point->y))
            continue;
        point->x = point->y;
        point->title = it->c->name;
        return true;
    }
    return false;
}

static bool any_has(const struct figure_source *source, const struct published_plot_cases *cases)
{
    foreach (const struct figure_device, device, source->devices, source->device_count)
        foreach (const struct run_latest_case, it, device->latest->cases, device->latest->count)
            if (figure_cases_have(cases, it))
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
        OWNED char *own = text_make("%s:%s", stand_in->axis, stand_in->value);
        const char *at = strstr(only, own), *end = at ? at + strlen(own) : NULL;
        if (at && (at == only || at[-1] == '/') && (!*end || *end == '/')) {
            OWNED char *others = text_make("%.*s%s:%s%s", (int)(at - only), only, stand_in->axis,
                                           stand_in->what, end);
            cases.only = others;
            needless = any_has(source, &cases);
        }
    }
    return needless;
}

/* Draws a row of any number; those of a paper's scene that nobody has stay. */
static void rows_make(const struct maker *maker, const struct published_plot *plot)
{
    const struct figure_source *source = maker->source;
    const size_t series_count = 1 + source->device_count; /* what is published, and the devices */
    const bool timed =
        plot->quantity != PUBLISHED_PLOT_COUNT && plot->quantity != PUBLISHED_PLOT_BYTES;
    OWNED const char **labels = need_zeroed(plot->row_count, sizeof(*labels));
    OWNED struct figure_series *series = need_zeroed(series_count, sizeof(*series));
    OWNED struct figure_point *points =
        need_zeroed(series_count * plot->row_count, sizeof(*points));
    size_t count = 0, measured = 0;
    for (size_t i = 0; i < series_count; i++)
        series[i] =
            (struct figure_series){ .name = i == 0 ? plot->published : source->devices[i - 1].name,
                                    .colour = (int)i - 1,
                                    .device = i > 0 ? i - 1 : 0,
                                    .points = &points[i * plot->row_count] };
    foreach (const struct published_plot_row, row, plot->rows, plot->row_count) {
        const double own = row->figure ? published_figure_number(row->figure) : NAN;
        const double published = row->over ? own / published_figure_number(row->over) : own;
        bool any = isfinite(published);
        if (is_needless(source, maker->paper, row))
            continue;
        if (any)
            points[series[0].count++] =
                (struct figure_point){ published, (double)count, NAN, NAN, NULL };
        for (size_t i = 1; i < series_count; i++) {
            struct figure_point *point = &points[i * plot->row_count + series[i].count];
            if (!device_point(plot, row, &source->devices[i - 1], point))
                continue;
            point->y = (double)count;
            series[i].count++;
            measured++;
            any = true;
        }
        if (any)
            labels[count++] = row->label;
    }
    if (measured > 0)
        maker->draw(maker->user,
                    &(struct figure){ .paper = maker->paper,
                                      .technique = plot->technique,
                                      .key = plot->id,
                                      .title = plot->title,
                                      .text = plot->text,
                                      .chart = { .stamp = timed ? source_stamp(source) : NULL,
                                                 .x = quantity_axis(plot->quantity),
                                                 .rows = labels,
                                                 .row_count = count,
                                                 .series = series,
                                                 .series_count = series_count } });
}

/* Figure sweep --------------------------------------------------------------------------------- */

/* Two points alone are not joined: nobody knows what is between them. */
enum { SERIES_MAX = 24, LABEL_BYTES = 256, JOINED_LEAST = 3 };

/* A case of the sweep. */
struct member {
    const struct run_latest_case *it;
    const struct figure_device *device;
    struct figure_point point; /* x NAN: it does not have the axis */
    const char *split;         /* "" */
    char variant[LABEL_BYTES]; /* with its axes: what the series is of */
    char label[LABEL_BYTES];   /* of its series: that, and the device */
};

struct sweep {
    const struct maker *maker;
    const struct published_plot *wanted;
    struct member *members;
    size_t count;
};

/* True where it differs among those of the variant that have it. */
static bool differs(const struct sweep *sweep, const char *axis, const char *variant)
{
    const char *first = NULL;
    for (size_t i = 0; i < sweep->count; i++) {
        const char *value = run_case_axis_value(sweep->members[i].it->c, axis);
        if (strcmp(sweep->members[i].it->c->variant, variant) != 0)
            continue;
        if (value && first && strcmp(value, first) != 0)
            return true;
        first = first ? first : value;
    }
    return false;
}

/* Makes the label of a series from what differs: variant and axes, device. */
static void label_make(const struct sweep *sweep, struct member *member)
{
    const struct published_plot *wanted = sweep->wanted;
    const struct run_case *c = member->it->c;
    snprintf(member->variant, LABEL_BYTES, "%.64s", c->variant);
    for (size_t i = 0; i < c->axis_count; i++) {
        const char *axis = c->axes[i].name;
        const bool said =
            (wanted->kind == PUBLISHED_ALONG_AXIS && strcmp(axis, wanted->along) == 0) ||
            strcmp(axis, wanted->follows) == 0 || strcmp(axis, wanted->split) == 0 ||
            strcmp(axis, wanted->greatest) == 0;
        if (!said && differs(sweep, axis, c->variant))
            text_join_cut(member->variant, LABEL_BYTES, " ", "%.32s:%.48s", axis, c->axes[i].value);
    }
    snprintf(member->label, LABEL_BYTES, "%s", member->variant);
    if (sweep->maker->source->device_count > 1)
        text_join_cut(member->label, LABEL_BYTES, ", ", "%.100s", member->device->name);
}

/* NAN where it does not have the axis. */
static double held_of(const struct sweep *sweep, const struct member *member)
{
    const struct run_axis *axis = run_case_axis(member->it->c, sweep->wanted->greatest);
    return axis ? axis->number : NAN;
}

static int compare_x(const void *a, const void *b)
{
    const struct figure_point *left = a, *right = b;
    return (left->x > right->x) - (left->x < right->x);
}

struct picture {
    const char *split;
    const char *held; /* the greatest value of an axis, that of all of them; NULL: none */
    struct figure_series series[SERIES_MAX + PUBLISHED_PLOT_LINES_MAX];
    size_t series_count, more; /* that there is no room for */
    size_t swept;              /* points along the axis, in as many places at least */
    double low, high;          /* along the axis */
};

static const struct member *is_drawn(const struct sweep *sweep, const struct picture *picture,
                                     size_t index)
{
    const struct member *member = &sweep->members[index];
    return strcmp(member->split, picture->split) == 0 ? member : NULL;
}

/* All members with the label of this one, as one series. */
static void series_add(const struct sweep *sweep, struct picture *picture, size_t first)
{
    const struct member *like = &sweep->members[first];
    struct figure_point *points = need_zeroed(2 * sweep->count, sizeof(*points));
    size_t count = 0;
    const bool level = !isfinite(like->point.x);
    for (size_t i = first; i < sweep->count; i++) {
        const struct member *member = is_drawn(sweep, picture, i);
        if (!member || strcmp(member->label, like->label) != 0 ||
            level != !isfinite(member->point.x) || (level && count > 0))
            continue;
        points[count] = member->point;
        points[count++].title = member->it->c->name;
    }
    if (level && count == 1) {
        points[0].x = picture->low;
        points[1] = points[0];
        points[1].x = picture->high;
        points[1].title = NULL;
        count = 2;
    }
    qsort(points, count, sizeof(*points), compare_x);
    picture->series[picture->series_count] =
        (struct figure_series){ .name = like->label,
                                .variant = like->variant,
                                .device = (size_t)(like->device - sweep->maker->source->devices),
                                .colour = (int)picture->series_count,
                                .joined = level || count >= JOINED_LEAST,
                                .bare = level,
                                .dashed = level,
                                .points = points,
                                .count = count };
    picture->series_count++;
}

static enum figure_unit unit_of(const struct published_plot *wanted)
{
    static const enum figure_unit units[] = { [PUBLISHED_ALONG_AXIS] = FIGURE_WHOLE,
                                              [PUBLISHED_ALONG_FACT] = FIGURE_PLAIN,
                                              [PUBLISHED_ALONG_PEAK] = FIGURE_BYTES };
    return units[wanted->kind];
}

static struct figure figure_of(const struct sweep *sweep, const struct picture *picture)
{
    const struct published_plot *wanted = sweep->wanted;
    return (struct figure){
        .paper = sweep->maker->paper,
        .technique = wanted->technique,
        .key = wanted->id,
        .title = wanted->title,
        .text = wanted->text,
        .split = wanted->split,
        .value = picture->split,
        .held = wanted->greatest,
        .at = picture->held,
        .more = picture->more,
        .chart = { .stamp = source_stamp(sweep->maker->source) },
    };
}

/* Draws the series, and what the paper says: points, which have a series each, for which there is
 * room, and lines with words. */
static void chart_draw(const struct sweep *sweep, struct picture *picture)
{
    const struct published_plot *wanted = sweep->wanted;
    struct figure_rule rules[PUBLISHED_PLOT_LINES_MAX];
    char labels[PUBLISHED_PLOT_LINES_MAX][LABEL_BYTES];
    struct figure_point points[PUBLISHED_PLOT_LINES_MAX];
    struct figure figure = figure_of(sweep, picture);
    struct figure_chart *chart = &figure.chart;
    chart->x =
        (struct figure_axis){ .label = wanted->label, .unit = unit_of(wanted), .log = wanted->log };
    chart->y = quantity_axis(wanted->quantity);
    chart->series = picture->series;
    chart->series_count = picture->series_count;
    chart->rules = rules;
    for (size_t i = 0; i < wanted->line_count; i++) {
        const struct published_plot_line *line = &wanted->lines[i];
        const double value = published_figure_number(line->figure);
        char number[32], *label = labels[chart->rule_count];
        if (!isfinite(value) || (*line->only && strcmp(line->only, picture->split) != 0))
            continue;
        if (line->at > 0) {
            points[i] = (struct figure_point){ line->at, value, NAN, NAN, NULL };
            picture->series[chart->series_count++] = (struct figure_series){
                .name = line->before, .colour = FIGURE_PUBLISHED, .points = &points[i], .count = 1
            };
            continue;
        }
        const struct figure_axis bare = { .unit = unit_of(wanted) };
        figure_axis_format(line->vertical ? &bare : &chart->y, value, number);
        snprintf(label, LABEL_BYTES, "%s%s%s", line->before, number, line->after);
        rules[chart->rule_count++] = (struct figure_rule){ line->vertical, value, label };
    }
    sweep->maker->draw(sweep->maker->user, &figure);
}

static void rows_draw(const struct sweep *sweep, const struct picture *picture)
{
    const struct published_plot *wanted = sweep->wanted;
    const struct figure_axis axis = { .unit = unit_of(wanted) };
    const double places[] = { picture->low, picture->high };
    const char *rows[SERIES_MAX];
    char names[2][LABEL_BYTES], number[32];
    OWNED struct figure_point *points = need_zeroed(2 * picture->series_count, sizeof(*points));
    struct figure_series series[2] = { { .colour = 0 }, { .colour = 1 } };
    for (size_t place = 0; place < 2; place++) {
        struct figure_point *own = &points[place * picture->series_count];
        figure_axis_format(&axis, places[place], number);
        snprintf(names[place], LABEL_BYTES, "%s %s", wanted->label, number);
        series[place].name = names[place];
        series[place].points = own;
        for (size_t i = 0; i < picture->series_count; i++) {
            const struct figure_series *from = &picture->series[i];
            size_t k = 0;
            rows[i] = from->name;
            while (k < from->count && from->points[k].x != places[place])
                k++;
            if (k == from->count)
                continue;
            own[series[place].count] = from->points[k];
            own[series[place].count].x = from->points[k].y;
            own[series[place].count++].y = (double)i;
        }
    }
    struct figure figure = figure_of(sweep, picture);
    figure.chart.x = quantity_axis(wanted->quantity);
    figure.chart.rows = rows;
    figure.chart.row_count = picture->series_count;
    figure.chart.series = series;
    figure.chart.series_count = 2;
    sweep->maker->draw(sweep->maker->user, &figure);
}

/* A sweep with two places has nothing between them to draw: a row for each series, and a colour for
 * each place. What the paper says of it, and what has no place, need the axis. */
static void picture_make(const struct sweep *sweep, const char *split)
{
    struct picture picture = { .split = split, .low = NAN, .high = NAN };
    bool two_places = sweep->wanted->line_count == 0;
    for (size_t i = 0; i < sweep->count; i++) {
        const struct member *member = is_drawn(sweep, &picture, i);
        if (!member || !isfinite(member->point.x))
            continue;
        if (*sweep->wanted->greatest)
            picture.held = run_case_axis_value(member->it->c, sweep->wanted->greatest);
        picture.low = fmin(picture.low, member->point.x); /* of a number and none: the number */
        picture.high = fmax(picture.high, member->point.x);
        picture.swept++;
    }
    for (size_t i = 0; i < sweep->count; i++) {
        const struct member *member = is_drawn(sweep, &picture, i);
        bool first = member; /* of its series */
        for (size_t k = 0; k < i && first; k++)
            first = !is_drawn(sweep, &picture, k) ||
                    strcmp(sweep->members[k].label, member->label) != 0 ||
                    isfinite(sweep->members[k].point.x) != isfinite(member->point.x);
        two_places = two_places &&
                     (!member || member->point.x == picture.low || member->point.x == picture.high);
        if (first && picture.series_count == SERIES_MAX)
            picture.more++;
        else if (first)
            series_add(sweep, &picture, i);
    }
    if (picture.swept > 1 && picture.low < picture.high) {
        if (two_places)
            rows_draw(sweep, &picture);
        else
            chart_draw(sweep, &picture);
    }
    for (size_t i = 0; i < picture.series_count; i++)
        free((struct figure_point *)(uintptr_t)picture.series[i].points);
}

static void sweep_make(const struct maker *maker, const struct published_plot *wanted)
{
    const struct figure_source *source = maker->source;
    struct sweep sweep = { .maker = maker, .wanted = wanted };
    size_t all = 0;
    for (size_t i = 0; i < source->device_count; i++)
        all += source->devices[i].latest->count;
    sweep.members = need_zeroed(all, sizeof(*sweep.members));
    for (size_t i = 0; i < source->device_count; i++)
        foreach (const struct run_latest_case, it, source->devices[i].latest->cases,
                 source->devices[i].latest->count) {
            struct member member = { .it = it, .device = &source->devices[i], .split = "" };
            const struct run_axis *along = run_case_axis(it->c, wanted->along);
            const bool level = wanted->kind == PUBLISHED_ALONG_AXIS && !along;
            if (!figure_cases_have(&wanted->cases, it))
                continue;
            member.point = quantity_of(it, wanted->quantity, NULL);
            switch (wanted->kind) {
            case PUBLISHED_ALONG_AXIS: member.point.x = along ? along->number : NAN; break;
            case PUBLISHED_ALONG_FACT:
                member.point.x = run_fact_number(it->run, it->c->workload, wanted->along);
                break;
            case PUBLISHED_ALONG_PEAK: member.point.x = it->c->peak_bytes; break;
            }
            if (!isfinite(member.point.y) || (!level && !isfinite(member.point.x)))
                continue;
            if (run_case_axis_value(it->c, wanted->split))
                member.split = run_case_axis_value(it->c, wanted->split);
            sweep.members[sweep.count++] = member;
        }
    if (*wanted->greatest) {
        /* Keeps, for each picture, the members of the greatest value, and those without one. A
         * member that is already gone has a greater one beside it, so looking at it changes
         * nothing. */
        size_t kept = 0;
        for (size_t i = 0; i < sweep.count; i++) {
            const struct member member = sweep.members[i];
            bool least = false;
            for (size_t k = 0; k < sweep.count && !least; k++)
                least = strcmp(sweep.members[k].split, member.split) == 0 &&
                        held_of(&sweep, &sweep.members[k]) > held_of(&sweep, &member);
            if (!least)
                sweep.members[kept++] = member;
        }
        sweep.count = kept;
    }
    for (size_t i = 0; i < sweep.count; i++)
        label_make(&sweep, &sweep.members[i]);
    for (size_t i = 0; i < sweep.count; i++) {
        size_t before = 0;
        while (before < i && strcmp(sweep.members[before].split, sweep.members[i].split) != 0)
            before++;
        if (before == i)
            picture_make(&sweep, sweep.members[i].split);
    }
    free(sweep.members);
}

/* Figure ceilings ------------------------------------------------------------------------------ */

enum { KINDS = 3, NAME_BYTES = 192 };

/* A line: one kind of traffic of one device. */
struct line {
    struct figure_point points[RUN_CEILINGS_POINTS_MAX];
    char name[NAME_BYTES];
};

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

static void ceilings_make(const struct maker *maker)
{
    const size_t most = KINDS * maker->source->device_count;
    OWNED struct line *lines = need_zeroed(most, sizeof(*lines));
    OWNED struct figure_series *series = need_zeroed(most, sizeof(*series));
    for (int latency = 0; latency < 2; latency++) {
        const size_t count = lines_make(maker->source, latency, lines, series);
        const struct figure figure = {
            .technique = "",
            .key = latency ? "ceilings-latency" : "ceilings-bandwidth",
            .title = latency ? "The time of a load that waits for the one before, over the working "
                               "set"
                             : "Bandwidth over the working set",
            .text = "",
            .chart = { .stamp = source_stamp(maker->source),
                       .x = { .label = "working set", .unit = FIGURE_BYTES, .log = true },
                       .y = { .label = latency ? "time of a dependent load" : "bytes a second",
                              .unit = latency ? FIGURE_NS : FIGURE_RATE,
                              .of = "B/s",
                              .log = true },
                       .series = series,
                       .series_count = count },
        };
        if (count > 0)
            maker->draw(maker->user, &figure);
    }
}

static bool has_point(const struct figure_chart *chart, const char *name)
{
    foreach (const struct figure_series, series, chart->series, chart->series_count)
        foreach (const struct figure_point, point, series->points, series->count)
            if (point->title && strcmp(point->title, name) == 0)
                return true;
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
    struct maker maker = { source, draw, user, NULL };
    const size_t count = source->published->count;
    OWNED const struct published **papers = need_bytes(count * sizeof(*papers));
    for (size_t i = 0; i < count; i++)
        papers[i] = source->published->files[i];
    qsort(papers, count, sizeof(*papers), compare_year);
    for (size_t i = 0; i < count; i++) {
        maker.paper = papers[i];
        foreach (const struct published_plot, plot, papers[i]->plots, papers[i]->plot_count) {
            if (technique && strcmp(plot->technique, technique) != 0)
                continue;
            if (plot->row_count > 0)
                rows_make(&maker, plot);
            else
                sweep_make(&maker, plot);
        }
    }
    maker.paper = NULL;
    if (!technique || run_measures_limits(technique))
        ceilings_make(&maker);
}

/* Figure pipeline ------------------------------------------------------------------------------ */

void figure_pipeline_finish(struct figure_pipeline *pipeline)
{
    free(pipeline->rows);
    free(pipeline->boxes);
    free(pipeline->passes);
    free(pipeline->gaps);
}

void figure_pipeline_read(struct figure_pipeline *pipeline, const json_t *document)
{
    const json_t *events = json_object_get(document, "traceEvents");
    const size_t most = json_array_size(events);
    *pipeline = (struct figure_pipeline){ .rows = need_zeroed(most, sizeof(*pipeline->rows)),
                                          .boxes = need_zeroed(most, sizeof(*pipeline->boxes)),
                                          .passes = need_zeroed(most, sizeof(*pipeline->passes)),
                                          .gaps = need_zeroed(most, sizeof(*pipeline->gaps)) };
    foreach_json (event, events) {
        if (json_integer_value(json_object_get(event, "tid")) == 1)
            continue;
        /* A row begins with its first pass; of a case that is well and runs on the device alone. */
        const char *of = json_value_text_of(json_object_get(event, "args"), "case");
        const char *category = json_value_text_of(event, "cat");
        const bool gap = strcmp(category, "barrier") == 0;
        const char *name = gap ? "barrier (a gap)" : json_value_text_of(event, "name");
        const double ts = json_number_value(json_object_get(event, "ts"));
        const double us = json_number_value(json_object_get(event, "dur"));
        size_t row = 0, pass = 0;
        if (strcmp(json_value_text_of(event, "ph"), "X") != 0 ||
            (!gap && strcmp(category, "pass") != 0))
            continue;
        while (row < pipeline->row_count && strcmp(pipeline->rows[row].name, of) != 0)
            row++;
        if (row == pipeline->row_count) {
            const json_t *c = json_value_named(json_object_get(document, "cases"), of);
            if (gap || strcmp(json_value_text_of(c, "kind"), "gpu") != 0 ||
                strcmp(json_value_text_of(c, "status"), "ok") != 0)
                continue;
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
}
