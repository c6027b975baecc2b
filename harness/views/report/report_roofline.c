/* SPDX-License-Identifier: MIT */
#include "harness/analysis/limits/limits.h"
#include "harness/base/need.h"
#include "harness/base/text.h"
#include "harness/views/report/report_page.h"
#include "harness/views/svg/svg_chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CURVES = 3 };

/* One device's: a series per technique, and the ceilings as lines. */
struct picture {
    const struct report_page *page;
    const struct report_device *device;
    bool operations; /* over intensity; else bytes over how many there are */
    struct run_ceilings ceilings;
    struct svg_point curves[CURVES][RUN_CEILINGS_POINTS_MAX];
    struct svg_series *series; /* as many as techniques and curves */
    size_t series_count, points;
};

static struct svg_point point_of(const struct picture *picture, const struct run_case *c)
{
    const struct roofline roofline = roofline_of(c);
    struct svg_point point = { .low = NAN, .high = NAN };
    point.x = picture->operations ? roofline.intensity : roofline.bytes;
    point.y = picture->operations ? roofline.operations_per_s : roofline.bytes_per_s;
    if (!(point.x > 0) || !isfinite(point.y))
        return (struct svg_point){ NAN, NAN, NAN, NAN, NULL, NULL };
    if (report_case_has_place(picture->page, c))
        point.href = report_html_href(picture->page, "case-", c->name); /* which names it as well */
    else
        point.title = c->name;
    return point;
}

static void technique_add(struct picture *picture, size_t technique)
{
    const struct report_page *page = picture->page;
    const struct run_latest *latest = &picture->device->latest;
    struct svg_point *points = need_zeroed(latest->count, sizeof(*points));
    size_t count = 0;
    for (size_t i = 0; i < latest->count; i++) {
        const struct run_case *c = latest->cases[i].c;
        if (strcmp(c->technique, page->techniques[technique]) != 0)
            continue;
        points[count] = point_of(picture, c);
        count += isfinite(points[count].x);
    }
    picture->points += count;
    if (count > 0)
        picture->series[picture->series_count++] =
            (struct svg_series){ .name = page->techniques[technique],
                                 .colour = (int)technique,
                                 .points = points,
                                 .count = count };
    else
        free(points);
}

void report_limit_add(struct svg_series *series, size_t *count, struct svg_point *points,
                      const struct run_ceilings_curve *curve, const char *name, bool dashed)
{
    for (size_t i = 0; i < curve->count; i++)
        points[i] = (struct svg_point){
            curve->points[i].bytes, curve->points[i].bytes_per_s, NAN, NAN, NULL, NULL
        };
    if (curve->count > 1)
        series[(*count)++] = (struct svg_series){ .name = name,
                                                  .colour = SVG_PUBLISHED,
                                                  .joined = true,
                                                  .bare = true,
                                                  .dashed = dashed,
                                                  .points = points,
                                                  .count = curve->count };
}

static void chart_print(const struct picture *picture)
{
    static const char *const words[][2] = {
        { "bytes a second over bytes moved", "bytes that it must move" },
        { "operations a second over operations a byte", "operations a byte" }
    };
    const bool operations = picture->operations;
    struct svg_rule rules[2] = {
        { false, picture->ceilings.operations_per_s, "arithmetic, measured" },
    };
    const struct svg_chart chart = {
        .title = words[operations][0],
        .stamp = report_page_stamp(picture->page),
        .width = 560,
        .height = 300,
        .x = { .label = words[operations][1],
               .unit = operations ? SVG_PLAIN : SVG_BYTES,
               .log = true },
        .y = { .label = operations ? "operations a second" : "bytes a second",
               .unit = SVG_RATE,
               .of = operations ? "op/s" : "B/s",
               .log = true },
        .series = picture->series,
        .series_count = picture->series_count,
        .rules = rules,
        .rule_count = operations && picture->ceilings.operations_per_s > 0,
    };
    FILE *out = picture->page->out;
    fputs("<figure><figcaption>", out);
    sheet_escape_html(out, picture->device->name);
    fprintf(out, ": %s</figcaption>\n", words[operations][0]);
    svg_chart_print(out, &chart);
    fputs("</figure>\n", out);
}

static void picture_print(struct picture *picture)
{
    const struct report_page *page = picture->page;
    picture->series = need_zeroed(page->technique_count + CURVES, sizeof(*picture->series));
    const struct claims_device *judged = picture->device->judged;
    ceilings_find_newest(&picture->ceilings, judged->runs, judged->run_count);
    for (size_t i = 0; i < page->technique_count; i++)
        technique_add(picture, i);
    const size_t mine = picture->series_count;
    if (!picture->operations) {
        report_limit_add(picture->series, &picture->series_count, picture->curves[0],
                         &picture->ceilings.copy, "limit of copying", false);
        report_limit_add(picture->series, &picture->series_count, picture->curves[1],
                         &picture->ceilings.read, "of reading", true);
    }
    if (picture->points > 0)
        chart_print(picture);
    for (size_t i = 0; i < mine; i++) {
        struct svg_point *points = (struct svg_point *)(uintptr_t)picture->series[i].points;
        for (size_t k = 0; k < picture->series[i].count; k++)
            free((void *)(uintptr_t)points[k].href);
        free(points);
    }
    free(picture->series);
}

void report_roofline_print(const struct report_page *page)
{
    FILE *out = page->out;
    fputs("<section id=\"roofline\"><h2>Roofline</h2>\n<p class=\"note\">Each case that runs on "
          "the device alone, at the rate at which it did the work that its algorithm must do: "
          "bytes and operations are declared by the bench, not counted. Lines are what this "
          "device was measured to do at most; a cache may lift a point above the line of a larger "
          "set.</p>\n<div class=\"figures\">\n",
          out);
    for (size_t i = 0; i < page->device_count; i++)
        for (int operations = 0; operations < 2; operations++) {
            struct picture picture = { .page = page, .device = &page->devices[i] };
            picture.operations = operations;
            picture_print(&picture);
        }
    fputs("</div></section>\n", out);
}
