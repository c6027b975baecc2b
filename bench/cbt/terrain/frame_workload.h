/* SPDX-License-Identifier: MIT */
/* frame_workload.h: the scene of cbt.frame on the device, and what its frames are given and leave.
 */
#ifndef CLAIMCHECK_BENCH_CBT_TERRAIN_FRAME_WORKLOAD_H
#define CLAIMCHECK_BENCH_CBT_TERRAIN_FRAME_WORKLOAD_H

#include "bench/cbt/terrain/frame_scene.h"

struct frame_workload {
    struct frame_scene scene; /* the first member */
    struct gpu_buffer *heights, *variances, *views;
};

/* As frame_rule.glsl has it. */
struct frame_push {
    uint32_t view, merges, map_levels;
};

/* The callbacks of the bench: the scene from the axes, `frames` and those of FRAME_AXES. */
bool cbt_frame_workload(struct bench_workload *workload);
bool cbt_frame_workload_upload(struct bench_workload *workload);

struct frame_push cbt_frame_push_of(const struct frame_workload *workload, uint32_t frame);

/* The arguments of the draw after the last frame; false with a mismatch. */
bool cbt_frame_arguments_check(struct bench_case *c, struct gpu_buffer *arguments);

#endif
