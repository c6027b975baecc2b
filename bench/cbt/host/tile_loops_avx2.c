/* SPDX-License-Identifier: MIT */
/* Built with -mavx2. */
#include "bench/cbt/host/tile_vectors.h"
#include "harness/engine/cpu/cpu.h"

const struct tile_loops cbt_tile_loops_avx2 = {
    .name = "avx2",
    .needs = CPU_FEATURE_AVX2,
    .bytes = 32,
    .tile = tile_vectors,
};
