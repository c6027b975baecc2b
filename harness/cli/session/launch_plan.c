/* SPDX-License-Identifier: MIT */
#include "harness/cli/session/launch_plan.h"

#include "harness/base/need.h"

#include <stdlib.h>

static bool is_automatic(const struct run_request *request)
{
    return request->launches == 0 && request->claims;
}

static uint32_t most_of(const uint32_t *launches, size_t count)
{
    uint32_t most = 1;
    for (size_t i = 0; i < count; i++)
        most = launches[i] > most ? launches[i] : most;
    return most;
}

/* Settles the launches of a group's cases, after what claims want of each. */
static void group_settle(const struct plan_group *group, uint32_t *launches)
{
    const uint32_t most = plan_group_is_ceilings(group) ? 1 : most_of(launches, group->case_count);
    const uint32_t least =
        most < PUBLISHED_LAUNCHES_OF_LONG ? most : (uint32_t)PUBLISHED_LAUNCHES_OF_LONG;
    for (size_t i = 0; i < group->case_count; i++)
        if (group->cases[i].baseline || most == 1)
            launches[i] = most;
        else if (launches[i] > 1 && launches[i] < least)
            launches[i] = least;
}

/* Sets the launches that claims want of each case; ceilings keep one. */
static void claims_set(const struct run_request *request, const struct plan *plan,
                       const struct run *run, uint32_t *launches)
{
    published_cases_launches(&request->cases, plan, run, launches);
    for (size_t i = 0; i < plan->group_count; launches += plan->groups[i++].case_count)
        group_settle(&plan->groups[i], launches);
}

void launch_plan_set(const struct run_request *request, struct plan *plan)
{
    uint32_t *launches = need_zeroed(plan->case_count, sizeof(*launches));
    for (size_t i = 0; i < plan->case_count; i++)
        launches[i] = request->launches > 0 ? request->launches : 1;
    if (is_automatic(request))
        claims_set(request, plan, NULL, launches);
    for (size_t i = 0, at = 0; i < plan->group_count; i++) {
        struct plan_group *group = &plan->groups[i];
        group->launches = most_of(&launches[at], group->case_count);
        for (size_t k = 0; k < group->case_count; k++, at++)
            group->cases[k].launches = group->cases[k].check ? 1 : launches[at];
        if (plan_group_is_check(group))
            group->launches = 1;
    }
    free(launches);
}

uint32_t launch_plan_most(const struct plan *plan)
{
    uint32_t most = 1;
    for (size_t i = 0; i < plan->group_count; i++)
        most = plan->groups[i].launches > most ? plan->groups[i].launches : most;
    return most;
}

void launch_plan_init(struct launch_plan *launches, const struct run_request *request,
                      const struct plan *plan)
{
    *launches = (struct launch_plan){ .request = request, .plan = plan };
    launches->launches = need_zeroed(plan->case_count, sizeof(*launches->launches));
    for (size_t i = 0, at = 0; i < plan->group_count; i++)
        for (size_t k = 0; k < plan->groups[i].case_count; k++)
            launches->launches[at++] = plan->groups[i].cases[k].launches;
    launches->most = launch_plan_most(plan);
}

void launch_plan_extend(struct launch_plan *launches, const struct run *run)
{
    if (is_automatic(launches->request))
        claims_set(launches->request, launches->plan, run, launches->launches);
    launches->most = most_of(launches->launches, launches->plan->case_count);
}

void launch_plan_finish(struct launch_plan *launches)
{
    free(launches->launches);
    *launches = (struct launch_plan){ 0 };
}

const uint32_t *launch_plan_of(const struct launch_plan *launches, const struct plan_group *group)
{
    const uint32_t *own = launches->launches;
    for (const struct plan_group *at = launches->plan->groups; at < group; at++)
        own += at->case_count;
    return own;
}

size_t launch_plan_missing(const struct launch_plan *launches, const struct journal *journal)
{
    const struct plan *plan = launches->plan;
    size_t count = 0;
    for (size_t i = 0, at = 0; i < plan->group_count; i++)
        for (size_t k = 0; k < plan->groups[i].case_count; k++, at++)
            for (uint32_t launch = 0; launch < launches->launches[at]; launch++)
                count += !plan->groups[i].cases[k].check &&
                         !journal_has_case(journal, plan->groups[i].cases[k].name, launch);
    return count;
}
