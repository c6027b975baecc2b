/* SPDX-License-Identifier: MIT */
/* reduction_host.h: rows of cbt.sum_reduction that run on the CPU. */
#ifndef CLAIMCHECK_BENCH_CBT_HOST_REDUCTION_HOST_H
#define CLAIMCHECK_BENCH_CBT_HOST_REDUCTION_HOST_H

#include "harness/bench.h"

extern const struct bench_method cbt_prepass_cpu, cbt_popcount_cpu;

/* Axes of the second, and the points of both; they end with NULL names. */
extern const struct bench_axis cbt_popcount_cpu_axes[];
extern const struct bench_values cbt_reduction_host_values[];

#endif
