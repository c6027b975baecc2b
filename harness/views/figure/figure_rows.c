/* SPDX-License-Identifier: MIT */
#include "harness/base/need.h"
#include "harness/base/text.h"
#include "harness/views/figure/figure_make.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double published_of(const struct published_plot_row *row)
{
    const double value = row->figure ? published_figure_number(row->figure) : NAN;
    return row->over ? value / published_figure_number(row->over) : value;
}

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

struct picture {
    const char **labels;
    struct figure_series *series; /* what is published, and the devices */
    size_t row_count, measured;
};

/* The condition with what the value stands in for, malloc'ed; NULL where it has another value. */
static char *condition_of_paper(const char *only, const struct published_stand_in *stand_in)
{
    char *own = text_make("%s:%s", stand_in->axis, stand_in->value), *other = NULL;
    const char *at = strstr(only, own);
    const size_t length = strlen(own);
    if (at && (at == only || at[-1] == '/') && (!at[length] || at[length] == '/'))
        other = text_make("%.*s%s:%s%s", (int)(at - only), only, stand_in->axis, stand_in->what,
                          at + length);
    free(own);
    return other;
}

static bool any_has(const struct figure_source *source, const struct published_plot_cases *cases)
{
    for (size_t i = 0; i < source->device_count; i++)
        for (size_t k = 0; k < source->devices[i].latest->count; k++)
            if (figure_cases_have(cases, &source->devices[i].latest->cases[k]))
                return true;
    return false;
}

/* True for a stand-in where the paper's own is measured. */
static bool is_needless(const struct figure_source *source, const struct published *paper,
                        const struct published_plot_row *row)
{
    bool needless = false;
    for (size_t i = 0; i < paper->stand_in_count && !needless; i++) {
        struct published_plot_cases cases = row->cases;
        char *only = condition_of_paper(cases.only, &paper->stand_ins[i]);
        cases.only = only;
        needless = only && any_has(source, &cases);
        free(only);
    }
    return needless;
}

/* A row of any number; those of a paper's scene that nobody has stay. */
static void row_add(const struct figure_source *source, const struct published_plot *rows,
                    const struct published_plot_row *row, struct picture *picture)
{
    const double published = published_of(row);
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
    const struct figure figure = { .paper = maker->paper,
                                   .technique = rows->technique,
                                   .key = rows->id,
                                   .title = rows->title,
                                   .text = rows->text,
                                   .split = "",
                                   .value = "",
                                   .held = "",
                                   .at = "",
                                   .chart = { .title = rows->title,
                                              .stamp =
                                                  timed ? figure_source_stamp(maker->source) : NULL,
                                              .x = figure_quantity_axis(rows->quantity),
                                              .rows = picture->labels,
                                              .row_count = picture->row_count,
                                              .series = picture->series,
                                              .series_count = 1 + maker->source->device_count } };
    maker->draw(maker->user, &figure);
}

void figure_rows_make(const struct figure_maker *maker, const struct published_plot *rows)
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
