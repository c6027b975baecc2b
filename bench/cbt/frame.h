/* SPDX-License-Identifier: MIT */
/* frame.h: bench cbt.frame: a tree that follows a camera over terrain, frame after frame. */
#ifndef CLAIMCHECK_BENCH_CBT_FRAME_H
#define CLAIMCHECK_BENCH_CBT_FRAME_H

#include "harness/bench.h"

extern const struct bench cbt_frame;

#endif
