/* SPDX-License-Identifier: MIT */
/* figure.h: charts with their axes, figures of papers, and passes over time. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_FIGURE_FIGURE_H
#define CLAIMCHECK_HARNESS_VIEWS_FIGURE_FIGURE_H

#include "harness/analysis/claims/claims.h"
#include "harness/analysis/published/published.h"
#include "harness/record/run/run.h"

/* Numbers along a line: from where to where, its ticks, and what is written at them. */

enum figure_unit {
    FIGURE_PLAIN,
    FIGURE_WHOLE, /* whole numbers alone have ticks */
    FIGURE_NS,
    FIGURE_BYTES,
    FIGURE_RATE, /* per second, of `of`: "B/s" */
};

enum { FIGURE_AXIS_PLACES_MAX = 6 };
struct figure_axis {
    const char *label;
    enum figure_unit unit;
    const char *of; /* of RATE */
    bool log;       /* holds numbers above 0 alone */
    double low, high;
    bool any; /* it holds a number; figure_axis_hold() */
    /* Ascending: the only places of points, which are then the ticks; more than the most: many. */
    double places[FIGURE_AXIS_PLACES_MAX];
    size_t place_count;
};

/* Takes a number in, unless it is not finite or the axis cannot show it. */
void figure_axis_hold(struct figure_axis *axis, double value);

/* Some room at both ends, once all numbers are in: then low < high. */
void figure_axis_round(struct figure_axis *axis);

/* True where there is a place for it. */
bool figure_axis_shows(const struct figure_axis *axis, double value);

enum { FIGURE_AXIS_TICKS_MAX = 24 };

/* Ascending, `wanted` or a few more; at least 1 unless nothing round is in between. */
size_t figure_axis_ticks(const struct figure_axis *axis, size_t wanted,
                         double ticks[FIGURE_AXIS_TICKS_MAX]);

void figure_axis_format(const struct figure_axis *axis, double value, char text[32]);

/* Series of points over two axes, or in rows that have names. */

struct figure_point {
    double x, y;       /* in rows: y is the row's index */
    double low, high;  /* whiskers, along y, in rows along x; NAN: none */
    const char *title; /* the name of its case; NULL: none */
};

enum { FIGURE_PUBLISHED = -1 };

struct figure_series {
    const char *name;    /* in the legend; NULL: not there */
    const char *variant; /* the name without the device's, of a series of a variant; NULL */
    size_t device;       /* an index of the source's; of published numbers 0 */
    int colour;          /* 0 and up, which also decides the shape; or FIGURE_PUBLISHED */
    bool joined;         /* by a line, in the order given */
    bool dashed;         /* that line */
    bool bare;           /* a line alone, without marks */
    const struct figure_point *points;
    size_t count;
};

/* A line across, with what it says; in rows vertical ones alone. */
struct figure_rule {
    bool vertical;
    double at;
    const char *label;
};

struct figure_chart {
    const char *stamp;       /* over it: "software device: times are artefacts"; NULL: nothing */
    struct figure_axis x, y; /* hold what series and rules have besides what they hold already */
    const char *const *rows; /* in place of y; NULL */
    size_t row_count;
    const struct figure_series *series;
    size_t series_count;
    const struct figure_rule *rules;
    size_t rule_count;
};

/* The axes as they are drawn: with what series and rules have, and whiskers as far as they do not
 * press the points together. */
void figure_axes(const struct figure_chart *chart, struct figure_axis *x, struct figure_axis *y);

/*
 * The figures and tables of papers, with what the paper has and these devices on them, as charts
 * for whoever draws them. Which cases they are is in the paper's file (published.h): no figure
 * has code of its own. A point that is only in a picture is not there: what the text says of it is
 * a line with words.
 */

/* Runs of one device, and each case of theirs once. */
struct figure_device {
    const char *name;
    const struct run_latest *latest;
    const struct run_ceilings *ceilings; /* all 0 where none were measured */
    bool software;
};

/* The source of figures. */
struct figure_source {
    const struct figure_device *devices;
    size_t device_count;
    const struct published_list *published;
};

/* A picture; it and all in it live as long as the call of draw(). */
struct figure {
    const struct published *paper; /* NULL: no paper's */
    const char *technique;         /* among whose figures it stands; "" */
    const char *key;               /* of a file: "tokuyoshi-8"; of `value` apart */
    const char *title, *text;
    const char *split, *value; /* an axis, and its value in all cases of the picture; NULL, "" */
    const char *held, *at;     /* likewise, of published_plot.greatest */
    size_t more;               /* series that there is no room for */
    struct figure_chart chart;
};

typedef void figure_draw(void *user, const struct figure *figure);

/* All those of a technique, NULL for any, that the devices have cases of: papers by their years,
 * figures of each in the order of its file. */
void figure_each(const struct figure_source *source, const char *technique, figure_draw *draw,
                 void *user);

/* True of a tested claim that the figure's paper states, where every case that is judged is drawn,
 * and a time where it is about one. */
bool figure_has_claim(const struct figure *figure, const struct claims_entry *entry);

/* "software device: times are artefacts" where it is one; NULL. */
const char *figure_stamp(bool software);

/* True of a case that is well and drawn of these. */
bool figure_cases_have(const struct published_plot_cases *cases, const struct run_latest_case *it);

/* A trace as boxes: of each case that is well and runs on the device alone the passes of one
 * execution, in their order. Times in us since the first of the case. */

struct figure_pipeline_row {
    const char *name; /* of the case */
    double origin, end;
};

struct figure_pipeline_box {
    size_t row, pass;
    double begin, end;
};

/* In the order of the document, which outlives it. */
struct figure_pipeline {
    struct figure_pipeline_row *rows;
    struct figure_pipeline_box *boxes;
    const char **passes;
    bool *gaps; /* which of these are none, but the time between two */
    size_t row_count, box_count, pass_count;
    double longest;
};

#define FIGURE_PIPELINE_TITLE "Passes of each case, one stamped execution"
#define FIGURE_PIPELINE_TEXT                                                                       \
    "Stamps between commands slow them down and grow the gaps: a diagnosis, no measurement."

void figure_pipeline_read(struct figure_pipeline *pipeline, const json_t *document);
void figure_pipeline_finish(struct figure_pipeline *pipeline);

#endif
