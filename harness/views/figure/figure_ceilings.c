/* SPDX-License-Identifier: MIT */
#include "harness/base/need.h"
#include "harness/views/figure/figure_make.h"

#include <math.h>
#include <stdlib.h>

enum { KINDS = 3, NAME_BYTES = 192 };

/* A line: one kind of traffic of one device. */
struct line {
    struct figure_point points[RUN_CEILINGS_POINTS_MAX];
    char name[NAME_BYTES];
};

static size_t curve_points(struct line *line, const struct run_ceilings_curve *curve)
{
    for (size_t i = 0; i < curve->count; i++)
        line->points[i] = (struct figure_point){ curve->points[i].bytes,
                                                 curve->points[i].bytes_per_s, NAN, NAN, NULL };
    return curve->count;
}

static size_t latency_points(struct line *line, const struct run_ceilings *ceilings)
{
    for (size_t i = 0; i < ceilings->latency_count; i++)
        line->points[i] = (struct figure_point){ ceilings->latencies[i].bytes,
                                                 ceilings->latencies[i].ns, NAN, NAN, NULL };
    return ceilings->latency_count;
}

static void name_make(const struct figure_source *source, const struct figure_device *device,
                      const char *kind, char name[NAME_BYTES])
{
    if (source->device_count > 1)
        snprintf(name, NAME_BYTES, "%s, %.160s", kind, device->name);
    else
        snprintf(name, NAME_BYTES, "%s", kind);
}

static void chart_draw(const struct figure_maker *maker, const struct figure_series *series,
                       size_t count, bool latency)
{
    const struct figure figure = {
        .technique = "",
        .key = latency ? "ceilings-latency" : "ceilings-bandwidth",
        .title = latency ? "The time of a load that waits for the one before, over the working set"
                         : "Bandwidth over the working set",
        .text = "",
        .split = "",
        .value = "",
        .held = "",
        .at = "",
        .chart = { .title = latency ? "time of a dependent load" : "bandwidth",
                   .stamp = figure_source_stamp(maker->source),
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
            const size_t points =
                latency ? latency_points(line, ceilings) : curve_points(line, curves[k]);
            name_make(source, &source->devices[i], latency ? "load" : kinds[k], line->name);
            series[count] = (struct figure_series){ .name = line->name,
                                                    .variant = latency ? "load" : kinds[k],
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
        chart_draw(maker, series, lines_make(maker->source, latency, lines, series), latency);
    free(series);
    free(lines);
}
