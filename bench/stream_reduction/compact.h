/* SPDX-License-Identifier: MIT */
/* compact.h: the bench `compact`: the valid entries of a stream that is there, into an output that
 * is there. */
#ifndef CLAIMCHECK_BENCH_STREAM_REDUCTION_COMPACT_H
#define CLAIMCHECK_BENCH_STREAM_REDUCTION_COMPACT_H

#include "harness/bench.h"

extern const struct bench stream_compact;

#endif
