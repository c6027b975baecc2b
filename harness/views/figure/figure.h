/* SPDX-License-Identifier: MIT */
/* figure.h: figures of papers, and passes over time. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_FIGURE_FIGURE_H
#define CLAIMCHECK_HARNESS_VIEWS_FIGURE_FIGURE_H

#include "harness/analysis/published/published.h"
#include "harness/record/run/run_latest.h"
#include "harness/views/svg/svg_chart.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

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
    const char *key; /* of a file: "tokuyoshi-8"; of `value` apart */
    const char *title, *text;
    const char *split, *value; /* an axis, and its value in all cases of the picture; "" */
    const char *held, *at;     /* likewise, of published_plot.greatest */
    size_t more;               /* series that there is no room for */
    struct svg_chart chart;
};

typedef void figure_draw(void *user, const struct figure *figure);

/* All those of a technique, NULL for any, that the devices have cases of: papers by their years,
 * figures of each in the order of its file. */
void figure_each(const struct figure_source *source, const char *technique, figure_draw *draw,
                 void *user);

/* "software device: times are artefacts" where it is one; NULL. */
const char *figure_stamp(bool software);

/* True of a case that is well and drawn of these. */
bool figure_cases_have(const struct published_plot_cases *cases, const struct run_latest_case *it);

/* A trace as boxes: of each case that is well and runs on the device alone the passes of one
 * execution, in their order. Times in us since the first of the case. */

struct figure_pipeline_row {
    const char *name; /* of the case */
    double origin, end;
    size_t passes;
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

void figure_pipeline_read(struct figure_pipeline *pipeline, const json_t *document);
void figure_pipeline_finish(struct figure_pipeline *pipeline);

#endif
