/* SPDX-License-Identifier: MIT */
#include "harness/engine/plan/plan_parts.h"

#include <stdlib.h>
#include <string.h>

struct plan_group *plan_group_find(const struct plan *plan, const char *workload_name)
{
    for (size_t i = 0; i < plan->group_count; i++)
        if (strcmp(plan->groups[i].workload_name, workload_name) == 0)
            return &plan->groups[i];
    return NULL;
}

static bool group_holds(const struct plan_group *group, const char *name)
{
    for (size_t i = 0; i < group->case_count; i++)
        if (strcmp(group->cases[i].name, name) == 0)
            return true;
    return false;
}

static bool has_baseline(const struct plan_group *group, bool cold)
{
    for (size_t i = 0; i < group->case_count; i++)
        if (group->cases[i].baseline && group->cases[i].cold == cold)
            return true;
    return false;
}

bool plan_group_join(struct plan_group *group, const struct plan_group *other)
{
    for (size_t i = 0; i < other->case_count; i++) {
        if (group_holds(group, other->cases[i].name))
            continue;
        struct plan_case *cases =
            realloc(group->cases, (group->case_count + 1) * sizeof(*group->cases));
        if (!cases)
            return false;
        group->cases = cases;
        struct plan_case *c = &cases[group->case_count];
        *c = other->cases[i];
        c->baseline = c->baseline && !has_baseline(group, c->cold);
        group->case_count++;
    }
    return true;
}

bool plan_join(struct plan *plan, struct plan *other)
{
    struct plan_group *groups =
        realloc(plan->groups, (plan->group_count + other->group_count + 1) * sizeof(*groups));
    if (!groups)
        return false;
    plan->groups = groups;
    for (size_t i = 0; i < other->group_count; i++) {
        struct plan_group *from = &other->groups[i];
        struct plan_group *group = plan_group_find(plan, from->workload_name);
        const size_t before = group ? group->case_count : 0;
        if (group && !plan_group_join(group, from))
            return false;
        if (!group) {
            group = &plan->groups[plan->group_count++];
            *group = *from;
            *from = (struct plan_group){ 0 };
        }
        plan->case_count += group->case_count - before;
    }
    return true;
}
