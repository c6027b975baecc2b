/* SPDX-License-Identifier: MIT */
/* disc.h: the bench `disc`: eight taps whose places depend on the picture. */
#ifndef CLAIMCHECK_BENCH_THREAD_GROUP_TILING_DISC_H
#define CLAIMCHECK_BENCH_THREAD_GROUP_TILING_DISC_H

#include "harness/bench.h"

extern const struct bench tiling_disc;

#endif
