/* SPDX-License-Identifier: MIT */
/*
 * figure.h: the figures and tables of papers, with what the paper has and these devices on them, as
 * charts for whoever draws them. Which cases they are is a table, in figure_papers.c and
 * figure_tables.c: no figure has code of its own. A point that is only in a picture is not there:
 * what the text says of it is a line with words.
 */
#ifndef CLAIMCHECK_HARNESS_SHOW_FIGURE_FIGURE_H
#define CLAIMCHECK_HARNESS_SHOW_FIGURE_FIGURE_H

#include "harness/published/published.h"
#include "harness/run/run_latest.h"
#include "harness/show/svg/svg_chart.h"

/* Runs of one device, and each case of theirs once. */
struct figure_device {
    const char *name;
    const struct run_latest *latest;
    const struct run_ceilings *ceilings; /* all 0 where none were measured */
    bool software;
};

/* What figures are made of. */
struct figure_source {
    const struct figure_device *devices;
    size_t device_count;
    const struct published_list *published;
    /* Where a point of the case leads to, malloc'ed; NULL: nowhere. May be NULL. */
    char *(*href)(const void *user, const struct run_case *c);
    const void *user;
};

/* A picture; it and all in it live as long as the call of draw(). */
struct figure {
    const char *key; /* of a file: "tokuyoshi-8"; of `value` apart */
    const char *title, *text;
    const char *split, *value; /* an axis, and its value in all cases of the picture; "" */
    const char *held, *at;     /* likewise, of figure_sweep.greatest */
    size_t more;               /* series that there is no room for */
    struct svg_chart chart;
};

typedef void figure_draw(void *user, const struct figure *figure);

/* All those of a technique that the devices have cases of, in the order of the tables. False when
 * memory runs out. */
bool figure_each(const struct figure_source *source, const char *technique, figure_draw *draw,
                 void *user);

/* "software device: times are artefacts" where it is one; NULL. */
const char *figure_stamp(bool software);

/* The table ------------------------------------------------------------------------------------ */

/* What is drawn of a case; no two of these share an axis. */
enum figure_quantity {
    FIGURE_GPU,     /* GPU time, of what runs on the device alone */
    FIGURE_WALL,    /* wall time, of anything */
    FIGURE_SPEEDUP, /* the baseline's time over its own, of what runs on the device alone */
    FIGURE_PHASE,   /* of the GPU time, a metric in ns */
    FIGURE_COUNT,   /* what is counted: patches, leaves, iterations */
    FIGURE_BYTES,   /* of memory */
    FIGURE_RATE,    /* operations in a second */
};

/* Which cases, with hot caches. A condition on an axis that a case does not have holds: an older
 * run is without it. */
struct figure_cases {
    const char *technique, *bench; /* NULL: none */
    const char *variants;          /* "subtree,per_level"; NULL: all */
    const char *only;              /* "map=scene,width=2560|16384": values of axes; NULL: all */
};

/* What is published under that id of a figure: a line with words, or a point. */
struct figure_line {
    const char *id;
    bool vertical;
    double at;                  /* along the axis, of a point that `before` names; 0: a line */
    const char *only;           /* in pictures of that value of `split`; NULL: in all */
    const char *before, *after; /* the number */
};

enum { FIGURE_LINES_MAX = 3 };

/* What stands along a sweep. */
enum figure_along {
    FIGURE_AXIS,
    FIGURE_FACT, /* of the workload, a number */
    FIGURE_PEAK, /* the bytes that the case takes of the device's memory */
};

/* Times along an axis: a picture for each value of `split`, a series for what else differs. What
 * does not have the axis is a line from end to end. */
struct figure_sweep {
    const char *key;
    struct figure_cases cases;
    const char *title, *text;
    enum figure_quantity quantity;
    enum figure_along kind;
    const char *along;   /* the axis or the fact; of PEAK NULL */
    const char *follows; /* from the place along it: an axis that makes no series; NULL: none */
    const char *split;   /* an axis; NULL: one picture */
    /* An axis of integers: a picture is of the greatest value that it has there; NULL: none. */
    const char *greatest;
    enum svg_unit unit;
    bool log;
    const char *label; /* of that axis */
    struct figure_line lines[FIGURE_LINES_MAX];
};

/* A row: the first case that there is, and what is published under the id. */
struct figure_row {
    const char *label;
    struct figure_cases cases; /* none: the row has what is published alone */
    const char *id;            /* NULL: nothing is published; then it is there where a case is */
    const char *over;          /* that id's number over this one's; NULL: by itself */
    struct published_measure measure; /* of PHASE, COUNT, BYTES and RATE */
};

struct figure_rows {
    const char *key, *title, *text;
    const char *technique;
    enum figure_quantity quantity;
    const char *published; /* what the published points are called: "paper, Radeon HD 7970" */
    const struct figure_row *rows;
    size_t row_count;
    bool others; /* not of the technique's own paper, behind whose figures it stands */
};

/* figure_papers.c and figure_tables.c: end with no title. */
extern const struct figure_sweep figure_sweeps[];
extern const struct figure_rows figure_tables[];

/* True of a case that is well and drawn of these. */
bool figure_cases_have(const struct figure_cases *cases, const struct run_latest_case *it);

/* True where a comma-separated list has it. */
bool figure_list_has(const char *list, const char *name, size_t length);

/* What is published; NAN where it is not. Times in ns, memory in bytes, rates per second, a gain in
 * per cent as a speed-up. */
double figure_published(const struct published_list *published, const char *id);

#endif
