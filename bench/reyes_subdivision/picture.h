/* SPDX-License-Identifier: MIT */
/* picture.h: pictures of a subdivided scene, by the reference (frame.h). */
#ifndef CLAIMCHECK_BENCH_REYES_SUBDIVISION_PICTURE_H
#define CLAIMCHECK_BENCH_REYES_SUBDIVISION_PICTURE_H

#include "bench/reyes_subdivision/workload.h"

struct image;

/* Micropolygons, shaded. False when memory runs out. */
bool reyes_picture_draw_shaded(const struct reyes_workload *workload, struct image *image);

/*
 * Ranges in one colour per iteration that drew them, of batches of p (Figures 1 and 4 of the
 * report); a p above all numbers of ranges is BREADTH. False when memory runs out.
 */
bool reyes_picture_draw_iterations(const struct reyes_workload *workload, uint64_t batch,
                                   struct image *image);

#endif
