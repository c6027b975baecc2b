/* SPDX-License-Identifier: MIT */
/* launch.h: what a variant of ceilings.launch is besides its method; on its own so that tests can
 * plant others. */
#ifndef CLAIMCHECK_BENCH_CEILINGS_LAUNCH_H
#define CLAIMCHECK_BENCH_CEILINGS_LAUNCH_H

#include "harness/bench.h"

/* bench_variant.data. */
struct launch_variant {
    const struct gpu_shader *shader; /* NULL: none */
    uint32_t first, count;           /* words of the output that it writes */
    bool steps;                      /* each is the step of the one before it; else a mark */
    uint32_t chain;
};

#endif
