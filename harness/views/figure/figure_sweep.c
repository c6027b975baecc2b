/* SPDX-License-Identifier: MIT */
#include "harness/base/need.h"
#include "harness/views/figure/figure.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

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
    const struct figure_maker *maker;
    const struct published_plot *wanted;
    struct member *members;
    size_t count;
};

/* Members -------------------------------------------------------------------------------------- */

/* True where it differs among those of the variant that have it. */
static bool differs(const struct sweep *sweep, const char *axis, const char *variant)
{
    const char *first = NULL;
    for (size_t i = 0; i < sweep->count; i++) {
        const char *value = run_latest_axis(sweep->members[i].it, axis);
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
    size_t used = (size_t)snprintf(member->variant, LABEL_BYTES, "%.64s", c->variant);
    for (size_t i = 0; i < c->axis_count && used < LABEL_BYTES; i++) {
        const char *axis = c->axes[i].name;
        const bool said =
            (wanted->kind == PUBLISHED_ALONG_AXIS && strcmp(axis, wanted->along) == 0) ||
            strcmp(axis, wanted->follows) == 0 || strcmp(axis, wanted->split) == 0 ||
            strcmp(axis, wanted->greatest) == 0;
        if (!said && differs(sweep, axis, c->variant))
            used += (size_t)snprintf(member->variant + used, LABEL_BYTES - used, " %.32s:%.48s",
                                     axis, c->axes[i].value);
    }
    used = (size_t)snprintf(member->label, LABEL_BYTES, "%s", member->variant);
    if (sweep->maker->source->device_count > 1)
        snprintf(member->label + used, LABEL_BYTES - used, ", %.100s", member->device->name);
}

static void member_add(struct sweep *sweep, const struct figure_device *device,
                       const struct run_latest_case *it)
{
    const struct published_plot *wanted = sweep->wanted;
    struct member member = { .it = it, .device = device, .split = "" };
    const struct run_axis *along = run_case_axis(it->c, wanted->along);
    const bool level = wanted->kind == PUBLISHED_ALONG_AXIS && !along;
    if (!figure_cases_have(&wanted->cases, it))
        return;
    member.point = figure_quantity_of(it, wanted->quantity, NULL);
    switch (wanted->kind) {
    case PUBLISHED_ALONG_AXIS: member.point.x = along ? along->number : NAN; break;
    case PUBLISHED_ALONG_FACT:
        member.point.x = run_fact_number(it->run, it->c->workload, wanted->along);
        break;
    case PUBLISHED_ALONG_PEAK: member.point.x = it->c->peak_bytes; break;
    }
    if (!isfinite(member.point.y) || (!level && !isfinite(member.point.x)))
        return;
    if (run_case_axis_value(it->c, wanted->split))
        member.split = run_case_axis_value(it->c, wanted->split);
    sweep->members[sweep->count++] = member;
}

/* NAN where it does not have the axis. */
static double held_of(const struct sweep *sweep, const struct member *member)
{
    const struct run_axis *axis = run_case_axis(member->it->c, sweep->wanted->greatest);
    return axis ? axis->number : NAN;
}

/* Keeps, for each picture, the members of the greatest value, and those without one. A member that
 * is already gone has a greater one beside it, so looking at it changes nothing. */
static void held_keep(struct sweep *sweep)
{
    size_t kept = 0;
    for (size_t i = 0; i < sweep->count; i++) {
        const struct member member = sweep->members[i];
        bool least = false;
        for (size_t k = 0; k < sweep->count && !least; k++)
            least = strcmp(sweep->members[k].split, member.split) == 0 &&
                    held_of(sweep, &sweep->members[k]) > held_of(sweep, &member);
        if (!least)
            sweep->members[kept++] = member;
    }
    sweep->count = kept;
}

static int compare_x(const void *a, const void *b)
{
    const struct figure_point *left = a, *right = b;
    return (left->x > right->x) - (left->x < right->x);
}

/* A picture ------------------------------------------------------------------------------------ */

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

static bool is_first_of_label(const struct sweep *sweep, const struct picture *picture,
                              size_t index)
{
    for (size_t i = 0; i < index; i++) {
        const struct member *member = is_drawn(sweep, picture, i);
        if (member && strcmp(member->label, sweep->members[index].label) == 0 &&
            isfinite(member->point.x) == isfinite(sweep->members[index].point.x))
            return false;
    }
    return true;
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
        .at = picture->held ? picture->held : "",
        .more = picture->more,
        .chart = { .title = wanted->title,
                   .stamp = figure_source_stamp(sweep->maker->source), },
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
    chart->y = figure_quantity_axis(wanted->quantity);
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

/* Rows ----------------------------------------------------------------------------------------- */

/* A sweep with two places has nothing between them to draw: a row for each series, and a colour for
 * each place. What the paper says of it, and what has no place, need the axis. */
static bool is_of_rows(const struct sweep *sweep, const struct picture *picture)
{
    for (size_t i = 0; i < sweep->count; i++) {
        const struct member *member = is_drawn(sweep, picture, i);
        if (member && member->point.x != picture->low && member->point.x != picture->high)
            return false;
    }
    return sweep->wanted->line_count == 0;
}

static void rows_draw(const struct sweep *sweep, const struct picture *picture)
{
    const struct published_plot *wanted = sweep->wanted;
    const struct figure_axis axis = { .unit = unit_of(wanted) };
    const double places[] = { picture->low, picture->high };
    const char *rows[SERIES_MAX];
    char names[2][LABEL_BYTES], number[32];
    struct figure_point *points = need_zeroed(2 * picture->series_count, sizeof(*points));
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
    figure.chart.x = figure_quantity_axis(wanted->quantity);
    figure.chart.rows = rows;
    figure.chart.row_count = picture->series_count;
    figure.chart.series = series;
    figure.chart.series_count = 2;
    sweep->maker->draw(sweep->maker->user, &figure);
    free(points); /* their texts are those of the picture */
}

static void picture_make(const struct sweep *sweep, const char *split)
{
    struct picture picture = { .split = split, .low = NAN, .high = NAN };
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
        if (!is_drawn(sweep, &picture, i) || !is_first_of_label(sweep, &picture, i))
            continue;
        if (picture.series_count == SERIES_MAX)
            picture.more++;
        else
            series_add(sweep, &picture, i);
    }
    if (picture.swept > 1 && picture.low < picture.high) {
        if (is_of_rows(sweep, &picture))
            rows_draw(sweep, &picture);
        else
            chart_draw(sweep, &picture);
    }
    for (size_t i = 0; i < picture.series_count; i++)
        free((struct figure_point *)(uintptr_t)picture.series[i].points);
}

void figure_sweep_make(const struct figure_maker *maker, const struct published_plot *wanted)
{
    const struct figure_source *source = maker->source;
    struct sweep sweep = { .maker = maker, .wanted = wanted };
    size_t all = 0;
    for (size_t i = 0; i < source->device_count; i++)
        all += source->devices[i].latest->count;
    sweep.members = need_zeroed(all, sizeof(*sweep.members));
    for (size_t i = 0; i < source->device_count; i++)
        for (size_t k = 0; k < source->devices[i].latest->count; k++)
            member_add(&sweep, &source->devices[i], &source->devices[i].latest->cases[k]);
    if (*wanted->greatest)
        held_keep(&sweep);
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
