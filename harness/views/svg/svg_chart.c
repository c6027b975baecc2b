/* SPDX-License-Identifier: MIT */
#include "harness/views/svg/svg_chart.h"

#include "harness/base/markup.h"
#include "harness/views/svg/svg_plot.h"

#include <math.h>
#include <string.h>

enum { EDGE = 4, RIGHT = 14, TICK_GAP = 90 };

double svg_plot_x(const struct svg_plot *plot, double value)
{
    return svg_axis_place(&plot->x, value, plot->left, plot->right);
}

double svg_plot_y(const struct svg_plot *plot, double value, size_t series)
{
    const double middle = ((double)plot->chart->series_count - 1) / 2;
    if (!plot->chart->rows)
        return svg_axis_place(&plot->y, value, plot->bottom, plot->top);
    const double apart = fmin(12, (plot->row_height - 6) / (2 * middle + 1));
    return plot->top + (value + 0.5) * plot->row_height + ((double)series - middle) * apart;
}

/* Layout --------------------------------------------------------------------------------------- */

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

size_t svg_chart_cut(const struct svg_chart *chart)
{
    struct svg_axis x, y;
    size_t count = 0;
    svg_chart_axes(chart, &x, &y);
    const struct svg_axis *axis = chart->rows ? &x : &y;
    for (size_t i = 0; i < chart->series_count; i++)
        for (size_t k = 0; k < chart->series[i].count && !chart->series[i].bare; k++)
            count += svg_chart_cuts(axis, chart->series[i].points[k].low) ||
                     svg_chart_cuts(axis, chart->series[i].points[k].high);
    return count;
}

bool svg_chart_cuts(const struct svg_axis *axis, double value)
{
    return isfinite(value) && (value < axis->low || value > axis->high);
}

static size_t y_ticks(const struct svg_plot *plot, double ticks[SVG_AXIS_TICKS_MAX])
{
    return svg_axis_ticks(&plot->y, 6, ticks);
}

/* Width left of the plot: names of rows, or numbers. */
static double left_width(const struct svg_plot *plot)
{
    const struct svg_chart *chart = plot->chart;
    double width = 0, ticks[SVG_AXIS_TICKS_MAX];
    char text[32];
    for (size_t i = 0; i < chart->row_count && chart->rows; i++)
        width = fmax(width, svg_text_width(chart->rows[i], SVG_PLOT_TEXT));
    const size_t count = chart->rows ? 0 : y_ticks(plot, ticks);
    for (size_t i = 0; i < count; i++) {
        svg_axis_format(&plot->y, ticks[i], text);
        width = fmax(width, svg_text_width(text, SVG_PLOT_TEXT));
    }
    return fmin(width, chart->width / 2) + EDGE + 6;
}

static void layout(struct svg_plot *plot)
{
    const struct svg_chart *chart = plot->chart;
    const double series = (double)chart->series_count;
    plot->row_height = fmax(22, 8 * series + 6);
    plot->left = left_width(plot);
    plot->right = chart->width - RIGHT;
    plot->top = EDGE + (chart->stamp ? SVG_PLOT_LINE : 0) + (chart->rows ? 0 : SVG_PLOT_LINE) + 4;
    if (chart->rows)
        plot->top += (double)svg_rules_vertical(chart) * SVG_PLOT_LINE;
    plot->bottom =
        plot->top + (chart->rows ? (double)chart->row_count * plot->row_height : chart->height);
}

/* Axes ----------------------------------------------------------------------------------------- */

void svg_plot_line(FILE *out, const char *style, double x, double y, char way, double to)
{
    fprintf(out, "<path class=\"%s\" d=\"M", style);
    svg_text_number(out, x);
    fputc(' ', out);
    svg_text_number(out, y);
    fputc(way, out);
    svg_text_number(out, to);
    fputs("\"/>", out);
}

/* Prints the axis, without the numbers that would touch the one before. */
static void x_axis_print(FILE *out, const struct svg_plot *plot)
{
    const double width = plot->chart->width;
    double ticks[SVG_AXIS_TICKS_MAX], end = 0;
    const double wanted = fmax(2, floor((plot->right - plot->left) / TICK_GAP * 1.5));
    const size_t count = svg_axis_ticks(&plot->x, (size_t)wanted, ticks);
    char text[32];
    for (size_t i = 0; i < count; i++) {
        const double x = svg_plot_x(plot, ticks[i]);
        svg_plot_line(out, "grid", x, plot->top, 'V', plot->bottom);
        svg_axis_format(&plot->x, ticks[i], text);
        const double half = svg_text_width(text, SVG_PLOT_TEXT) / 2;
        if (x - half < end || x + half > width - 1)
            continue;
        svg_text_print(
            out,
            &(struct svg_text){ x, plot->bottom + 14, 0, width, SVG_PLOT_TEXT, SVG_MIDDLE, NULL },
            text);
        end = x + half + 6;
    }
    svg_plot_line(out, "axis", plot->left, plot->bottom, 'H', plot->right);
    svg_text_print(out,
                   &(struct svg_text){ plot->right, plot->bottom + 14 + SVG_PLOT_LINE, EDGE,
                                       width - EDGE, SVG_PLOT_TEXT, SVG_END, "label" },
                   plot->x.label);
    fputc('\n', out);
}

static void y_axis_print(FILE *out, const struct svg_plot *plot)
{
    double ticks[SVG_AXIS_TICKS_MAX];
    const size_t count = y_ticks(plot, ticks);
    char text[32];
    for (size_t i = 0; i < count; i++) {
        const double y = svg_plot_y(plot, ticks[i], 0);
        svg_plot_line(out, "grid", plot->left, y, 'H', plot->right);
        svg_axis_format(&plot->y, ticks[i], text);
        svg_text_print(out,
                       &(struct svg_text){ plot->left - 6, y + 4, 0, plot->left - 6, SVG_PLOT_TEXT,
                                           SVG_END, NULL },
                       text);
    }
    svg_text_print(out,
                   &(struct svg_text){ EDGE, plot->top - 7, EDGE, plot->chart->width - EDGE,
                                       SVG_PLOT_TEXT, SVG_START, "label" },
                   plot->y.label);
    fputc('\n', out);
}

static void rows_print(FILE *out, const struct svg_plot *plot)
{
    const struct svg_chart *chart = plot->chart;
    for (size_t i = 0; i < chart->row_count; i++) {
        const double y = plot->top + ((double)i + 0.5) * plot->row_height;
        svg_plot_line(out, "grid", plot->left, y + plot->row_height / 2, 'H', plot->right);
        svg_text_print(out,
                       &(struct svg_text){ plot->left - 6, y + 4, EDGE, plot->left - 6,
                                           SVG_PLOT_TEXT, SVG_END, NULL },
                       chart->rows[i]);
    }
    fputc('\n', out);
}

/* A picture has nothing in it that leads elsewhere. */
static const char *role_of(const struct svg_chart *chart)
{
    for (size_t i = 0; i < chart->series_count; i++)
        for (size_t k = 0; k < chart->series[i].count; k++)
            if (chart->series[i].points[k].href)
                return "group";
    return "img";
}

void svg_chart_print(FILE *out, const struct svg_chart *chart)
{
    struct svg_plot plot = { .chart = chart };
    svg_chart_axes(chart, &plot.x, &plot.y);
    layout(&plot);
    const double below = plot.bottom + 14 + SVG_PLOT_LINE + 6;
    fprintf(out, "<svg class=\"chart\" role=\"%s\" viewBox=\"0 0 ", role_of(chart));
    svg_text_number(out, chart->width);
    fputc(' ', out);
    svg_text_number(out, below + svg_legend_height(chart) + EDGE);
    fputs("\"><title>", out);
    markup_text(out, chart->title);
    fputs("</title>\n", out);
    x_axis_print(out, &plot);
    if (chart->rows)
        rows_print(out, &plot);
    else
        y_axis_print(out, &plot);
    if (chart->stamp)
        svg_text_print(out,
                       &(struct svg_text){ chart->width - EDGE, EDGE + 11, EDGE,
                                           chart->width - EDGE, SVG_PLOT_TEXT, SVG_END, "stamp" },
                       chart->stamp);
    svg_marks_print(out, &plot);
    svg_rules_print(out, &plot);
    svg_legend_print(out, chart, below);
    fputs("</svg>\n", out);
}
