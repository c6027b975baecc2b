/* SPDX-License-Identifier: MIT */
/* workload.h: life of a workload, as the sampler and `inspect` see it. Benches see method.h. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_MEASURE_WORKLOAD_H
#define CLAIMCHECK_HARNESS_ENGINE_MEASURE_WORKLOAD_H

#include "harness/bench.h"
#include "harness/engine/measure/context_life.h"
#include "harness/engine/plan/plan.h"

/*
 * Builds the host part of a group's workload. NULL on failure, with a one-line message; a workload
 * that is unsupported comes back with its trouble, and workload_upload() refuses it. The group
 * outlives it. Destroy does not touch the scope of the device part.
 */
struct bench_workload *workload_create(const struct plan_group *group, uint64_t seed, char *message,
                                       size_t message_bytes);

/* Creates a workload with access to the shared inputs of context_share(), which outlive it; NULL:
 * no shared inputs. */
struct bench_workload *workload_create_shared(const struct plan_group *group, uint64_t seed,
                                              struct input_cache *shelf, char *message,
                                              size_t message_bytes);

/*
 * Other inputs of a group's point, on the device: of another seed, and, of a bench that alters,
 * that of the seed with one word changed. Either is NULL where it cannot be had, and `trouble` and
 * `why` then say what kept it.
 */
struct workload_others {
    bool tried;
    struct bench_workload *other, *altered;
    enum context_trouble trouble;
    char why[CONTEXT_MESSAGE_BYTES];
};
void workload_others_make(struct workload_others *others, const struct plan_group *group,
                          uint64_t seed, uint64_t drawn, struct gpu *gpu);
void workload_others_finish(struct workload_others *others);

/* Builds the device part, in a scope of its own. False: the device has failed, or the context says
 * why. */
bool workload_upload(struct bench_workload *workload, struct gpu *gpu);

void workload_destroy(struct bench_workload **workload);

#endif
