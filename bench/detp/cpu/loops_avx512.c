/* SPDX-License-Identifier: MIT */
/* Built with -mavx512f and what loops_avx2.c has: 64 bytes. */
#include "bench/detp/cpu/vectors.h"
#include "harness/engine/cpu/cpu.h"

const struct detp_cpu_loops detp_cpu_loops_avx512 = {
    .name = "avx512",
    .needs = CPU_FEATURE_AVX512F | CPU_FEATURE_AVX2 | CPU_FEATURE_FMA | CPU_FEATURE_POPCNT,
    VECTOR_LOOPS,
};
