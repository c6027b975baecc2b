/* SPDX-License-Identifier: MIT */
/* inspect.h: what `claimcheck inspect` shows of launch orders: `order`, `denoise`, `cache`. */
#ifndef CLAIMCHECK_BENCH_THREAD_GROUP_TILING_INSPECT_H
#define CLAIMCHECK_BENCH_THREAD_GROUP_TILING_INSPECT_H

#include "harness/inspection.h"

extern const struct inspection_kind tiling_inspections[];

#endif
