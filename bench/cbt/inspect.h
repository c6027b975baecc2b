/* SPDX-License-Identifier: MIT */
/* inspect.h: `claimcheck inspect cbt`: rows of a sequence, and pictures of its mesh. */
#ifndef CLAIMCHECK_BENCH_CBT_INSPECT_H
#define CLAIMCHECK_BENCH_CBT_INSPECT_H

#include "harness/inspection.h"

extern const struct inspection_kind cbt_inspections[];

#endif
