/* SPDX-License-Identifier: MIT */
/* inspect.h: `claimcheck inspect stream`. */
#ifndef CLAIMCHECK_BENCH_STREAM_REDUCTION_INSPECT_H
#define CLAIMCHECK_BENCH_STREAM_REDUCTION_INSPECT_H

#include "harness/inspection.h"

extern const struct inspection_kind stream_inspections[];

#endif
