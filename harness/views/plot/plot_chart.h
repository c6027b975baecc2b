/* SPDX-License-Identifier: MIT */
/* plot_chart.h: a chart as what stands between style.gp and the template of its kind. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_PLOT_PLOT_CHART_H
#define CLAIMCHECK_HARNESS_VIEWS_PLOT_PLOT_CHART_H

#include "harness/views/svg/svg_chart.h"

/* What stands over a picture, each broken into lines; "" is left out. */
struct plot_words {
    const char *title, *text;
    const char *where; /* what measured */
    const char *note;  /* on the host, on whiskers */
    const char *stamp; /* NULL */
};

enum { PLOT_WIDTH = 800, PLOT_EDGE = 14 };

/* Where the words end, in pixels from the top; written too unless out is NULL. */
double plot_words_print(FILE *out, const struct plot_words *words, double height);

/* "at screen X,Y" of a place in pixels from the top left. */
void plot_place_print(FILE *out, double x, double y, double height);

/* An entry of a legend. */
struct plot_sign {
    const char *name; /* NULL: none */
    int colour;       /* a linetype of style.gp */
    int shape;        /* a pointtype; 0: no point */
    int line;         /* 1, 2 dashed, 0 none */
    bool box;
};

enum { PLOT_LINE = 17 }; /* of a legend and of words within a plot, in pixels */

/* Entries in as many lines as they need, from y on; written too unless out is NULL. Returns how
 * many lines. */
size_t plot_legend_print(FILE *out, struct plot_sign (*sign_of)(const void *user, size_t index),
                         const void *user, size_t count, double y, double height);

/* A label: anchor "left", "right"; look "ink", "soft", "ink boxed". */
void plot_label_print(FILE *out, const char *text, double x, double y, double height,
                      const char *anchor, const char *look);

/* Ticks along x: those that would touch the one before have no number. */
void plot_ticks_print(FILE *out, const struct svg_axis *x, double left, double right);

/* "set lmargin ..." of a plot within the canvas, and the size of that. */
struct plot_frame {
    double left, right, top, bottom, height;
};
void plot_frame_print(FILE *out, const struct plot_frame *frame);

/* The template of its kind: "lines.gp". */
const char *plot_chart_template(const struct svg_chart *chart);

/* True where a point has whiskers. */
bool plot_chart_has_intervals(const struct svg_chart *chart);

/* Variables, words, ticks, and $SERIES. Its width and height are the plot's business. */
void plot_chart_print(FILE *out, const struct svg_chart *chart, const struct plot_words *words);

#endif
