/* SPDX-License-Identifier: MIT */
/* technique.h: concurrent binary trees. */
#ifndef CLAIMCHECK_BENCH_CBT_TECHNIQUE_H
#define CLAIMCHECK_BENCH_CBT_TECHNIQUE_H

#include "harness/bench.h"

extern const struct technique cbt_technique;

/* docs/images/cbt-portrait.png */
extern const struct technique_picture cbt_portrait[];

#endif
