/* SPDX-License-Identifier: MIT */
/* check.h: whether a case's output is the reference's. */
#ifndef CLAIMCHECK_BENCH_STREAM_REDUCTION_CHECK_H
#define CLAIMCHECK_BENCH_STREAM_REDUCTION_CHECK_H

#include "harness/bench.h"

/*
 * The check callback, the same in full and quick: the count, and each word of each valid entry in
 * its place; of an unordered variant, that each valid entry is there as often as in the answer.
 */
bool stream_check(struct bench_case *c, enum bench_check check);

#endif
