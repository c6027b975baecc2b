/* SPDX-License-Identifier: MIT */
/*
 * technique.h: adaptive tile subdivision: a pass per level, or per subtree?
 * Source: Y. Tokuyoshi, An Implementation of Adaptive Tile Subdivision on the GPU, 2014.
 */
#ifndef CLAIMCHECK_BENCH_TILE_SUBDIVISION_TECHNIQUE_H
#define CLAIMCHECK_BENCH_TILE_SUBDIVISION_TECHNIQUE_H

#include "harness/bench.h"

extern const struct technique tiles_technique;

#endif
