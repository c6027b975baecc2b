/* SPDX-License-Identifier: MIT */
/* reduce_host.h: sum-reductions of a heap on the CPU, as programs that would ship. heap.h has the
 * reference, which is written for clarity. */
#ifndef CLAIMCHECK_BENCH_CBT_HOST_REDUCE_HOST_H
#define CLAIMCHECK_BENCH_CBT_HOST_REDUCE_HOST_H

#include "bench/cbt/host/tile_loops.h"
#include "bench/cbt/tree/heap.h"
#include "harness/bench.h"

enum { REDUCE_HOST_DEPTH_MIN = 16 };

/*
 * The passes of the public library (Dupuy 2020) on one thread, on a heap in the standard layout:
 * from every 64 bits of the bit field the six levels above them, then a level after the other, a
 * node at a time, each node by clearing and setting its bits in the two words that may hold them.
 */
void cbt_reduce_host_library(struct heap *heap);

/*
 * By counting bits (LAYOUT_PACKED: levels D-5 and up): tiles of 2^17 leaves at most stay in the
 * nearest cache, their levels are made of whole words, and only the last 32 nodes of each are
 * handed on. Without atomics, whatever the pool's threads.
 */
struct reduce_host {
    const struct tile_loops *loops;
    uint32_t depth;
    uint32_t tile_words; /* of the bit field */
    uint32_t unit_tiles; /* tiles that a thread does together */
    uint32_t *tops;      /* nodes of the level at which units end */
    struct heap *heap;   /* of the one that is reduced */
};

/* In memory of the context. Depth is at least REDUCE_HOST_DEPTH_MIN. False when there is none. */
bool cbt_reduce_host_init(struct context *context, struct reduce_host *reduce, uint32_t depth);

void cbt_reduce_host_packed(struct reduce_host *reduce, struct heap *heap, struct cpu_pool *pool);

/* Rows of cbt.sum_reduction that run on the CPU. */
extern const struct bench_method cbt_prepass_cpu, cbt_popcount_cpu;

/* Rows that are programs: data is the struct reduction_method that they do. */
extern const struct bench_method cbt_reduction_program;
extern const struct bench_values cbt_reduction_program_values[];

/* Axes of the second, and the points of both; they end with NULL names. */
extern const struct bench_axis cbt_popcount_cpu_axes[];
extern const struct bench_values cbt_reduction_host_values[];

#endif
