/* SPDX-License-Identifier: MIT */
#include "harness/base/markup.h"
#include "harness/show/report/report_figure.h"

#include <math.h>
#include <stdlib.h>

/* The first case of the row that the device has with a number; nothing otherwise. */
static bool device_point(const struct report_page *page, const struct report_rows *rows,
                         const struct report_row *row, const struct report_device *device,
                         struct svg_point *point)
{
    for (size_t i = 0; i < device->latest.count; i++) {
        const struct run_latest_case *it = &device->latest.cases[i];
        if (!report_cases_have(&row->cases, it))
            continue;
        *point = report_quantity_of(it, rows->quantity, row->metric);
        if (!isfinite(point->y))
            continue;
        point->x = point->y;
        report_point_say(page, point, it);
        return true;
    }
    return false;
}

struct picture {
    const char **labels;
    struct svg_series *series; /* what is published, and the devices */
    size_t row_count, measured;
};

/* A row of any number; those of a paper's scene that nobody has stay. */
static void row_add(const struct report_page *page, const struct report_rows *rows,
                    const struct report_row *row, struct picture *picture)
{
    const double published = row->id ? report_published(page, row->id) : NAN;
    bool any = isfinite(published);
    for (size_t i = 0; i < page->device_count; i++) {
        struct svg_series *series = &picture->series[1 + i];
        struct svg_point *point = (struct svg_point *)&series->points[series->count];
        if (!device_point(page, rows, row, &page->devices[i], point))
            continue;
        point->y = (double)picture->row_count;
        series->count++;
        picture->measured++;
        any = true;
    }
    if (isfinite(published)) {
        struct svg_series *series = &picture->series[0];
        *(struct svg_point *)&series->points[series->count++] =
            (struct svg_point){ published, (double)picture->row_count, NAN, NAN, NULL, NULL };
    }
    if (any)
        picture->labels[picture->row_count++] = row->label;
}

static void chart_print(const struct report_page *page, const struct report_rows *rows,
                        const struct picture *picture)
{
    const struct svg_chart chart = { .title = rows->title,
                                     .stamp = report_page_stamp(page),
                                     .width = 560,
                                     .x = report_quantity_axis(rows->quantity),
                                     .rows = picture->labels,
                                     .row_count = picture->row_count,
                                     .series = picture->series,
                                     .series_count = 1 + page->device_count };
    fputs("<figure><figcaption>", page->out);
    markup_text(page->out, rows->title);
    fputs(". <span class=\"soft\">", page->out);
    markup_text(page->out, rows->text);
    fputs("</span></figcaption>\n", page->out);
    svg_chart_print(page->out, &chart);
    fputs("</figure>\n", page->out);
}

void report_rows_print(const struct report_page *page, const struct report_rows *rows)
{
    const size_t series_count = 1 + page->device_count;
    struct picture picture = { calloc(rows->row_count, sizeof(*picture.labels)),
                               calloc(series_count, sizeof(*picture.series)), 0, 0 };
    bool whole = picture.labels && picture.series;
    for (size_t i = 0; i < series_count && whole; i++) {
        struct svg_series *series = &picture.series[i];
        series->points = calloc(rows->row_count, sizeof(*series->points));
        series->name = i == 0 ? rows->published : page->devices[i - 1].name;
        series->colour = (int)i - 1;
        whole = series->points;
    }
    for (size_t i = 0; i < rows->row_count && whole; i++)
        row_add(page, rows, &rows->rows[i], &picture);
    if (picture.measured > 0)
        chart_print(page, rows, &picture);
    for (size_t i = 0; i < series_count && picture.series; i++)
        report_points_finish((struct svg_point *)picture.series[i].points, picture.series[i].count);
    free(picture.series);
    free(picture.labels);
}
