/* SPDX-License-Identifier: MIT */
/* rays.h: rays from each pixel of a full-screen grid, in the launch orders of variants.h. */
#ifndef CLAIMCHECK_BENCH_THREAD_GROUP_TILING_RAYS_H
#define CLAIMCHECK_BENCH_THREAD_GROUP_TILING_RAYS_H

#include "harness/bench.h"

extern const struct bench tiling_rays;

#endif
