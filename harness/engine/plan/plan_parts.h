/* SPDX-License-Identifier: MIT */
/* plan_parts.h: what the files of a plan share. Nobody else includes it. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_PLAN_PLAN_PARTS_H
#define CLAIMCHECK_HARNESS_ENGINE_PLAN_PLAN_PARTS_H

#include "harness/engine/plan/plan.h"

/* plan.c. */

/* True with a message when the setting is of this axis, and none of its values is legal there. */
bool plan_axis_takes_none(const struct bench_axis *axis, const struct plan_setting *setting);

/* plan_cases.c. */

/* Keeps what the request's filter selects and what is wanted, with baselines unless it is
 * without_baselines. False with a message for a broken expression, and where
 * nothing is selected. */
bool plan_filter(struct plan *plan, const struct plan_request *request);

/* True where the plan has a case of the variant and the files that `like` has, in the bench, which
 * is such. */
bool plan_has(const struct plan *plan, const struct bench *bench, const struct plan_case *like,
              bool (*is)(const struct plan_case *c));

/* Moves what `other` has and the plan has not: cases to groups of the same workload, other groups
 * to its end. `other` is to be finished. */
void plan_join(struct plan *plan, struct plan *other);

#endif
