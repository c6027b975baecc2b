/* SPDX-License-Identifier: MIT */
/* sum_reduction.h: benches cbt.sum_reduction, cbt.first_passes, cbt.first_levels. */
#ifndef CLAIMCHECK_BENCH_CBT_SUM_REDUCTION_H
#define CLAIMCHECK_BENCH_CBT_SUM_REDUCTION_H

#include "harness/bench.h"

extern const struct bench cbt_sum_reduction, cbt_first_passes, cbt_first_levels;

#endif
