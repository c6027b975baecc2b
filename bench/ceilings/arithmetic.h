/* SPDX-License-Identifier: MIT */
/* arithmetic.h: what a variant of ceilings.arithmetic is besides its method; on its own so that
 * tests can plant others. */
#ifndef CLAIMCHECK_BENCH_CEILINGS_ARITHMETIC_H
#define CLAIMCHECK_BENCH_CEILINGS_ARITHMETIC_H

#include "harness/bench.h"

/* bench_variant.data. */
struct arithmetic_variant {
    const struct gpu_shader *shader;
    double operations; /* per thread and step */
};

#endif
