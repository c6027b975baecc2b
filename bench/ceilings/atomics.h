/* SPDX-License-Identifier: MIT */
/* atomics.h: what a variant of ceilings.atomics is; on its own so that tests can plant others. */
#ifndef CLAIMCHECK_BENCH_CEILINGS_ATOMICS_H
#define CLAIMCHECK_BENCH_CEILINGS_ATOMICS_H

#include "harness/bench.h"

/* bench_variant.data. */
struct atomics_variant {
    const struct gpu_shader *shader;
    uint32_t words;    /* of the table; 0: as many as the axis `lanes` leaves */
    uint32_t steps[3]; /* per thread: ceilings_amount_for() */
    bool shared;       /* every group counts for itself, then adds */
    bool by_pattern;   /* the kernel is told who shares a word, and what becomes of old values */
    bool scattered;    /* that it scatters them */
    enum bench_atomics pattern; /* what that is; of `shared` and `lanes` without a meaning */
};

#endif
