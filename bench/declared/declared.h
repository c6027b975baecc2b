/* SPDX-License-Identifier: MIT */
/* declared.h: techniques that a folder declares: technique.json, kernels, a reference program. */
#ifndef CLAIMCHECK_BENCH_DECLARED_DECLARED_H
#define CLAIMCHECK_BENCH_DECLARED_DECLARED_H

#include "harness/bench.h"

extern const struct technique_door declared_door;

#endif
