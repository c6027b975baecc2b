/* SPDX-License-Identifier: MIT */
#include "harness/base/markup.h"
#include "harness/views/svg/svg_plot.h"

#include <math.h>

void svg_marks_class(FILE *out, int colour)
{
    if (colour == SVG_PUBLISHED)
        fputs(" class=\"cp\"", out);
    else
        fprintf(out, " class=\"c%d\"", colour % SVG_COLOURS);
}

/* Part of a path. Colours come again after eight, shapes after seven. */
void svg_marks_shape(FILE *out, int colour, double x, double y)
{
    static const char *const shapes[] = {
        "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0",
        "m-3.5-3.5h7v7h-7z",
        "m0-4.5l4.5 8h-9z",
        "m0-5l5 5l-5 5l-5-5z",
        "m0 4.5l4.5-8h-9z",
        "m-1.5-4.5h3v3h3v3h-3v3h-3v-3h-3v-3h3z",
        "m-4.5 0l2-2.5h5l2 2.5l-2 2.5h-5z",
    };
    static const char *const published = "m0-6l6 6l-6 6l-6-6zm0 3l3 3l-3 3l-3-3z"; /* with a hole */
    fputc('M', out);
    svg_text_number(out, x);
    fputc(' ', out);
    svg_text_number(out, y);
    fputs(colour == SVG_PUBLISHED ? published : shapes[colour % 7], out);
}

static bool shown(const struct svg_plot *plot, const struct svg_point *point)
{
    return svg_axis_shows(&plot->x, point->x) &&
           (plot->chart->rows || svg_axis_shows(&plot->y, point->y));
}

static void move(FILE *out, char how, double x, double y)
{
    fputc(how, out);
    svg_text_number(out, x);
    fputc(' ', out);
    svg_text_number(out, y);
}

static void line_print(FILE *out, const struct svg_plot *plot, size_t index)
{
    const struct svg_series *series = &plot->chart->series[index];
    bool begun = false;
    fputs("<path fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.5\"", out);
    fputs(series->dashed ? " stroke-dasharray=\"5 3\" d=\"" : " d=\"", out);
    for (size_t i = 0; i < series->count; i++) {
        const struct svg_point *point = &series->points[i];
        if (shown(plot, point)) {
            move(out, begun ? 'L' : 'M', svg_plot_x(plot, point->x),
                 svg_plot_y(plot, point->y, index));
            begun = true;
        } else {
            begun = false;
        }
    }
    fputs("\"/>", out);
}

static void whisker_print(FILE *out, const struct svg_plot *plot, size_t index,
                          const struct svg_point *point)
{
    enum { CAP = 3 };
    const double x = svg_plot_x(plot, point->x), y = svg_plot_y(plot, point->y, index);
    if (plot->chart->rows) {
        const double low = svg_plot_x(plot, point->low), high = svg_plot_x(plot, point->high);
        move(out, 'M', low, y - CAP);
        fprintf(out, "v%dm0-%d", 2 * CAP, CAP);
        fputc('H', out);
        svg_text_number(out, high);
        fprintf(out, "m0-%dv%d", CAP, 2 * CAP);
    } else {
        const double low = svg_plot_y(plot, point->low, index);
        const double high = svg_plot_y(plot, point->high, index);
        move(out, 'M', x - CAP, low);
        fprintf(out, "h%dm-%d 0", 2 * CAP, CAP);
        fputc('V', out);
        svg_text_number(out, high);
        fprintf(out, "m-%d 0h%d", CAP, 2 * CAP);
    }
}

static bool whisks(const struct svg_plot *plot, const struct svg_point *point)
{
    return shown(plot, point) && isfinite(point->low) && isfinite(point->high);
}

static void whiskers_print(FILE *out, const struct svg_plot *plot, size_t index)
{
    const struct svg_series *series = &plot->chart->series[index];
    bool any = false;
    for (size_t i = 0; i < series->count; i++) {
        if (!whisks(plot, &series->points[i]))
            continue;
        fputs(any ? "" : "<path fill=\"none\" stroke=\"currentColor\" d=\"", out);
        whisker_print(out, plot, index, &series->points[i]);
        any = true;
    }
    fputs(any ? "\"/>" : "", out);
}

static void mark_print(FILE *out, const struct svg_plot *plot, size_t index,
                       const struct svg_point *point)
{
    const struct svg_series *series = &plot->chart->series[index];
    const double x = svg_plot_x(plot, point->x), y = svg_plot_y(plot, point->y, index);
    if (point->href) {
        fputs("<a href=\"", out);
        markup_text(out, point->href);
        fputs("\">", out);
    }
    fputs("<path d=\"", out);
    svg_marks_shape(out, series->colour, x, y);
    fputs(point->title ? "\"><title>" : "\"/>", out);
    if (point->title) {
        markup_text(out, point->title);
        fputs("</title></path>", out);
    }
    fputs(point->href ? "</a>" : "", out);
}

static void series_print(FILE *out, const struct svg_plot *plot, size_t index)
{
    const struct svg_series *series = &plot->chart->series[index];
    fputs("<g fill=\"currentColor\" fill-rule=\"evenodd\"", out);
    svg_marks_class(out, series->colour);
    fputc('>', out);
    if (series->joined || series->bare)
        line_print(out, plot, index);
    if (!series->bare) {
        whiskers_print(out, plot, index);
        for (size_t i = 0; i < series->count; i++)
            if (shown(plot, &series->points[i]))
                mark_print(out, plot, index, &series->points[i]);
    }
    fputs("</g>\n", out);
}

void svg_marks_print(FILE *out, const struct svg_plot *plot)
{
    for (size_t i = 0; i < plot->chart->series_count; i++)
        series_print(out, plot, i);
}

static bool within(const struct svg_box *box, double x, double y)
{
    return x >= box->left && x <= box->right && y >= box->top && y <= box->bottom;
}

/* What of a + t d lies from low to high is from *from to *to. */
static void clip(double a, double d, double low, double high, double *from, double *to)
{
    if (d != 0) {
        *from = fmax(*from, fmin((low - a) / d, (high - a) / d));
        *to = fmin(*to, fmax((low - a) / d, (high - a) / d));
    } else if (a < low || a > high) {
        *to = -1;
    }
}

/* Whether the line from one point to the next goes through it. */
static bool crosses(const struct svg_plot *plot, size_t index, size_t point,
                    const struct svg_box *box)
{
    const struct svg_point *a = &plot->chart->series[index].points[point], *b = a + 1;
    const double ax = svg_plot_x(plot, a->x), ay = svg_plot_y(plot, a->y, index);
    double from = 0, to = 1;
    clip(ax, svg_plot_x(plot, b->x) - ax, box->left, box->right, &from, &to);
    clip(ay, svg_plot_y(plot, b->y, index) - ay, box->top, box->bottom, &from, &to);
    return from <= to;
}

size_t svg_marks_within(const struct svg_plot *plot, const struct svg_box *box)
{
    enum { HALF = 4 }; /* of a mark */
    const struct svg_box larger = { box->left - HALF, box->top - HALF, box->right + HALF,
                                    box->bottom + HALF };
    size_t count = 0;
    for (size_t i = 0; i < plot->chart->series_count; i++) {
        const struct svg_series *series = &plot->chart->series[i];
        for (size_t k = 0; k < series->count; k++) {
            const struct svg_point *point = &series->points[k];
            if (!shown(plot, point))
                continue;
            count += !series->bare &&
                     within(&larger, svg_plot_x(plot, point->x), svg_plot_y(plot, point->y, i));
            if ((series->joined || series->bare) && k + 1 < series->count && shown(plot, point + 1))
                count += crosses(plot, i, k, box);
        }
    }
    return count;
}
