/* SPDX-License-Identifier: MIT */
/*
 * pinned_sampling.h: how cases are sampled, as decided before: in this run, which is resumed or has
 * lost a process, or in another one, `run --repetitions-of`, which its journal then keeps.
 */
#ifndef CLAIMCHECK_HARNESS_ENGINE_SESSION_PINNED_SAMPLING_H
#define CLAIMCHECK_HARNESS_ENGINE_SESSION_PINNED_SAMPLING_H

#include "harness/engine/plan/plan.h"
#include "harness/record/run/run.h"

/*
 * For the session of a new journal: what run `of` has of the plan's workloads, in memory of that
 * run. False with a one-line message when it has none of them.
 */
bool pinned_sampling_find(struct run *of, const struct plan *plan, struct run_sampling *sampling);

/*
 * Sets plan_case.sampling where it is known: by the case itself, in the run and then in
 * session.sampling of it; else, of kind GPU, by another one of its workload, kind and cache mode,
 * whose number of repetitions is that of all.
 */
void pinned_sampling_apply(struct plan_group *group, const struct run *run);

#endif
