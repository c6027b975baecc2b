/* SPDX-License-Identifier: MIT */
/* atrous_permuted.h: the passes of `atrous` over pixels that are moved after each, so that the taps
 * of every pass are neighbours. */
#ifndef CLAIMCHECK_BENCH_THREAD_GROUP_TILING_ATROUS_PERMUTED_H
#define CLAIMCHECK_BENCH_THREAD_GROUP_TILING_ATROUS_PERMUTED_H

#include "harness/method.h"

extern const struct bench_method tiling_atrous_permuted;

#endif
