/* SPDX-License-Identifier: MIT */
/* svg_chart.h: charts for whoever draws them: points over two axes, with their ticks. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_SVG_SVG_CHART_H
#define CLAIMCHECK_HARNESS_VIEWS_SVG_SVG_CHART_H

#include <stdbool.h>
#include <stddef.h>

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

/* Series of points over two axes, or in rows that have names. */

struct svg_point {
    double x, y;       /* in rows: y is the row's index */
    double low, high;  /* whiskers, along y, in rows along x; NAN: none */
    const char *title; /* the name of its case; NULL: none */
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

#endif
