/* SPDX-License-Identifier: MIT */
/*
 * svg_chart.h: numbers as a picture within a page: series of points over two axes, or in rows that
 * have names. It needs nothing; its colours are the page's, by class: c0 to c7 and cp for what is
 * published, on elements that take currentColor. Identical charts are identical bytes, and no text
 * leaves the canvas (svg_text.h).
 */
#ifndef CLAIMCHECK_HARNESS_VIEWS_SVG_SVG_CHART_H
#define CLAIMCHECK_HARNESS_VIEWS_SVG_SVG_CHART_H

#include "harness/views/svg/svg_axis.h"

#include <stdio.h>

struct svg_point {
    double x, y;       /* in rows: y is the row's index */
    double low, high;  /* whiskers, along y, in rows along x; NAN: none */
    const char *title; /* what it says when pointed at; NULL: nothing */
    const char *href;  /* where it leads to; NULL: nowhere */
};

enum { SVG_PUBLISHED = -1, SVG_COLOURS = 8 };

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

/* The axes as they are drawn: with what series and rules have. */
void svg_chart_axes(const struct svg_chart *chart, struct svg_axis *x, struct svg_axis *y);

void svg_chart_print(FILE *out, const struct svg_chart *chart);

#endif
