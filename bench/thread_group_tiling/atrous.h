/* SPDX-License-Identifier: MIT */
/* atrous.h: the bench `atrous`: the denoiser of atrous_filter.h, five dependent passes. */
#ifndef CLAIMCHECK_BENCH_THREAD_GROUP_TILING_ATROUS_H
#define CLAIMCHECK_BENCH_THREAD_GROUP_TILING_ATROUS_H

#include "harness/bench.h"

extern const struct bench tiling_atrous;

#endif
