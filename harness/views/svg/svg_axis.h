/* SPDX-License-Identifier: MIT */
/* svg_axis.h: numbers along a line: from where to where, its ticks, and what is written at them. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_SVG_SVG_AXIS_H
#define CLAIMCHECK_HARNESS_VIEWS_SVG_SVG_AXIS_H

#include <stdbool.h>
#include <stddef.h>

enum svg_unit {
    SVG_PLAIN,
    SVG_WHOLE, /* whole numbers alone have ticks */
    SVG_NS,
    SVG_BYTES,
    SVG_RATE, /* per second, of `of`: "B/s" */
};

struct svg_axis {
    const char *label;
    enum svg_unit unit;
    const char *of; /* of RATE */
    bool log;       /* holds numbers above 0 alone */
    bool zero;      /* linear, and begins at 0 */
    double low, high;
    bool any; /* it holds a number; svg_axis_hold() */
};

/* Takes a number in, unless it is not finite or the axis cannot show it. */
void svg_axis_hold(struct svg_axis *axis, double value);

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

#endif
