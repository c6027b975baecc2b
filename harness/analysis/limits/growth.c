/* SPDX-License-Identifier: MIT */
#include "harness/analysis/limits/limits.h"

#include <math.h>
#include <string.h>

struct roofline roofline_of(const struct run_case *c)
{
    struct roofline roofline = { 0, NAN, NAN, NAN };
    const double seconds = c->gpu.median / 1e9, operations = fmax(c->work.operations, 0);
    if (c->status != BENCH_OK || c->kind != BENCH_GPU || c->ceiling != BENCH_CEILING_NONE ||
        c->gpu.count == 0 || !(seconds > 0))
        return roofline;
    roofline.bytes = fmax(c->work.bytes_read, 0) + fmax(c->work.bytes_written, 0) +
                     fmax(c->work.bytes_sampled, 0);
    if (roofline.bytes > 0)
        roofline.bytes_per_s = roofline.bytes / seconds;
    if (operations > 0)
        roofline.operations_per_s = operations / seconds;
    if (roofline.bytes > 0 && operations > 0)
        roofline.intensity = operations / roofline.bytes;
    return roofline;
}

enum { POINTS_LEAST = 3 };

static const double level_share = 0.85;

void growth_find(struct growth *growth, const struct run *run, const char *technique)
{
    growth->count = 0;
    if (strcmp(run->session.profile, profile_scale) != 0)
        return;
    for (size_t i = 0; i < run->case_count && growth->count < GROWTH_POINTS_MAX; i++) {
        const struct run_case *c = &run->cases[i];
        const struct roofline roofline = roofline_of(c);
        const double bytes = fmin(roofline.bytes, c->peak_bytes);
        if (strcmp(c->technique, technique) != 0 || !(roofline.bytes_per_s > 0))
            continue;
        size_t at = growth->count++;
        for (; at > 0 && growth->points[at - 1].bytes > bytes; at--)
            growth->points[at] = growth->points[at - 1];
        growth->points[at] = (struct growth_point){ c, bytes, roofline.bytes_per_s };
    }
}

bool growth_knee_find(const struct growth *growth, struct growth_knee *knee)
{
    const struct growth_point *points = growth->points;
    const size_t count = growth->count;
    *knee = (struct growth_knee){ 0 };
    for (size_t i = 0; i < count; i++)
        if (points[i].bytes_per_s > points[knee->fastest].bytes_per_s)
            knee->fastest = i;
    if (count < POINTS_LEAST)
        return false;
    const double most = points[knee->fastest].bytes_per_s, last = points[count - 1].bytes_per_s;
    if (last >= level_share * most)
        return false;
    knee->after = knee->fastest + 1;
    while (points[knee->after].bytes_per_s > (most + last) / 2)
        knee->after++;
    knee->before = knee->after - 1;
    return true;
}

void growth_text(const struct growth *growth, char text[GROWTH_TEXT_BYTES])
{
    struct growth_knee knee;
    const bool found = growth_knee_find(growth, &knee);
    *text = 0;
    if (growth->count < POINTS_LEAST)
        return;
    const struct growth_point *points = growth->points, *end = &points[growth->count - 1];
    const char *most = units_format_rate(points[knee.fastest].bytes_per_s, "B/s", UNITS_ROOM);
    const char *last = units_format_rate(end->bytes_per_s, "B/s", UNITS_ROOM);
    const char *before =
        units_format_bytes(points[found ? knee.before : knee.fastest].bytes, UNITS_ROOM);
    const char *after =
        units_format_bytes(found ? points[knee.after].bytes : end->bytes, UNITS_ROOM);
    if (found)
        snprintf(text, GROWTH_TEXT_BYTES,
                 "The rate falls from %s to %s; it passes the middle between %s and %s.", most,
                 last, before, after);
    else if (knee.fastest + 1 == growth->count)
        snprintf(text, GROWTH_TEXT_BYTES, "The rate is highest at the largest size: %s at %s.",
                 most, before);
    else
        snprintf(text, GROWTH_TEXT_BYTES,
                 "The rate has no knee: the highest is %s at %s, and the last %s at %s.", most,
                 before, last, after);
}
