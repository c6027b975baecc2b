/* SPDX-License-Identifier: MIT */
/*
 * published_plot.h: the figures and tables of a paper, as it describes them itself: which cases
 * answer them, and what is published beside them. docs/reference/figures.md has the format.
 * Texts are never NULL, and "" where the file has none.
 */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_PUBLISHED_PUBLISHED_PLOT_H
#define CLAIMCHECK_HARNESS_ANALYSIS_PUBLISHED_PUBLISHED_PLOT_H

#include "harness/analysis/published/published.h"

/* The value that is drawn of a case; no two of these share an axis. */
enum published_plotted {
    PUBLISHED_PLOT_GPU,     /* GPU time, of what runs on the device alone */
    PUBLISHED_PLOT_WALL,    /* wall time, of anything */
    PUBLISHED_PLOT_SPEEDUP, /* the baseline's time over its own, of what runs on the device alone */
    PUBLISHED_PLOT_PHASE,   /* of the GPU time, a metric in ns */
    PUBLISHED_PLOT_COUNT,   /* what is counted: patches, leaves, iterations */
    PUBLISHED_PLOT_BYTES,   /* of memory */
    PUBLISHED_PLOT_RATE,    /* operations in a second */
};

/* Cases of a bench. A condition on an axis that a case does not have holds: an older run is without
 * it. */
struct published_plot_cases {
    const char *technique, *bench; /* "": none */
    const char *variants;          /* "subtree|per_level"; "*": all */
    const char *only;              /* "map:scene/width:2560|16384": values of axes; "": all */
};

/* A published number of a sweep: a line across with words, or a point. */
struct published_plot_line {
    const struct published_figure *figure;
    bool vertical;
    double at;                  /* along the axis, of a point that `before` names; NAN: a line */
    const char *only;           /* in pictures of that value of `split`; "": in all */
    const char *before, *after; /* the number */
};

enum { PUBLISHED_PLOT_LINES_MAX = 8 };

/* A row: the first case that there is, and the published number. */
struct published_plot_row {
    const char *label;
    struct published_plot_cases cases;            /* none: the row has the published number alone */
    const struct published_figure *figure, *over; /* its value, over that of `over`; NULL: none */
    struct published_measure measure;             /* of PHASE, COUNT, BYTES and RATE */
};

/* The x axis of a sweep. */
enum published_along {
    PUBLISHED_ALONG_AXIS,
    PUBLISHED_ALONG_FACT, /* of the workload, a number */
    PUBLISHED_ALONG_PEAK, /* the bytes that the case takes of the device's memory */
};

struct published_plot {
    const char *id; /* a file's name: "tokuyoshi-8" */
    const char *title, *text;
    const char *technique; /* among whose figures it stands */
    enum published_plotted quantity;

    /* Rows, of which a sweep has none. */
    const struct published_plot_row *rows;
    size_t row_count;
    const char *published; /* what the published points are called: "paper, Radeon HD 7970" */

    /* A sweep: a picture for each value of `split`, a series for what else differs. What does not
     * have the axis is a line from end to end. */
    struct published_plot_cases cases;
    enum published_along kind;
    const char *along;   /* the axis or the fact */
    const char *label;   /* of that axis */
    const char *follows; /* from the place along it: an axis that makes no series; "": none */
    const char *split;   /* an axis; "": one picture */
    /* An axis of integers: a picture is of the greatest value that it has there; "": none. */
    const char *greatest;
    bool log;
    const struct published_plot_line *lines;
    size_t line_count;
};

/* Returns the number in ns, bytes or a second, and a gain in per cent as a speed-up; NAN where the
 * file has none. */
double published_figure_number(const struct published_figure *figure);

#endif
