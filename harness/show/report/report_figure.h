/* SPDX-License-Identifier: MIT */
/*
 * report_figure.h: the figures and tables of papers, with what the paper has and these devices on
 * them. Which cases they are is a table (report_papers.c): no figure has code of its own. A point
 * that is only in a picture is not there: what the text says of it is a line with words.
 */
#ifndef CLAIMCHECK_HARNESS_SHOW_REPORT_REPORT_FIGURE_H
#define CLAIMCHECK_HARNESS_SHOW_REPORT_REPORT_FIGURE_H

#include "harness/show/report/report_page.h"
#include "harness/show/svg/svg_chart.h"

/* What is drawn of a case; no two of these share an axis. */
enum report_quantity {
    REPORT_GPU,     /* GPU time, of what runs on the device alone */
    REPORT_WALL,    /* wall time, of anything */
    REPORT_SPEEDUP, /* the baseline's time over its own, of what runs on the device alone */
    REPORT_METRIC,  /* a number of the bench's own, in ns */
};

/* Which cases, with hot caches. A condition on an axis that a case does not have holds: an older
 * run is without it. */
struct report_cases {
    const char *technique, *bench;
    const char *variants; /* "subtree,per_level"; NULL: all */
    const char *only;     /* "map=scene,width=2560|16384": values of axes; NULL: all */
};

/* What is published under that id of a figure: a line with words, or a point. */
struct report_line {
    const char *id;
    bool vertical;
    double at;                  /* along the axis, of a point that `before` names; 0: a line */
    const char *only;           /* in pictures of that value of `split`; NULL: in all */
    const char *before, *after; /* the number */
};

enum { REPORT_LINES_MAX = 3 };

/* Times along an axis: a picture for each value of `split`, a series for what else differs. What
 * does not have the axis is a line from end to end. */
struct report_sweep {
    struct report_cases cases;
    const char *title, *text;
    enum report_quantity quantity;
    const char *along; /* an axis, or of `fact` a fact of the workload */
    bool fact;
    const char *split; /* an axis; NULL: one picture */
    enum svg_unit unit;
    bool log;
    const char *label; /* of that axis */
    struct report_line lines[REPORT_LINES_MAX];
};

/* A row: the first case that there is, and what is published under the id. */
struct report_row {
    const char *label;
    struct report_cases cases;
    const char *metric; /* of METRIC */
    const char *id;     /* NULL: nothing is published; then the row is there where a case is */
};

struct report_rows {
    const char *title, *text;
    const char *technique;
    enum report_quantity quantity;
    const char *published; /* what the published points are called: "paper, Radeon HD 7970" */
    const struct report_row *rows;
    size_t row_count;
};

/* report_papers.c: end with no title. */
extern const struct report_sweep report_sweeps[];
extern const struct report_rows report_tables[];

/* Each prints nothing where no run has a case of it. */
void report_sweep_print(const struct report_page *page, const struct report_sweep *sweep);
void report_rows_print(const struct report_page *page, const struct report_rows *rows);
void report_ceilings_print(const struct report_page *page); /* of all devices, over working sets */

/* All those of a technique. */
void report_figures_print(const struct report_page *page, const char *technique);

bool report_cases_have(const struct report_cases *cases, const struct run_latest_case *it);

/* True where a comma-separated list has it. */
bool report_list_has(const char *list, const char *name, size_t length);

/* Of a case, with its interval; NAN where it has none. y of the point and its ends. */
struct svg_point report_quantity_of(const struct run_latest_case *it, enum report_quantity quantity,
                                    const char *metric);

/* The axis that it stands on. */
struct svg_axis report_quantity_axis(enum report_quantity quantity);

/* What is published; NAN where it is not. Times in ns, a gain in per cent as a speed-up. */
double report_published(const struct report_page *page, const char *id);

/* A point's words, "case: 1.2 us", and its link, both malloc'ed; and their end. */
void report_point_say(const struct report_page *page, struct svg_point *point,
                      const struct run_latest_case *it);
void report_points_finish(struct svg_point *points, size_t count);

#endif
