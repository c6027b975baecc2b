/* SPDX-License-Identifier: MIT */
/* workload.h: life of a workload, as the sampler and `inspect` see it. Benches see bench.h only. */
#ifndef CLAIMCHECK_HARNESS_MEASURE_WORKLOAD_H
#define CLAIMCHECK_HARNESS_MEASURE_WORKLOAD_H

#include "harness/base/facts.h"
#include "harness/bench.h"
#include "harness/plan/plan.h"

/*
 * Builds the host part of a group's workload. NULL on failure, with a one-line message. The group
 * outlives it. Destroy does not touch the scope of the device part.
 */
struct bench_workload *workload_create(const struct plan_group *group, uint64_t seed, char *message,
                                       size_t message_bytes);
void workload_destroy(struct bench_workload **workload);

/* Facts so far; owned by the workload. */
const struct workload_facts *workload_facts(const struct bench_workload *workload);

/* Message of bench_workload_fail(); empty when it did not fail. */
const char *workload_failure(const struct bench_workload *workload);

#endif
