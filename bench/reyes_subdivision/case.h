/* SPDX-License-Identifier: MIT */
/* case.h: what the variants of reyes_subdivision share, and the contract of one. */
#ifndef CLAIMCHECK_BENCH_REYES_SUBDIVISION_CASE_H
#define CLAIMCHECK_BENCH_REYES_SUBDIVISION_CASE_H

#include "bench/reyes_subdivision/workload.h"

/* What one execution did, besides what it drew. */
struct reyes_outcome {
    uint64_t n_out, splits, culled_frustum, culled_depth, bounds;
    uint64_t iterations;   /* passes over a batch, or launches */
    uint64_t host_returns; /* times that the host waited and read counters */
    uint64_t peak_ranges;  /* the most held at once, drawn ones not counted */
};

/* State of a case. */
struct reyes_case {
    const struct reyes_workload *workload;
    const struct reyes_variant *variant;
    struct reyes_outcome outcome;
    struct range_list drawn; /* of a CPU variant: count is what it drew */
};

/* One answer to the question. bench.h has the rest. */
struct reyes_variant {
    bool (*setup)(struct bench_case *c);
    void (*record)(struct bench_case *c, struct gpu_commands *commands);
    bool (*drive)(struct bench_case *c);
    bool (*compute)(struct bench_case *c);
    uint32_t (*chain)(const struct bench_case *c); /* dependent steps */
};

extern const struct reyes_variant reyes_recursion;

/* The check callback. */
bool reyes_check(struct bench_case *c, enum bench_check check);

static inline struct reyes_case *reyes_state(const struct bench_case *c)
{
    return c->state;
}

#endif
