/* SPDX-License-Identifier: MIT */
#include "harness/engine/plan/plan.h"

#include <stdlib.h>

static size_t group_keep_host(struct plan_group *group)
{
    size_t kept = 0;
    for (size_t i = 0; i < group->case_count; i++)
        if (group->cases[i].variant->kind == BENCH_CPU)
            group->cases[kept++] = group->cases[i];
    const size_t left_out = group->case_count - kept;
    group->case_count = kept;
    return left_out;
}

size_t plan_keep_host(struct plan *plan)
{
    size_t kept = 0, left_out = 0;
    for (size_t i = 0; i < plan->group_count; i++) {
        struct plan_group *group = &plan->groups[i];
        left_out += group_keep_host(group);
        if (group->case_count > 0)
            plan->groups[kept++] = *group;
        else
            free(group->cases);
    }
    plan->group_count = kept;
    plan->case_count -= left_out;
    return left_out;
}
