/* SPDX-License-Identifier: MIT */
/* Loops with the vectors that every host has: 16 bytes. */
#include "bench/detp/cpu/vectors.h"

const struct detp_cpu_loops detp_cpu_loops_plain = {
    .name = "plain",
    VECTOR_LOOPS,
};
