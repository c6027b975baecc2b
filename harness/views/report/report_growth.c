/* SPDX-License-Identifier: MIT */
/* report_growth.c: the rate of a technique's best variant over the size of its input. */
#include "harness/analysis/limits/limits.h"
#include "harness/base/units.h"
#include "harness/views/report/report_page.h"
#include "harness/views/svg/svg_chart.h"

#include <math.h>
#include <string.h>

enum { CURVES = 2 };

struct picture {
    struct growth growth;
    struct run_ceilings ceilings;
    struct svg_point points[GROWTH_POINTS_MAX], curves[CURVES][RUN_CEILINGS_POINTS_MAX];
    struct svg_series series[1 + CURVES];
    size_t series_count;
};

/* The newest run of the device that has points of the technique. */
static void growth_newest(struct growth *growth, const struct report_device *device,
                          const char *technique)
{
    const char *started = "";
    *growth = (struct growth){ 0 };
    for (size_t i = 0; i < device->judged->run_count; i++) {
        const struct run *run = device->judged->runs[i];
        struct growth other;
        growth_find(&other, run, technique);
        if (other.count == 0 || strcmp(run->session.started, started) < 0)
            continue;
        started = run->session.started;
        *growth = other;
    }
}

static void series_make(struct picture *picture, const struct report_device *device)
{
    const struct growth *growth = &picture->growth;
    for (size_t i = 0; i < growth->count; i++)
        picture->points[i] = (struct svg_point){ growth->points[i].bytes,
                                                 growth->points[i].bytes_per_s,
                                                 NAN,
                                                 NAN,
                                                 growth->points[i].c->name,
                                                 NULL };
    picture->series[picture->series_count++] =
        (struct svg_series){ .name = growth->points[0].c->variant,
                             .joined = true,
                             .points = picture->points,
                             .count = growth->count };
    ceilings_find_newest(&picture->ceilings, device->judged->runs, device->judged->run_count);
    report_limit_add(picture->series, &picture->series_count, picture->curves[0],
                     &picture->ceilings.copy, "limit of copying", false);
    report_limit_add(picture->series, &picture->series_count, picture->curves[1],
                     &picture->ceilings.read, "limit of reading", true);
}

static void chart_print(const struct report_page *page, const struct picture *picture)
{
    const struct svg_chart chart = {
        .title = "bytes a second over bytes moved",
        .stamp = report_page_stamp(page),
        .width = 560,
        .height = 300,
        .x = { .label = "bytes that an execution moves", .unit = SVG_BYTES, .log = true },
        .y = { .label = "bytes a second", .unit = SVG_RATE, .of = "B/s", .log = true },
        .series = picture->series,
        .series_count = picture->series_count,
    };
    svg_chart_print(page->out, &chart);
}

/* Prints a row for each size, with what its answer was compared with. */
static void table_print(const struct report_page *page, const struct growth *growth,
                        const struct report_device *device)
{
    FILE *out = page->out;
    fputs("<table><tr><th>case<th>moves<th>rate<th>checked against\n", out);
    for (size_t i = 0; i < growth->count; i++) {
        const struct growth_point *point = &growth->points[i];
        const char *answer = "";
        char bytes[32], rate[32];
        for (size_t k = 0; k < device->judged->run_count && !*answer; k++)
            answer = run_fact_text(device->judged->runs[k], point->c->workload, "answer");
        units_format_bytes(point->bytes, bytes);
        units_format_rate(point->bytes_per_s, "B/s", rate);
        fputs("<tr><td>", out);
        sheet_escape_html(out, point->c->name);
        fprintf(out, "<td>%s<td>%s<td>", bytes, rate);
        sheet_escape_html(out, *answer ? answer : "the reference");
        fputs("\n", out);
    }
    fputs("</table>\n", out);
}

void report_growth_print(const struct report_page *page, const char *technique)
{
    FILE *out = page->out;
    for (size_t i = 0; i < page->device_count; i++) {
        struct picture picture = { 0 };
        char knee[GROWTH_TEXT_BYTES];
        growth_newest(&picture.growth, &page->devices[i], technique);
        if (picture.growth.count < 2)
            continue;
        growth_text(&picture.growth, knee);
        series_make(&picture, &page->devices[i]);
        fputs("<figure><figcaption>", out);
        sheet_escape_html(out, page->devices[i].name);
        fputs(": speed over size. ", out);
        report_html_say(out, knee);
        fputs("</figcaption>\n", out);
        chart_print(page, &picture);
        fputs("</figure>\n", out);
        if (page->part == REPORT_CASES)
            table_print(page, &picture.growth, &page->devices[i]);
    }
}
