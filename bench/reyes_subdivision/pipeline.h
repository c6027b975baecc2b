/* SPDX-License-Identifier: MIT */
/* pipeline.h: dice, shade and sample on the device: the picture of what a run has drawn. */
#ifndef CLAIMCHECK_BENCH_REYES_SUBDIVISION_PIPELINE_H
#define CLAIMCHECK_BENCH_REYES_SUBDIVISION_PIPELINE_H

#include "bench/reyes_subdivision/run.h"

struct reyes_pipeline {
    uint32_t dice;                       /* micropolygons per side of a range */
    struct gpu_buffer *grids;            /* corners of micropolygons, eye space */
    struct gpu_buffer *shades;           /* their colours */
    struct gpu_buffer *depths, *picture; /* of pixels: struct frame in reyes.h */
    struct gpu_kernel *diced, *shade, *sample[2];
};

/* For all ranges that the case's output has room for. */
void reyes_pipeline_create(struct bench_case *c, struct reyes_pipeline *pipeline);

/* The picture of `count` drawn ranges, or with UINT32_MAX of as many as control has; barriers
 * before and between are its own. */
void reyes_pipeline_record(const struct reyes_run *run, const struct reyes_pipeline *pipeline,
                           struct gpu_commands *commands, uint32_t count);
#endif
