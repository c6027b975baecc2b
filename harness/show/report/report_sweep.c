/* SPDX-License-Identifier: MIT */
#include "harness/base/markup.h"
#include "harness/show/report/report_figure.h"
#include "harness/show/report/report_html.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Two points alone are not joined: nobody knows what is between them. */
enum { SERIES_MAX = 24, LABEL_BYTES = 256, JOINED_LEAST = 3 };

/* A case of the sweep. */
struct member {
    const struct run_latest_case *it;
    const struct report_device *device;
    struct svg_point point;  /* x NAN: it does not have the axis */
    const char *split;       /* "" */
    char label[LABEL_BYTES]; /* of its series */
};

struct sweep {
    const struct report_page *page;
    const struct report_sweep *wanted;
    struct member *members;
    size_t count;
};

/* Members -------------------------------------------------------------------------------------- */

static bool is_skipped(const struct report_sweep *wanted, const char *axis)
{
    return (!wanted->fact && strcmp(axis, wanted->along) == 0) ||
           (wanted->split && strcmp(axis, wanted->split) == 0);
}

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

/* What tells its series from the others: variant, axes, device. What follows from the place along
 * a fact is no series of its own. */
static void label_make(const struct sweep *sweep, struct member *member)
{
    const struct run_case *c = member->it->c;
    size_t used = (size_t)snprintf(member->label, LABEL_BYTES, "%.64s", c->variant);
    for (size_t i = 0; i < c->axis_count && used < LABEL_BYTES; i++)
        if (!is_skipped(sweep->wanted, c->axes[i].name) &&
            differs(sweep, c->axes[i].name, c->variant) &&
            !(sweep->wanted->fact && strcmp(c->axes[i].name, "width") == 0))
            used += (size_t)snprintf(member->label + used, LABEL_BYTES - used, " %.32s:%.48s",
                                     c->axes[i].name, c->axes[i].value);
    if (sweep->page->device_count > 1 && used < LABEL_BYTES)
        snprintf(member->label + used, LABEL_BYTES - used, ", %.100s", member->device->name);
}

static double x_of(const struct report_sweep *wanted, const struct run_latest_case *it, bool *has)
{
    *has = true;
    if (wanted->fact)
        return run_fact_number(it->run, it->c->workload, wanted->along);
    for (size_t i = 0; i < it->c->axis_count; i++)
        if (strcmp(it->c->axes[i].name, wanted->along) == 0)
            return it->c->axes[i].number;
    *has = false;
    return NAN;
}

static void member_add(struct sweep *sweep, const struct report_device *device,
                       const struct run_latest_case *it)
{
    const struct report_sweep *wanted = sweep->wanted;
    struct member member = { .it = it, .device = device, .split = "" };
    bool has = false;
    if (!report_cases_have(&wanted->cases, it))
        return;
    member.point = report_quantity_of(it, wanted->quantity, "");
    member.point.x = x_of(wanted, it, &has);
    if (!isfinite(member.point.y) || (has && !isfinite(member.point.x)))
        return;
    if (wanted->split && run_latest_axis(it, wanted->split))
        member.split = run_latest_axis(it, wanted->split);
    sweep->members[sweep->count++] = member;
}

static int compare_x(const void *a, const void *b)
{
    const struct svg_point *left = a, *right = b;
    return (left->x > right->x) - (left->x < right->x);
}

/* A picture ------------------------------------------------------------------------------------ */

struct picture {
    const char *split;
    struct svg_series series[SERIES_MAX + REPORT_LINES_MAX];
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
static bool series_add(const struct sweep *sweep, struct picture *picture, size_t first)
{
    const struct member *like = &sweep->members[first];
    struct svg_point *points = calloc(2 * sweep->count, sizeof(*points));
    size_t count = 0;
    const bool level = !isfinite(like->point.x);
    for (size_t i = first; i < sweep->count && points; i++) {
        const struct member *member = is_drawn(sweep, picture, i);
        if (!member || strcmp(member->label, like->label) != 0 ||
            level != !isfinite(member->point.x) || (level && count > 0))
            continue;
        points[count] = member->point;
        report_point_say(sweep->page, &points[count++], member->it);
    }
    if (level && count == 1) {
        points[0].x = picture->low;
        points[1] = points[0];
        points[1].x = picture->high;
        points[1].title = points[1].href = NULL;
        count = 2;
    }
    if (points)
        qsort(points, count, sizeof(*points), compare_x);
    picture->series[picture->series_count] =
        (struct svg_series){ .name = like->label,
                             .colour = (int)picture->series_count,
                             .joined = level || count >= JOINED_LEAST,
                             .bare = level,
                             .dashed = level,
                             .points = points,
                             .count = count };
    picture->series_count++;
    return points;
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

static void extent_find(const struct sweep *sweep, struct picture *picture)
{
    picture->low = picture->high = NAN;
    for (size_t i = 0; i < sweep->count; i++) {
        const struct member *member = is_drawn(sweep, picture, i);
        if (!member || !isfinite(member->point.x))
            continue;
        picture->low = fmin(picture->low, member->point.x); /* of a number and none: the number */
        picture->high = fmax(picture->high, member->point.x);
        picture->swept++;
    }
}

static bool is_said(const struct report_line *line, const struct picture *picture)
{
    return !line->only || strcmp(line->only, picture->split) == 0;
}

/* Points of the paper, which have a series each; there is room for them. */
static void points_add(const struct sweep *sweep, struct picture *picture,
                       struct svg_point points[REPORT_LINES_MAX])
{
    for (size_t i = 0; i < REPORT_LINES_MAX && sweep->wanted->lines[i].id; i++) {
        const struct report_line *line = &sweep->wanted->lines[i];
        const double value = report_published(sweep->page, line->id);
        if (!isfinite(value) || !(line->at > 0) || !is_said(line, picture))
            continue;
        points[i] = (struct svg_point){ line->at, value, NAN, NAN, NULL, NULL };
        picture->series[picture->series_count++] = (struct svg_series){
            .name = line->before, .colour = SVG_PUBLISHED, .points = &points[i], .count = 1
        };
    }
}

static size_t lines_make(const struct sweep *sweep, const struct picture *picture,
                         struct svg_rule rules[REPORT_LINES_MAX],
                         char labels[REPORT_LINES_MAX][LABEL_BYTES])
{
    size_t count = 0;
    for (size_t i = 0; i < REPORT_LINES_MAX && sweep->wanted->lines[i].id; i++) {
        const struct report_line *line = &sweep->wanted->lines[i];
        const double value = report_published(sweep->page, line->id);
        if (!isfinite(value) || line->at > 0 || !is_said(line, picture))
            continue;
        snprintf(labels[count], LABEL_BYTES, "%s%.6g%s", line->before, value, line->after);
        rules[count] = (struct svg_rule){ line->vertical, value, labels[count] };
        count++;
    }
    return count;
}

static void chart_print(const struct sweep *sweep, struct picture *picture)
{
    const struct report_sweep *wanted = sweep->wanted;
    FILE *out = sweep->page->out;
    struct svg_rule rules[REPORT_LINES_MAX];
    char labels[REPORT_LINES_MAX][LABEL_BYTES];
    struct svg_point points[REPORT_LINES_MAX];
    const size_t own = picture->series_count;
    points_add(sweep, picture, points);
    struct svg_chart chart = {
        .title = wanted->title,
        .stamp = report_page_stamp(sweep->page),
        .width = 560,
        .height = 260,
        .x = { .label = wanted->label, .unit = wanted->unit, .log = wanted->log },
        .y = report_quantity_axis(wanted->quantity),
        .series = picture->series,
        .series_count = picture->series_count,
        .rules = rules
    };
    chart.rule_count = lines_make(sweep, picture, rules, labels);
    fputs("<figure><figcaption>", out);
    markup_text(out, wanted->title);
    if (*picture->split) {
        fprintf(out, ", %s ", wanted->split);
        report_html_name(out, picture->split);
    }
    fputs(". <span class=\"soft\">", out);
    markup_text(out, wanted->text);
    if (picture->more > 0)
        fprintf(out, " %zu more series are left out; the table has them.", picture->more);
    fputs("</span></figcaption>\n", out);
    svg_chart_print(out, &chart);
    picture->series_count = own;
    fputs("</figure>\n", out);
}

static void picture_print(const struct sweep *sweep, const char *split)
{
    struct picture picture = { .split = split };
    bool whole = true;
    extent_find(sweep, &picture);
    for (size_t i = 0; i < sweep->count && whole; i++) {
        if (!is_drawn(sweep, &picture, i) || !is_first_of_label(sweep, &picture, i))
            continue;
        if (picture.series_count == SERIES_MAX)
            picture.more++;
        else
            whole = series_add(sweep, &picture, i);
    }
    if (whole && picture.swept > 1 && picture.low < picture.high)
        chart_print(sweep, &picture);
    for (size_t i = 0; i < picture.series_count; i++)
        report_points_finish((struct svg_point *)(uintptr_t)picture.series[i].points,
                             picture.series[i].count);
}

void report_sweep_print(const struct report_page *page, const struct report_sweep *wanted)
{
    struct sweep sweep = { .page = page, .wanted = wanted };
    size_t all = 1;
    for (size_t i = 0; i < page->device_count; i++)
        all += page->devices[i].latest.count;
    sweep.members = calloc(all, sizeof(*sweep.members));
    for (size_t i = 0; i < page->device_count && sweep.members; i++)
        for (size_t k = 0; k < page->devices[i].latest.count; k++)
            member_add(&sweep, &page->devices[i], &page->devices[i].latest.cases[k]);
    for (size_t i = 0; i < sweep.count; i++)
        label_make(&sweep, &sweep.members[i]);
    for (size_t i = 0; i < sweep.count; i++) {
        size_t before = 0;
        while (before < i && strcmp(sweep.members[before].split, sweep.members[i].split) != 0)
            before++;
        if (before == i)
            picture_print(&sweep, sweep.members[i].split);
    }
    free(sweep.members);
}
