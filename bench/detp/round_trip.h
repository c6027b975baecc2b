/* SPDX-License-Identifier: MIT */
/* round_trip.h: the bench `round_trip`: an estimate whose rays and discs are in memory of the host
 * before it, and whose sums are there after it. The paper times no transfers. */
#ifndef CLAIMCHECK_BENCH_DETP_ROUND_TRIP_H
#define CLAIMCHECK_BENCH_DETP_ROUND_TRIP_H

#include "harness/bench.h"

extern const struct bench detp_round_trip;

#endif
