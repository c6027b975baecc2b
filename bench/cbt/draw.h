/* SPDX-License-Identifier: MIT */
/* draw.h: bench cbt.draw: drawing the leaves of a tree as terrain. */
#ifndef CLAIMCHECK_BENCH_CBT_DRAW_H
#define CLAIMCHECK_BENCH_CBT_DRAW_H

#include "harness/bench.h"

extern const struct bench cbt_draw;

#endif
