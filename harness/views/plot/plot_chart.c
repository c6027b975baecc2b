/* SPDX-License-Identifier: MIT */
#include "harness/views/plot/plot_chart.h"

#include "harness/views/plot/plot_text.h"
#include "harness/views/svg/svg_text.h"

#include <math.h>
#include <string.h>

enum { TEXT = 12, TICK = 11, HEIGHT = 340 }; /* of the plot, where it has no rows */

/* Where things stand, in pixels from the top left of the canvas. */
struct layout {
    const struct svg_chart *chart;
    struct svg_axis x, y;
    struct plot_frame frame;
    double legend, row_height;
};

const char *plot_chart_template(const struct svg_chart *chart)
{
    return chart->rows ? "rows.gp" : "lines.gp";
}

/* Layout --------------------------------------------------------------------------------------- */

static double left_width(const struct layout *layout)
{
    const struct svg_chart *chart = layout->chart;
    double width = 0, ticks[SVG_AXIS_TICKS_MAX];
    char text[32];
    for (size_t i = 0; i < chart->row_count && chart->rows; i++)
        width = fmax(width, svg_text_width(chart->rows[i], TICK));
    const size_t count = chart->rows ? 0 : svg_axis_ticks(&layout->y, 7, ticks);
    for (size_t i = 0; i < count; i++) {
        svg_axis_format(&layout->y, ticks[i], text);
        width = fmax(width, svg_text_width(text, TICK));
    }
    return fmin(width, PLOT_WIDTH / 2.0);
}

/* Signs ---------------------------------------------------------------------------------------- */

static int shape_of(const struct svg_series *series)
{
    static const int shapes[] = { 7, 5, 9, 13, 11, 15, 6 };
    const size_t count = sizeof(shapes) / sizeof(shapes[0]);
    return series->colour == SVG_PUBLISHED ? 12 : shapes[(size_t)series->colour % count];
}

static int colour_of(const struct svg_series *series)
{
    return 1 + (series->colour == SVG_PUBLISHED ? SVG_COLOURS : series->colour % SVG_COLOURS);
}

static int line_of(const struct svg_series *series)
{
    return !series->joined && !series->bare ? 0 : series->dashed ? 2 : 1;
}

static struct plot_sign sign_of(const void *user, size_t index)
{
    const struct layout *layout = user;
    const struct svg_series *series = &layout->chart->series[index];
    return (struct plot_sign){ .name = series->count > 0 ? series->name : NULL,
                               .colour = colour_of(series),
                               .shape = series->bare ? 0 : shape_of(series),
                               .line = line_of(series) };
}

static size_t legend_print(FILE *out, const struct layout *layout)
{
    return plot_legend_print(out, sign_of, layout, layout->chart->series_count, layout->legend,
                             layout->frame.height);
}

static void layout_make(struct layout *layout, const struct svg_chart *chart,
                        const struct plot_words *words)
{
    *layout = (struct layout){ .chart = chart };
    svg_chart_axes(chart, &layout->x, &layout->y);
    struct plot_frame *frame = &layout->frame;
    layout->row_height = fmax(26, 10 * (double)chart->series_count + 8);
    frame->left = PLOT_EDGE + left_width(layout) + 10;
    frame->right = PLOT_WIDTH - 2 * PLOT_EDGE;
    frame->top = plot_words_print(NULL, words, 1) + 16 + (chart->rows ? 0 : PLOT_LINE);
    frame->bottom =
        frame->top + (chart->rows ? (double)chart->row_count * layout->row_height : HEIGHT);
    frame->height = 1;
    layout->legend = frame->bottom + 2 * PLOT_LINE + 14;
    frame->height =
        ceil(layout->legend + PLOT_LINE * (double)legend_print(NULL, layout) + PLOT_EDGE / 2.0);
}

/* Words ---------------------------------------------------------------------------------------- */

static double x_of(const struct layout *layout, double value)
{
    return svg_axis_place(&layout->x, value, layout->frame.left, layout->frame.right);
}

static double y_of(const struct layout *layout, double value)
{
    return svg_axis_place(&layout->y, value, layout->frame.bottom, layout->frame.top);
}

/* Words of vertical ones stand below each other, all of them within the plot. */
static void rules_print(FILE *out, const struct layout *layout)
{
    const struct plot_frame *frame = &layout->frame;
    double y = frame->top + 8;
    for (size_t i = 0; i < layout->chart->rule_count; i++) {
        const struct svg_rule *rule = &layout->chart->rules[i];
        const double width = svg_text_width(rule->label, TEXT);
        if (rule->vertical) {
            const double x = x_of(layout, rule->at);
            const bool left = x + 6 + width <= frame->right || x - 6 - width < frame->left;
            const double start = fmax(frame->left + 4, fmin(x + 6, frame->right - width));
            fprintf(out, "set arrow from first %.9g, graph 0 to first %.9g, graph 1 arrowstyle 3\n",
                    rule->at, rule->at);
            plot_label_print(out, rule->label, left ? start : x - 6, y, frame->height,
                             left ? "left" : "right", "ink boxed");
            y += PLOT_LINE;
        } else {
            const double at = y_of(layout, rule->at);
            fprintf(out, "set arrow from graph 0, first %.9g to graph 1, first %.9g arrowstyle 3\n",
                    rule->at, rule->at);
            const double above = at - frame->top > PLOT_LINE ? -PLOT_LINE / 2.0 : PLOT_LINE / 2.0;
            plot_label_print(out, rule->label, frame->left + 6, at + above, frame->height, "left",
                             "ink boxed");
        }
    }
}

/* Axes ----------------------------------------------------------------------------------------- */

static void y_ticks_print(FILE *out, const struct layout *layout)
{
    double ticks[SVG_AXIS_TICKS_MAX];
    const size_t count = svg_axis_ticks(&layout->y, 7, ticks);
    char text[32];
    fputs("set ytics (", out);
    for (size_t i = 0; i < count; i++) {
        svg_axis_format(&layout->y, ticks[i], text);
        fputs(i == 0 ? "" : ", ", out);
        plot_text_tick(out, text, TICK, PLOT_WIDTH);
        fprintf(out, " %.9g", ticks[i]);
    }
    fputs(")\n", out);
}

static void rows_print(FILE *out, const struct layout *layout)
{
    const struct svg_chart *chart = layout->chart;
    fprintf(out, "rows = %zu\nset ytics (", chart->row_count);
    for (size_t i = 0; i < chart->row_count; i++) {
        fputs(i == 0 ? "" : ", ", out);
        plot_text_tick(out, chart->rows[i], TICK, PLOT_WIDTH / 2.0);
        fprintf(out, " %zu", i);
    }
    fputs(")\n", out);
}

static void axes_print(FILE *out, const struct layout *layout)
{
    const struct svg_axis *x = &layout->x, *y = &layout->y;
    const struct plot_frame *frame = &layout->frame;
    fprintf(out, "x_low = %.9g\nx_high = %.9g\nx_log = %d\n", x->low, x->high, x->log);
    if (layout->chart->rows) {
        rows_print(out, layout);
    } else {
        fprintf(out, "y_low = %.9g\ny_high = %.9g\ny_log = %d\n", y->low, y->high, y->log);
        y_ticks_print(out, layout);
        plot_label_print(out, y->label, PLOT_EDGE, frame->top - PLOT_LINE / 2.0 - 7, frame->height,
                         "left", "soft");
    }
    plot_ticks_print(out, x, frame->left, frame->right);
    plot_label_print(out, x->label, frame->right, frame->bottom + 2 * PLOT_LINE, frame->height,
                     "right", "soft");
}

/* Numbers -------------------------------------------------------------------------------------- */

static void number_print(FILE *out, double number)
{
    if (isfinite(number))
        fprintf(out, "%.9g\t", number);
    else
        fputs("NaN\t", out);
}

/* Series stand beside each other within their row. */
static double row_of(const struct layout *layout, size_t series, double row)
{
    const double middle = ((double)layout->chart->series_count - 1) / 2;
    const double apart = fmin(12, (layout->row_height - 8) / (2 * middle + 1));
    return row + ((double)series - middle) * apart / layout->row_height;
}

static void series_print(FILE *out, const struct layout *layout, size_t index)
{
    const struct svg_series *series = &layout->chart->series[index];
    plot_text_comment(out, series->name ? series->name : "");
    for (size_t i = 0; i < series->count; i++) {
        const struct svg_point *point = &series->points[i];
        if (!svg_axis_shows(&layout->x, point->x) ||
            (!layout->chart->rows && !svg_axis_shows(&layout->y, point->y)))
            continue;
        number_print(out, point->x);
        number_print(out, layout->chart->rows ? row_of(layout, index, point->y) : point->y);
        number_print(out, isfinite(point->high) ? point->low : NAN);
        number_print(out, isfinite(point->low) ? point->high : NAN);
        fprintf(out, "%d\t%d\t%d\t%d\n", colour_of(series), shape_of(series), line_of(series),
                !series->bare);
    }
    fputc('\n', out);
}

bool plot_chart_has_intervals(const struct svg_chart *chart)
{
    for (size_t i = 0; i < chart->series_count; i++)
        for (size_t k = 0; k < chart->series[i].count && !chart->series[i].bare; k++)
            if (isfinite(chart->series[i].points[k].low) &&
                isfinite(chart->series[i].points[k].high))
                return true;
    return false;
}

static void data_print(FILE *out, const struct layout *layout)
{
    const struct svg_chart *chart = layout->chart;
    bool lines = false, dashes = false, marks = false;
    fputs("$SERIES << END\n", out);
    for (size_t i = 0; i < chart->series_count; i++) {
        const struct svg_series *series = &chart->series[i];
        if (series->count == 0)
            continue;
        series_print(out, layout, i);
        lines = lines || line_of(series) == 1;
        dashes = dashes || line_of(series) == 2;
        marks = marks || !series->bare;
    }
    fprintf(out, "END\nhas_lines = %d\nhas_dashes = %d\nhas_intervals = %d\nhas_marks = %d\n",
            lines, dashes, plot_chart_has_intervals(chart), marks);
}

void plot_chart_print(FILE *out, const struct svg_chart *chart, const struct plot_words *words)
{
    struct layout layout;
    layout_make(&layout, chart, words);
    plot_frame_print(out, &layout.frame);
    plot_words_print(out, words, layout.frame.height);
    axes_print(out, &layout);
    rules_print(out, &layout);
    legend_print(out, &layout);
    data_print(out, &layout);
}
