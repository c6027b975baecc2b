/* SPDX-License-Identifier: MIT */
/* variants.h: the methods of `detp.estimate`, each in the file of its name, and their table. */
#ifndef CLAIMCHECK_BENCH_DETP_VARIANTS_H
#define CLAIMCHECK_BENCH_DETP_VARIANTS_H

#include "harness/bench.h"

/* On the host. */
extern const struct bench_method detp_brute_scalar;

/* On the device. */
extern const struct bench_method detp_brute;
extern const struct bench_method detp_octree;

/* The first is the baseline. Ends with a NULL name. */
extern const struct bench_variant detp_variants[];

#endif
