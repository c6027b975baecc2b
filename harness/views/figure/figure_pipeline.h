/* SPDX-License-Identifier: MIT */
/* figure_pipeline.h: a trace as boxes: of each case that is well and runs on the device alone the
 * passes of one execution, in their order. Times in us since the first of the case. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_FIGURE_FIGURE_PIPELINE_H
#define CLAIMCHECK_HARNESS_VIEWS_FIGURE_FIGURE_PIPELINE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

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

/* False when memory runs out; to be finished either way. */
bool figure_pipeline_read(struct figure_pipeline *pipeline, const json_t *document);
void figure_pipeline_finish(struct figure_pipeline *pipeline);

#endif
