/* SPDX-License-Identifier: MIT */
/* sum_reduction.h: benches cbt.sum_reduction, cbt.first_passes, cbt.first_levels. */
#ifndef CLAIMCHECK_BENCH_CBT_SUM_REDUCTION_H
#define CLAIMCHECK_BENCH_CBT_SUM_REDUCTION_H

#include "bench/cbt/tree/heap.h"
#include "harness/bench.h"

/* State of their workloads. */
struct reduction_workload {
    struct heap heap; /* reduced: the answer; its words are shared */
    struct gpu_buffer *buffer;
};

extern const struct bench cbt_sum_reduction, cbt_first_passes, cbt_first_levels;

#endif
