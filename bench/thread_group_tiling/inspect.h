/* SPDX-License-Identifier: MIT */
/* inspect.h: `claimcheck inspect order`: a launch order as hash, steps, CSV or picture. */
#ifndef CLAIMCHECK_BENCH_THREAD_GROUP_TILING_INSPECT_H
#define CLAIMCHECK_BENCH_THREAD_GROUP_TILING_INSPECT_H

#include "harness/inspection.h"

extern const struct inspection_kind tiling_inspections[];

#endif
