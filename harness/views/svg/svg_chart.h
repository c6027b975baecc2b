/* SPDX-License-Identifier: MIT */
/* svg_chart.h: charts as SVG. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_SVG_SVG_CHART_H
#define CLAIMCHECK_HARNESS_VIEWS_SVG_SVG_CHART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * Text in a picture, none of which leaves its room. Whose font it will be is not known, so widths
 * are those of a wide one, DejaVu Sans, of which Verdana's are no larger; what is not ASCII counts
 * as wide as high.
 */

enum svg_anchor { SVG_START, SVG_MIDDLE, SVG_END };

/* Where a text stands, in a size that the page gives it: its base line at y, its start, middle or
 * end at x, all of it from left to right. It is moved where it would leave that room, and cut off,
 * behind which stands an ellipsis, where it is too long for it. */
struct svg_text {
    double x, y, left, right, size;
    enum svg_anchor anchor;
    const char *style; /* a class of the page's; NULL: none */
};

/* Upper bound of the width of the whole line. */
double svg_text_width(const char *text, double size);

/* From where to where it then goes. */
void svg_text_extent(const struct svg_text *place, const char *text, double *start, double *end);

/* An element; nothing of a room that is too narrow for an ellipsis. */
void svg_text_print(FILE *out, const struct svg_text *place, const char *text);

/* A number of a position, in hundredths at most: the same everywhere. */
void svg_text_number(FILE *out, double number);

/* Numbers along a line: from where to where, its ticks, and what is written at them. */

enum svg_unit {
    SVG_PLAIN,
    SVG_WHOLE, /* whole numbers alone have ticks */
    SVG_NS,
    SVG_BYTES,
    SVG_RATE, /* per second, of `of`: "B/s" */
};

enum { SVG_AXIS_PLACES_MAX = 6 };
struct svg_axis {
    const char *label;
    enum svg_unit unit;
    const char *of; /* of RATE */
    bool log;       /* holds numbers above 0 alone */
    bool zero;      /* linear, and begins at 0 */
    double low, high;
    bool any; /* it holds a number; svg_axis_hold() */
    /* Ascending: the only places of points, which are then the ticks; more than the most: many. */
    double places[SVG_AXIS_PLACES_MAX];
    size_t place_count;
};

/* Takes a number in, unless it is not finite or the axis cannot show it. */
void svg_axis_hold(struct svg_axis *axis, double value);

/* Takes a whole number in as a place; any other makes them many. */
void svg_axis_hold_place(struct svg_axis *axis, double value);

/* Some room at both ends, once all numbers are in: then low < high. */
void svg_axis_round(struct svg_axis *axis);

/* True where there is a place for it. */
bool svg_axis_shows(const struct svg_axis *axis, double value);

/* Between from, at the low end, and to; what lies beyond an end is at that end. */
double svg_axis_place(const struct svg_axis *axis, double value, double from, double to);

enum { SVG_AXIS_TICKS_MAX = 24 };

/* Ascending, `wanted` or a few more; at least 1 unless nothing round is in between. */
size_t svg_axis_ticks(const struct svg_axis *axis, size_t wanted, double ticks[SVG_AXIS_TICKS_MAX]);

void svg_axis_format(const struct svg_axis *axis, double value, char text[32]);

/*
 * Numbers as a picture within a page: series of points over two axes, or in rows that have names.
 * It needs nothing; its colours are the page's, by class: c0 to c9 and cp for what is published, on
 * elements that take currentColor. Identical charts are identical bytes, and no text leaves the
 * canvas.
 */

struct svg_point {
    double x, y;       /* in rows: y is the row's index */
    double low, high;  /* whiskers, along y, in rows along x; NAN: none */
    const char *title; /* what it says when pointed at; NULL: nothing */
    const char *href;  /* where it leads to; NULL: nowhere */
};

enum { SVG_PUBLISHED = -1, SVG_COLOURS = 10 };

struct svg_series {
    const char *name; /* in the legend; NULL: not there */
    int colour;       /* 0 and up, which also decides the shape; or SVG_PUBLISHED */
    bool joined;      /* by a line, in the order given */
    bool dashed;      /* that line */
    bool bare;        /* a line alone, without marks */
    const struct svg_point *points;
    size_t count;
};

/* A line across, with what it says; in rows vertical ones alone. */
struct svg_rule {
    bool vertical;
    double at;
    const char *label;
};

struct svg_chart {
    const char *title;       /* for who does not see it */
    const char *stamp;       /* over it: "software device: times are artefacts"; NULL: nothing */
    double width, height;    /* height of the plot alone; not of rows */
    struct svg_axis x, y;    /* hold what series and rules have besides what they hold already */
    const char *const *rows; /* in place of y; NULL */
    size_t row_count;
    const struct svg_series *series;
    size_t series_count;
    const struct svg_rule *rules;
    size_t rule_count;
};

/* The axes as they are drawn: with what series and rules have, and whiskers as far as they do not
 * press the points together. */
void svg_chart_axes(const struct svg_chart *chart, struct svg_axis *x, struct svg_axis *y);

/* Whether an end of a whisker lies beyond its axis, as svg_chart_axes() has it. */
bool svg_chart_cuts(const struct svg_axis *axis, double value);

/* How many whiskers do. */
size_t svg_chart_cut(const struct svg_chart *chart);

void svg_chart_print(FILE *out, const struct svg_chart *chart);

#endif
