/* SPDX-License-Identifier: MIT */
/* plan_list.h: the cases of a plan, before they are measured. */
#ifndef CLAIMCHECK_HARNESS_CLI_SESSION_PLAN_LIST_H
#define CLAIMCHECK_HARNESS_CLI_SESSION_PLAN_LIST_H

#include "harness/engine/plan/plan.h"

#include <jansson.h>
#include <stdio.h>

/* A name per line, in the order of the plan. */
void plan_list_print(FILE *out, const struct plan *plan);

/* `profile` and `cases`, each with what it is. New reference; NULL when memory runs out. */
json_t *plan_list_json(const struct plan *plan, const char *profile);

#endif
