/* SPDX-License-Identifier: MIT */
/* technique.h: thread-group tiling: the order in which work-groups run. What is measured stands in
 * docs/papers/thread-group-tiling.md. */
#ifndef CLAIMCHECK_BENCH_THREAD_GROUP_TILING_TECHNIQUE_H
#define CLAIMCHECK_BENCH_THREAD_GROUP_TILING_TECHNIQUE_H

#include "harness/bench.h"

extern const struct technique tiling_technique;

#endif
