/* SPDX-License-Identifier: MIT */
/* technique.h: concurrent binary trees. */
#ifndef CLAIMCHECK_BENCH_CBT_TECHNIQUE_H
#define CLAIMCHECK_BENCH_CBT_TECHNIQUE_H

#include "harness/bench.h"

extern const struct technique cbt_technique;

#endif
