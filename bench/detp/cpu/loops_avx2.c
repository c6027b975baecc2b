/* SPDX-License-Identifier: MIT */
/* Built with -mavx2 -mfma -mpopcnt: 32 bytes. */
#include "bench/detp/cpu/vectors.h"
#include "harness/engine/cpu/cpu.h"

const struct detp_cpu_loops detp_cpu_loops_avx2 = {
    .name = "avx2",
    .needs = CPU_FEATURE_AVX2 | CPU_FEATURE_FMA | CPU_FEATURE_POPCNT,
    VECTOR_LOOPS,
};
