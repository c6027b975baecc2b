/* SPDX-License-Identifier: MIT */
/* cbt.h: the technique's benches, and what its pages show. */
#ifndef CLAIMCHECK_BENCH_CBT_CBT_H
#define CLAIMCHECK_BENCH_CBT_CBT_H

#include "bench/cbt/tree/heap.h"
#include "harness/bench.h"
#include "harness/inspection.h"

/* Technique ------------------------------------------------------------------------------------ */
/* Concurrent binary trees. */

extern const struct technique cbt_technique;
extern const struct technique_steps cbt_steps[]; /* programs alone */

/* docs/images/cbt-portrait.png */
extern const struct technique_picture cbt_portrait[];

/* Sum reduction -------------------------------------------------------------------------------- */
/* Benches cbt.sum_reduction, cbt.first_passes, cbt.first_levels. */

/* State of their workloads. */
struct reduction_workload {
    struct heap heap; /* reduced: the answer; its words are shared */
    struct gpu_buffer *buffer;
};

extern const struct bench cbt_sum_reduction, cbt_first_passes, cbt_first_levels;

/* Update --------------------------------------------------------------------------------------- */
/* A frame of a sequence, whole and in its parts. */

/* The whole frame; dispatcher and update; the dispatcher. */
extern const struct bench cbt_update, cbt_update_pass, cbt_dispatcher;

/* Draw ----------------------------------------------------------------------------------------- */
/* Bench cbt.draw: drawing the leaves of a tree as terrain. */

extern const struct bench cbt_draw;

/* Frame ---------------------------------------------------------------------------------------- */
/* Bench cbt.frame: a tree that follows a camera over terrain, frame after frame. */

extern const struct bench cbt_frame;

/* Inspect -------------------------------------------------------------------------------------- */
/* `claimcheck inspect cbt`: rows of a sequence, pictures of its mesh, the terrain. */

extern const struct inspection_kind cbt_inspections[];

/* States the leaves of a frame of cbt.frame; draws them where a picture is wanted. */
bool cbt_inspect_terrain(struct inspection *inspection);

#endif
