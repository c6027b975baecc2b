/* SPDX-License-Identifier: MIT */
/* update_workload.h: the frame that is measured, and the reference's answers up to it. */
#ifndef CLAIMCHECK_BENCH_CBT_LEAVES_UPDATE_WORKLOAD_H
#define CLAIMCHECK_BENCH_CBT_LEAVES_UPDATE_WORKLOAD_H

#include "bench/cbt/tree/heap.h"
#include "bench/cbt/tree/sequence.h"
#include "harness/bench.h"

struct update_workload {
    enum sequence_kind kind;
    uint32_t depth, frame;     /* the one that is measured */
    struct heap before, after; /* reduced */
    uint64_t *leaf_hashes;     /* FNV-1a of the leaves after each frame, in the order of handles */
    uint32_t *leaf_counts;
    uint32_t leaves_max, leaves_before, leaves_after;
    uint64_t changed; /* bits that the frame changes */
    struct sequence_frame push;
};

/* The workload callback, of axes sequence, depth and frame. */
bool cbt_update_workload(struct bench_workload *workload);

/* Tiles that the frame changes, in a tree of depth REDUCTION_TILE_BITS at least. */
uint32_t cbt_update_workload_marked_tiles(const struct update_workload *workload);

#endif
