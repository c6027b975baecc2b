/* SPDX-License-Identifier: MIT */
/* Built with -mavx512f -mavx512bw -mavx512vl -mavx512vpopcntdq. */
#include "bench/cbt/host/tile_vectors.h"
#include "harness/engine/cpu/cpu.h"

const struct tile_loops cbt_tile_loops_avx512 = {
    .name = "avx512",
    .needs = CPU_FEATURE_AVX512F | CPU_FEATURE_AVX512BW | CPU_FEATURE_AVX512VL |
             CPU_FEATURE_AVX512VPOPCNTDQ,
    .bytes = 64,
    .tile = tile_vectors,
};
