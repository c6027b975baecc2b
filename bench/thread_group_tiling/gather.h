/* SPDX-License-Identifier: MIT */
/* gather.h: nine taps of every plane, far around each pixel. */
#ifndef CLAIMCHECK_BENCH_THREAD_GROUP_TILING_GATHER_H
#define CLAIMCHECK_BENCH_THREAD_GROUP_TILING_GATHER_H

#include "harness/bench.h"

extern const struct bench tiling_gather;

#endif
