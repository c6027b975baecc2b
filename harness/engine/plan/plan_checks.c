/* SPDX-License-Identifier: MIT */
/* plan_checks.c: check points of what a plan times. */
#include "harness/engine/plan/plan_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool plan_group_is_check(const struct plan_group *group)
{
    for (size_t i = 0; i < group->case_count; i++)
        if (!group->cases[i].check)
            return false;
    return true;
}

/* True where the plan times the variant, or its twin, of that bench. */
static bool times(const struct plan *plan, const struct bench *bench, const struct plan_case *c)
{
    for (size_t i = 0; i < plan->group_count; i++)
        for (size_t k = 0; plan->groups[i].bench == bench && k < plan->groups[i].case_count; k++) {
            const struct plan_case *timed = &plan->groups[i].cases[k];
            if (!timed->check && timed->variant == c->variant && timed->files == c->files)
                return true;
        }
    return false;
}

void plan_keep_checks(struct plan *checks, const struct plan *timed)
{
    size_t kept = 0;
    checks->case_count = 0;
    for (size_t i = 0; i < checks->group_count; i++) {
        struct plan_group group = checks->groups[i];
        size_t count = 0;
        for (size_t k = 0; k < group.case_count; k++)
            if (group.cases[k].check && (!timed || times(timed, group.bench, &group.cases[k])))
                group.cases[count++] = group.cases[k];
        group.case_count = count;
        checks->case_count += count;
        if (count > 0)
            checks->groups[kept++] = group;
        else
            free(group.cases);
    }
    checks->group_count = kept;
}

bool plan_group_is_first(const struct plan *plan, size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (plan->groups[i].bench == plan->groups[at].bench)
            return false;
    return true;
}

bool plan_add_checks(struct plan *plan, const struct plan_request *request, bool whole,
                     char message[PLAN_MESSAGE_BYTES])
{
    struct plan_request wanted = *request;
    const size_t timed = plan->group_count;
    wanted.check = whole ? PLAN_CHECK_ALONE : PLAN_CHECK_IN_STEP;
    wanted.cache = PLAN_CACHE_HOT;
    wanted.option_count = 0;
    bool added = true;
    for (size_t i = 0; i < timed && added; i++) {
        struct plan_group *group = &plan->groups[i];
        struct plan checks;
        if (group->option_count > 0 || !plan_group_is_first(plan, i))
            continue;
        if (!plan_bench_checks(group->bench)) {
            group->verifies = group->bench->alters;
            continue;
        }
        added = plan_checks_init(&checks, &wanted, group->technique, group->bench, message);
        if (added) {
            plan_keep_checks(&checks, plan);
            plan_join(plan, &checks);
        }
        plan_finish(&checks);
    }
    return added;
}
