/* SPDX-License-Identifier: MIT */
/* arithmetic.h: what a variant of ceilings.arithmetic is; on its own so that tests can plant
 * others. */
#ifndef CLAIMCHECK_BENCH_CEILINGS_ARITHMETIC_H
#define CLAIMCHECK_BENCH_CEILINGS_ARITHMETIC_H

#include "harness/bench.h"

/* bench_variant.data. */
struct arithmetic_variant {
    const struct gpu_shader *shader;
    bool integers;
    double operations; /* per thread and step */
    /* Compares what a thread wrote. */
    bool (*check)(struct bench_case *c, uint32_t thread, const void *pair);
};

extern const struct arithmetic_variant ceilings_arithmetic_fma, ceilings_arithmetic_int32;

#endif
