/* SPDX-License-Identifier: MIT */
/* check.h: whether a case's tiles are the reference's. */
#ifndef CLAIMCHECK_BENCH_TILE_SUBDIVISION_CHECK_H
#define CLAIMCHECK_BENCH_TILE_SUBDIVISION_CHECK_H

#include "harness/bench.h"

/*
 * The check callback. FULL: every record on the host, the pyramid where the case builds it, and the
 * digest on the device. QUICK: count, area and hashes on the device (CPU variants: FULL again).
 */
bool tiles_check(struct bench_case *c, enum bench_check check);

#endif
