/* SPDX-License-Identifier: MIT */
/* Built with -mavx2 -mfma: 32 bytes. */
#include "bench/ceilings/host_vectors.h"
#include "harness/engine/cpu/cpu.h"

const struct ceilings_host_loops ceilings_host_loops_avx2 = {
    .name = "avx2",
    .needs = CPU_FEATURE_AVX2 | CPU_FEATURE_FMA,
    VECTOR_LOOPS,
};
