/* SPDX-License-Identifier: MIT */
/* host.h: what ceilings.host_bandwidth and ceilings.host_arithmetic share; variants on their own,
 * so that tests can plant others. */
#ifndef CLAIMCHECK_BENCH_CEILINGS_HOST_H
#define CLAIMCHECK_BENCH_CEILINGS_HOST_H

#include "bench/ceilings/host_loops.h"
#include "harness/bench.h"

/* The axis `threads`: "one", or "all" that the process may use; ends with a NULL name. */
extern const struct bench_axis ceilings_host_threads_axes[];

/* The threads that the axis says. */
struct cpu_pool *ceilings_host_threads(struct bench_case *c);

/* The loops of a variant (may be NULL): the widest that the host has. */
const struct ceilings_host_loops *ceilings_host_loops_of(const struct ceilings_host_loops *loops);

enum ceilings_host_access { CEILINGS_HOST_COPY, CEILINGS_HOST_READ, CEILINGS_HOST_WRITE };

/* bench_variant.data of ceilings.host_bandwidth. */
struct ceilings_host_bandwidth_variant {
    enum ceilings_host_access access;
    const struct ceilings_host_loops *loops; /* NULL: the widest that the host has */
};

/* bench_variant.data of ceilings.host_arithmetic. */
struct ceilings_host_arithmetic_variant {
    const struct ceilings_host_loops *loops;
};

#endif
