/* SPDX-License-Identifier: MIT */
/* update_workload.h: the frame that is measured, and the reference's answers up to it. */
#ifndef CLAIMCHECK_BENCH_CBT_LEAVES_UPDATE_WORKLOAD_H
#define CLAIMCHECK_BENCH_CBT_LEAVES_UPDATE_WORKLOAD_H

#include "bench/cbt/leaves/leaves.h"

enum { UPDATE_FRAMES_MAX = 256 };

struct update_workload {
    uint32_t frame;              /* the one that is measured */
    struct heap before, after;   /* reduced */
    struct leaves_course course; /* up to that frame */
    struct sequence_frame frames[UPDATE_FRAMES_MAX];
    struct reference_state states[UPDATE_FRAMES_MAX];
};

/* The workload callback, of axes sequence, depth and frame. */
bool cbt_update_workload(struct bench_workload *workload);

#endif
