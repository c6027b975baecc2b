/* SPDX-License-Identifier: MIT */
/* inspect.h: `claimcheck inspect reyes`: what bound-and-split comes to, and pictures of it. */
#ifndef CLAIMCHECK_BENCH_REYES_SUBDIVISION_INSPECT_H
#define CLAIMCHECK_BENCH_REYES_SUBDIVISION_INSPECT_H

#include "harness/inspection.h"

/* The inspect callback of the technique: counts, levels and set hash, by the CPU reference,
 * or by the variant that --method names. */
extern const struct inspection_kind reyes_inspections[];

#endif
