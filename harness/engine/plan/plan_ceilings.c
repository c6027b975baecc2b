/* SPDX-License-Identifier: MIT */
#include "harness/base/need.h"
#include "harness/engine/plan/plan.h"
#include "harness/engine/plan/plan_parts.h"

#include <stdlib.h>

/* Which cases have their floors by what a bench measures. */
struct places {
    bool device, host;
};

static void places_add(struct places *places, const struct bench_variant *variant)
{
    if (variant->kind == BENCH_CPU)
        places->host = true;
    else
        places->device = true;
}

static struct places places_of_plan(const struct plan *plan)
{
    struct places places = { false, false };
    for (size_t i = 0; i < plan->group_count; i++)
        for (size_t k = 0; k < plan->groups[i].case_count; k++)
            places_add(&places, plan->groups[i].cases[k].variant);
    return places;
}

/* True when the bench measures ceilings there. */
static bool measures_ceilings(const struct bench *bench, struct places wanted)
{
    struct places places = { false, false };
    for (const struct bench_variant *variant = bench->variants; variant->name; variant++)
        if (variant->ceiling != BENCH_CEILING_NONE)
            places_add(&places, variant);
    return (places.device && wanted.device) || (places.host && wanted.host);
}

bool plan_group_is_ceilings(const struct plan_group *group)
{
    return group->case_count > 0 && group->cases[0].variant->ceiling != BENCH_CEILING_NONE;
}

/* Joins the cases of `group` to the plan's own group of that name, or moves it to the end of
 * `added`. */
static void group_take(struct plan *plan, struct plan_group *added, size_t *count,
                       struct plan_group *group)
{
    struct plan_group *own = plan_group_find(plan, group->workload_name);
    if (own) {
        plan_group_join(own, group);
        return;
    }
    struct plan_group *target = &added[(*count)++];
    *target = *group;
    target->options = NULL; /* none was given, and the list is another plan's */
    *group = (struct plan_group){ 0 };
}

/* Puts the plan's own groups in `groups`, those of ceilings behind all others, and behind them
 * those that are added. */
static void groups_order(struct plan *plan, struct plan_group *groups,
                         const struct plan_group *added, size_t added_count)
{
    size_t count = 0;
    for (int ceilings = 0; ceilings < 2; ceilings++)
        for (size_t i = 0; i < plan->group_count; i++)
            if (plan_group_is_ceilings(&plan->groups[i]) == ceilings)
                groups[count++] = plan->groups[i];
    for (size_t i = 0; i < added_count; i++)
        groups[count++] = added[i];
    free(plan->groups);
    plan->groups = groups;
    plan->group_count = count;
    plan->case_count = 0;
    for (size_t i = 0; i < count; i++)
        plan->case_count += groups[i].case_count;
}

static void groups_merge(struct plan *plan, struct plan *ceilings)
{
    size_t count = 0;
    const struct places wanted = places_of_plan(plan);
    const size_t most = ceilings->group_count + plan->group_count;
    struct plan_group *added = need_zeroed(ceilings->group_count, sizeof(*added));
    struct plan_group *groups = need_zeroed(most, sizeof(*groups));
    for (size_t i = 0; i < ceilings->group_count; i++)
        if (measures_ceilings(ceilings->groups[i].bench, wanted))
            group_take(plan, added, &count, &ceilings->groups[i]);
    groups_order(plan, groups, added, count);
    free(added);
}

bool plan_add_ceilings(struct plan *plan, const struct technique *const *techniques,
                       char message[PLAN_MESSAGE_BYTES])
{
    const struct plan_request request = { .techniques = techniques, .profile = BENCH_QUICK };
    struct plan ceilings;
    if (!plan_init(&ceilings, &request, message))
        return false;
    groups_merge(plan, &ceilings);
    plan_finish(&ceilings);
    return true;
}
