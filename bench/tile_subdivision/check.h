/* SPDX-License-Identifier: MIT */
/* check.h: whether a case's tiles are the reference's. */
#ifndef CLAIMCHECK_BENCH_TILE_SUBDIVISION_CHECK_H
#define CLAIMCHECK_BENCH_TILE_SUBDIVISION_CHECK_H

#include "harness/bench.h"

/*
 * The check callback. FULL: every record on the host, and the digest on the device; where the
 * pyramid is an image, every texel, too. QUICK: count, area and hashes on the device (CPU variants:
 * FULL again).
 */
bool tiles_check(struct bench_case *c, enum bench_check check);

/* The pyramid that a case has built, bit by bit. */
bool tiles_check_pyramid(struct bench_case *c);

#endif
