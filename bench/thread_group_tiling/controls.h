/* SPDX-License-Identifier: MIT */
/*
 * controls.h: kernels that no launch order should help. `dense` reads a window of neighbours, which
 * adjacent pixels share, nearly all of it from the cache beside the multiprocessor; `pointwise`
 * reads a pixel's own texels alone, which nobody shares.
 */
#ifndef CLAIMCHECK_BENCH_THREAD_GROUP_TILING_CONTROLS_H
#define CLAIMCHECK_BENCH_THREAD_GROUP_TILING_CONTROLS_H

#include "harness/bench.h"

extern const struct bench tiling_dense, tiling_pointwise;

#endif
