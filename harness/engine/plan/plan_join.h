/* SPDX-License-Identifier: MIT */
/* plan_join.h: the cases of one plan in another, each of them once. Private to the plan. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_PLAN_PLAN_JOIN_H
#define CLAIMCHECK_HARNESS_ENGINE_PLAN_PLAN_JOIN_H

#include "harness/engine/plan/plan.h"

/* The group of that workload; NULL. */
struct plan_group *plan_group_find(const struct plan *plan, const char *workload_name);

/* Appends copies of the cases that the group has not yet. It keeps its baselines, and gets one of a
 * cache mode in which it has none. False when memory runs out. */
bool plan_group_join(struct plan_group *group, const struct plan_group *other);

/* Moves what `other` has and the plan has not: cases to groups of the same workload, other groups
 * to its end. `other` is to be finished. False when memory runs out. */
bool plan_join(struct plan *plan, struct plan *other);

#endif
