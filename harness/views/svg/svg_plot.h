/* SPDX-License-Identifier: MIT */
/* svg_plot.h: where things of a chart stand; for the files of svg/ alone. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_SVG_SVG_PLOT_H
#define CLAIMCHECK_HARNESS_VIEWS_SVG_SVG_PLOT_H

#include "harness/views/svg/svg_chart.h"

enum { SVG_PLOT_TEXT = 12, SVG_PLOT_LINE = 16 };

struct svg_plot {
    const struct svg_chart *chart;
    struct svg_axis x, y;
    double left, right, top, bottom; /* of the plot within the canvas */
    double row_height;
};

double svg_plot_x(const struct svg_plot *plot, double value);

/* Returns y of a point; where there are rows, of its row; of series i of the chart. */
double svg_plot_y(const struct svg_plot *plot, double value, size_t series);

/* From x, y across ('H') or down ('V') to there, in a class of the page's. */
void svg_plot_line(FILE *out, const char *style, double x, double y, char way, double to);

/* A part of the canvas. */
struct svg_box {
    double left, top, right, bottom;
};

/* svg_marks.c: lines, whiskers, bars, marks. */
void svg_marks_print(FILE *out, const struct svg_plot *plot);

/* svg_rules.c: lines across, each with its words where they hide least. */
void svg_rules_print(FILE *out, const struct svg_plot *plot);
size_t svg_rules_vertical(const struct svg_chart *chart);

/* svg_legend.c: from y on; its height. */
double svg_legend_height(const struct svg_chart *chart);
void svg_legend_print(FILE *out, const struct svg_chart *chart, double y);

#endif
