/* SPDX-License-Identifier: MIT */
/* launch.h: what a variant of ceilings.launch is; on its own so that tests can plant others. */
#ifndef CLAIMCHECK_BENCH_CEILINGS_LAUNCH_H
#define CLAIMCHECK_BENCH_CEILINGS_LAUNCH_H

#include "harness/bench.h"

/* bench_variant.data. */
struct launch_variant {
    const struct gpu_shader *shader;                                     /* NULL: none */
    void (*record)(struct bench_case *c, struct gpu_commands *commands); /* NULL: drive() */
    uint32_t first, count; /* words of the output that it writes */
    uint32_t (*word)(uint32_t seed, uint32_t index, uint32_t before); /* what each must be */
    uint32_t chain;
};

extern const struct launch_variant ceilings_launch_dispatch, ceilings_launch_dependent,
    ceilings_launch_indirect, ceilings_launch_fill, ceilings_launch_round_trip;

#endif
