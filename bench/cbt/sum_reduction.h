/* SPDX-License-Identifier: MIT */
/* sum_reduction.h: benches cbt.sum_reduction and cbt.first_passes. */
#ifndef CLAIMCHECK_BENCH_CBT_SUM_REDUCTION_H
#define CLAIMCHECK_BENCH_CBT_SUM_REDUCTION_H

#include "harness/bench.h"

extern const struct bench cbt_sum_reduction, cbt_first_passes;

#endif
