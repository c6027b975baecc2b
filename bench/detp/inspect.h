/* SPDX-License-Identifier: MIT */
/* inspect.h: what `claimcheck inspect detp` shows: facts of an input, by the reference or by a
 * method. */
#ifndef CLAIMCHECK_BENCH_DETP_INSPECT_H
#define CLAIMCHECK_BENCH_DETP_INSPECT_H

#include "harness/inspection.h"

extern const struct inspection_kind detp_inspections[];

#endif
