/* SPDX-License-Identifier: MIT */
/* technique.h: density estimation on tangent planes: the energy of rays on discs. What is measured
 * stands in docs/papers/detp.md. */
#ifndef CLAIMCHECK_BENCH_DETP_TECHNIQUE_H
#define CLAIMCHECK_BENCH_DETP_TECHNIQUE_H

#include "harness/bench.h"

extern const struct technique detp_technique;

#endif
