/* SPDX-License-Identifier: MIT */
#include "harness/judge/ceilings.h"

#include "harness/show/report/report_figure.h"

#include <math.h>
#include <stdlib.h>

enum { KINDS = 3, NAME_BYTES = 192 };

/* A line: one kind of traffic of one device. */
struct line {
    struct svg_point points[RUN_CEILINGS_POINTS_MAX];
    char name[NAME_BYTES];
};

static size_t curve_points(struct line *line, const struct run_ceilings_curve *curve)
{
    for (size_t i = 0; i < curve->count; i++)
        line->points[i] = (struct svg_point){
            curve->points[i].bytes, curve->points[i].bytes_per_s, NAN, NAN, NULL, NULL
        };
    return curve->count;
}

static size_t latency_points(struct line *line, const struct run_ceilings *ceilings)
{
    for (size_t i = 0; i < ceilings->latency_count; i++)
        line->points[i] = (struct svg_point){
            ceilings->latencies[i].bytes, ceilings->latencies[i].ns, NAN, NAN, NULL, NULL
        };
    return ceilings->latency_count;
}

static void name_make(const struct report_page *page, const struct report_device *device,
                      const char *kind, char name[NAME_BYTES])
{
    if (page->device_count > 1)
        snprintf(name, NAME_BYTES, "%s, %.160s", kind, device->name);
    else
        snprintf(name, NAME_BYTES, "%s", kind);
}

static void chart_print(const struct report_page *page, const struct svg_series *series,
                        size_t count, bool latency)
{
    const struct svg_chart chart = {
        .title = latency ? "time of a dependent load" : "bandwidth",
        .stamp = report_page_stamp(page),
        .width = 560,
        .height = 260,
        .x = { .label = "working set", .unit = SVG_BYTES, .log = true },
        .y = { .label = latency ? "time of a dependent load" : "bytes a second",
               .unit = latency ? SVG_NS : SVG_RATE,
               .of = "B/s",
               .log = true },
        .series = series,
        .series_count = count,
    };
    if (count == 0)
        return;
    fprintf(page->out, "<figure><figcaption>%s over the working set.</figcaption>\n",
            latency ? "The time of a load that waits for the one before" : "Bandwidth");
    svg_chart_print(page->out, &chart);
    fputs("</figure>\n", page->out);
}

void report_ceilings_print(const struct report_page *page)
{
    static const char *const kinds[KINDS] = { "copy", "read", "write" };
    struct line *lines = calloc((KINDS + 1) * page->device_count + 1, sizeof(*lines));
    struct svg_series *series = calloc((KINDS + 1) * page->device_count + 1, sizeof(*series));
    size_t rates = 0;
    for (int latency = 0; latency < 2 && lines && series; latency++) {
        size_t count = 0;
        for (size_t i = 0; i < page->device_count; i++) {
            struct run_ceilings ceilings;
            report_device_ceilings(&page->devices[i], &ceilings);
            const struct run_ceilings_curve *curves[KINDS] = { &ceilings.copy, &ceilings.read,
                                                               &ceilings.write };
            for (int k = 0; k < (latency ? 1 : KINDS); k++) {
                struct line *line = &lines[rates + count];
                const size_t points =
                    latency ? latency_points(line, &ceilings) : curve_points(line, curves[k]);
                name_make(page, &page->devices[i], latency ? "load" : kinds[k], line->name);
                series[count] = (struct svg_series){ .name = line->name,
                                                     .colour = (int)count,
                                                     .joined = true,
                                                     .points = line->points,
                                                     .count = points };
                count += points > 0;
            }
        }
        chart_print(page, series, count, latency);
        rates = latency ? rates : count;
    }
    free(series);
    free(lines);
}
