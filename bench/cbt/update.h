/* SPDX-License-Identifier: MIT */
/* update.h: a frame of a sequence, whole and in its parts. */
#ifndef CLAIMCHECK_BENCH_CBT_UPDATE_H
#define CLAIMCHECK_BENCH_CBT_UPDATE_H

#include "harness/bench.h"

/* The whole frame; dispatcher and update; the dispatcher. */
extern const struct bench cbt_update, cbt_update_pass, cbt_dispatcher;

#endif
