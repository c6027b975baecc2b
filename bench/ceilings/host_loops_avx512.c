/* SPDX-License-Identifier: MIT */
/* Built with -mavx512f -mavx2 -mfma: 64 bytes. */
#include "bench/ceilings/host_vectors.h"
#include "harness/engine/cpu/cpu.h"

const struct ceilings_host_loops ceilings_host_loops_avx512 = {
    .name = "avx512",
    .needs = CPU_FEATURE_AVX512F | CPU_FEATURE_AVX2 | CPU_FEATURE_FMA,
    VECTOR_LOOPS,
};
