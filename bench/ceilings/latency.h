/* SPDX-License-Identifier: MIT */
/* latency.h: what a variant of ceilings.latency is; on its own so that tests can plant others. */
#ifndef CLAIMCHECK_BENCH_CEILINGS_LATENCY_H
#define CLAIMCHECK_BENCH_CEILINGS_LATENCY_H

#include "harness/bench.h"

/* bench_variant.data. */
struct latency_variant {
    const struct gpu_shader *shader;
};

#endif
