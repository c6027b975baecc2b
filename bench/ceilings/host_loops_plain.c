/* SPDX-License-Identifier: MIT */
/* Built with the flags of all other files: 16 bytes, SSE2 or NEON. */
#include "bench/ceilings/host_vectors.h"

const struct ceilings_host_loops ceilings_host_loops_plain = {
    .name = "plain",
    VECTOR_LOOPS,
};
