/* SPDX-License-Identifier: MIT */
/* map_alone.h: what computing a launch order costs, with nothing else in the kernel. */
#ifndef CLAIMCHECK_BENCH_THREAD_GROUP_TILING_MAP_ALONE_H
#define CLAIMCHECK_BENCH_THREAD_GROUP_TILING_MAP_ALONE_H

#include "harness/bench.h"

extern const struct bench tiling_map_alone;

#endif
