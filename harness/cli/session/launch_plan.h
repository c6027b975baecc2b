/* SPDX-License-Identifier: MIT */
/* launch_plan.h: how many launches, a process each, measure the cases of a plan. */
#ifndef CLAIMCHECK_HARNESS_CLI_SESSION_LAUNCH_PLAN_H
#define CLAIMCHECK_HARNESS_CLI_SESSION_LAUNCH_PLAN_H

#include "harness/cli/session/run_request.h"
#include "harness/record/journal.h"

/*
 * Sets the launches of each case and group: what --launches says; or else, in a run of claims, what
 * published_cases_launches() says; or else 1. In a run of claims the cases of a group share the
 * rules of its launches, so a case has as many as the group, or at least six of more; the baseline
 * comes along; a case whose time no claim is about has one. Ceilings are measured once unless
 * --launches says more.
 */
void launch_plan_set(const struct run_request *request, struct plan *plan);

/* Returns the launches of the group that has most. */
uint32_t launch_plan_most(const struct plan *plan);

/* Launches of a session. It may want more once the first one has shown which cases are long. */
struct launch_plan {
    const struct run_request *request;
    const struct plan *plan;
    uint32_t *launches; /* of each case, group by group; owned */
    uint32_t most;
};

/* Takes the plan's, and with a run whose first launch has ended adds what its long cases want. */
void launch_plan_init(struct launch_plan *launches, const struct run_request *request,
                      const struct plan *plan);
void launch_plan_extend(struct launch_plan *launches, const struct run *run);
void launch_plan_finish(struct launch_plan *launches);

/* Returns the launches of each case of a group of the plan. */
const uint32_t *launch_plan_of(const struct launch_plan *launches, const struct plan_group *group);

/* Returns how many cases the journal lacks, counted once for each launch. */
size_t launch_plan_missing(const struct launch_plan *launches, const struct journal *journal);

#endif
