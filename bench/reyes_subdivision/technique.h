/* SPDX-License-Identifier: MIT */
/*
 * technique.h: bound-and-split of the Reyes pipeline: how much memory buys how much speed?
 * Source: T. Weber, Memory-efficient Adaptive Subdivision for Software Rendering on the GPU, 2014.
 */
#ifndef CLAIMCHECK_BENCH_REYES_SUBDIVISION_TECHNIQUE_H
#define CLAIMCHECK_BENCH_REYES_SUBDIVISION_TECHNIQUE_H

#include "harness/bench.h"

extern const struct technique reyes_technique;
extern const struct bench reyes_bound_and_split, reyes_frame;

#endif
