/* SPDX-License-Identifier: MIT */
/* two_passes.h: a second pass over what the first wrote, in its order or in the opposite one. */
#ifndef CLAIMCHECK_BENCH_THREAD_GROUP_TILING_TWO_PASSES_H
#define CLAIMCHECK_BENCH_THREAD_GROUP_TILING_TWO_PASSES_H

#include "harness/bench.h"

extern const struct bench tiling_two_passes;

#endif
