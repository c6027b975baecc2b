/* SPDX-License-Identifier: MIT */
/* plan_filter.h: which cases of a plan stay. Private to plan.c. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_PLAN_PLAN_FILTER_H
#define CLAIMCHECK_HARNESS_ENGINE_PLAN_PLAN_FILTER_H

#include "harness/engine/plan/plan.h"

/* Keeps what the request's filter selects and what is wanted, with baselines unless it is
 * without_baselines. False with a message (PLAN_MESSAGE_BYTES) for a broken expression, and where
 * nothing is selected. */
bool plan_filter(struct plan *plan, const struct plan_request *request, char *message);

#endif
