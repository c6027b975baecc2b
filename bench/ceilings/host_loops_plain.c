/* SPDX-License-Identifier: MIT */
/* Built with the flags of all other files: 16 bytes, SSE2 or NEON. */
#include "bench/ceilings/host_vectors.h"

const struct ceilings_host_loops ceilings_host_loops_plain = {
    .name = "plain",
    .lanes = VECTOR_LANES,
    .fma = vector_fma,
    .read = vector_read,
    .write = vector_write,
    .write_streams = vector_write_streams,
    .copy = vector_copy,
    .copy_streams = vector_copy_streams,
};
