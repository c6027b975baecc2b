/* SPDX-License-Identifier: MIT */
/* update_workload.h: the frame that is measured, and the reference's answers up to it. */
#ifndef CLAIMCHECK_BENCH_CBT_LEAVES_UPDATE_WORKLOAD_H
#define CLAIMCHECK_BENCH_CBT_LEAVES_UPDATE_WORKLOAD_H

#include "bench/cbt/leaves/leaves.h"

enum { UPDATE_FRAMES_MAX = 256 };

/* A whole sequence, by the reference: all groups of a depth share it. */
struct update_answer {
    struct sequence_frame frames[UPDATE_FRAMES_MAX];
    struct reference_state states[UPDATE_FRAMES_MAX];
    uint32_t *leaves[UPDATE_FRAMES_MAX]; /* after each frame, in the order of their handles */
};

struct update_workload {
    uint32_t frame; /* the one that is measured */
    enum sequence_kind kind;
    struct heap before, after;   /* reduced */
    struct leaves_course course; /* up to that frame */
    const struct update_answer *answer;
};

/* The workload callback, of axes sequence, depth and frame. */
bool cbt_update_workload(struct bench_workload *workload);

/* The heap that a frame up to the measured one finds, in memory of the context: its bit field
 * alone, all other words 0. */
bool cbt_update_bits(struct context *context, struct heap *heap,
                     const struct update_workload *workload, uint32_t frame);

#endif
