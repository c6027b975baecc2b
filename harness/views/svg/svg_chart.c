/* SPDX-License-Identifier: MIT */
#include "harness/views/svg/svg_chart.h"

#include <math.h>

/* Holds whiskers as far as half of what the points span beyond them, or a quarter as much again as
 * the outermost point: one wide interval does not press all points together. */
static void hold_whiskers(const struct svg_chart *chart, struct svg_axis *axis)
{
    const struct svg_axis points = *axis;
    const double span = points.high - points.low;
    const double factor = points.log ? fmax(1.25, sqrt(points.high / points.low)) : 1;
    const double more =
        points.log ? 0 : fmax(span, fmax(fabs(points.low), fabs(points.high)) / 2) / 2;
    for (size_t i = 0; i < chart->series_count && points.any; i++)
        for (size_t k = 0; k < chart->series[i].count; k++) {
            const struct svg_point *point = &chart->series[i].points[k];
            if (!isfinite(point->low) || !isfinite(point->high))
                continue;
            svg_axis_hold(axis, fmax(point->low, points.low / factor - more));
            svg_axis_hold(axis, fmin(point->high, points.high * factor + more));
        }
}

void svg_chart_axes(const struct svg_chart *chart, struct svg_axis *x, struct svg_axis *y)
{
    *x = chart->x;
    *y = chart->y;
    for (size_t i = 0; i < chart->series_count; i++)
        for (size_t k = 0; k < chart->series[i].count; k++) {
            const struct svg_point *point = &chart->series[i].points[k];
            svg_axis_hold(x, point->x);
            if (!chart->rows)
                svg_axis_hold_place(x, point->x);
            svg_axis_hold(y, point->y);
        }
    for (size_t i = 0; i < chart->rule_count; i++) {
        svg_axis_hold(chart->rules[i].vertical ? x : y, chart->rules[i].at);
        if (chart->rules[i].vertical && !chart->rows)
            svg_axis_hold_place(x, chart->rules[i].at);
    }
    hold_whiskers(chart, chart->rows ? x : y);
    svg_axis_round(x);
    svg_axis_round(y);
}
