/* SPDX-License-Identifier: MIT */
/* inspect_cache.h: `claimcheck inspect cache`: what a model of caches says of launch orders. */
#ifndef CLAIMCHECK_BENCH_THREAD_GROUP_TILING_INSPECT_CACHE_H
#define CLAIMCHECK_BENCH_THREAD_GROUP_TILING_INSPECT_CACHE_H

#include "harness/inspection.h"

extern const struct inspection_option tiling_inspect_cache_options[];

bool tiling_inspect_cache(struct inspection *inspection);

#endif
