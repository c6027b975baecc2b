/* SPDX-License-Identifier: MIT */
/* matmul.h: a tiled matrix product whose work-groups, a tile of the result each, run in every order
 * of order.h. docs/papers/thread-group-tiling.md says what is measured. */
#ifndef CLAIMCHECK_BENCH_THREAD_GROUP_TILING_MATMUL_H
#define CLAIMCHECK_BENCH_THREAD_GROUP_TILING_MATMUL_H

#include "harness/bench.h"

extern const struct bench tiling_matmul;

#endif
