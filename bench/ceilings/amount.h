/* SPDX-License-Identifier: MIT */
/* amount.h: how much of it is done in one execution, so that it is long beside a launch. */
#ifndef CLAIMCHECK_BENCH_CEILINGS_AMOUNT_H
#define CLAIMCHECK_BENCH_CEILINGS_AMOUNT_H

#include "harness/engine/gpu/gpu.h"

/* The one of three amounts for the kind of device that a scope was made for: a GPU of its own, one
 * that shares the host's memory, a rasteriser on the CPU. */
uint32_t ceilings_amount_for(const struct gpu_scope *scope, uint32_t discrete, uint32_t integrated,
                             uint32_t software);

#endif
