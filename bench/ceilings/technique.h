/* SPDX-License-Identifier: MIT */
/* technique.h: ceilings, what a device can do at all: bandwidth, arithmetic, atomics, latency,
 * launches, lookups of texels, draws; bandwidth and arithmetic of its host. */
#ifndef CLAIMCHECK_BENCH_CEILINGS_TECHNIQUE_H
#define CLAIMCHECK_BENCH_CEILINGS_TECHNIQUE_H

#include "harness/bench.h"

extern const struct technique ceilings_technique;

extern const struct bench ceilings_bandwidth, ceilings_arithmetic, ceilings_atomics,
    ceilings_latency, ceilings_launch, ceilings_texture, ceilings_draw, ceilings_host_bandwidth,
    ceilings_host_arithmetic;

#endif
