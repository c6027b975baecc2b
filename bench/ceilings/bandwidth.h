/* SPDX-License-Identifier: MIT */
/* bandwidth.h: what the files of ceilings.bandwidth share. */
#ifndef CLAIMCHECK_BENCH_CEILINGS_BANDWIDTH_H
#define CLAIMCHECK_BENCH_CEILINGS_BANDWIDTH_H

#include "bench/ceilings/visits.h"
#include "harness/bench.h"

enum {
    BANDWIDTH_VECTOR_BYTES = 16,
    BANDWIDTH_BLOCK_BYTES = 8192, /* of a visit: visits.glsl */
};

enum bandwidth_kind { BANDWIDTH_COPY, BANDWIDTH_READ, BANDWIDTH_WRITE };

/* Shared by the variants: two halves that are only read, two that are only written. */
struct bandwidth_buffers {
    struct gpu_buffer *source[2], *destination[2];
    struct gpu_buffer *verdict;
    struct gpu_kernel *verify_kernel;
    struct gpu_commands *verify_commands;
};

struct bandwidth_workload {
    uint64_t bytes; /* of the set: a power of two, or a multiple of 2 MiB */
    uint32_t seed;
    uint32_t sum[4];                   /* of all vectors of the set */
    struct bandwidth_buffers *buffers; /* NULL: the device is refused a set of that size */
};

/* The parameters of a variant: bench_variant.data. */
struct bandwidth_variant {
    enum bandwidth_kind kind;
    const struct gpu_shader *shader;
};

struct bandwidth_case {
    const struct bandwidth_workload *workload;
    enum bandwidth_kind kind;
    struct gpu_kernel *kernel;
    struct gpu_buffer *tallies; /* a vector per group */
    uint32_t visits;
    struct ceilings_visits plan;
};

/* The axis `bytes`, of host_bandwidth, too; ends with a NULL name. */
extern const struct bench_axis ceilings_bandwidth_axes[];

/* The check callback: the whole set on the device; FULL: much of it on the host, too. */
bool ceilings_bandwidth_check(struct bench_case *c, enum bench_check check);

#endif
