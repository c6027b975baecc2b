/* SPDX-License-Identifier: MIT */
#include "harness/cli/session/launch_plan.h"

#include <stdlib.h>

static bool is_automatic(const struct run_request *request)
{
    return request->launches == 0 && request->claims;
}

/* Sets the launches that claims want of each group; ceilings keep one. */
static void claims_set(const struct run_request *request, const struct plan *plan,
                       const struct run *run, uint32_t *launches)
{
    published_cases_launches(&request->cases, plan, run, launches);
    for (size_t i = 0; i < plan->group_count; i++)
        if (plan_group_is_ceilings(&plan->groups[i]))
            launches[i] = 1;
}

static uint32_t most_of(const uint32_t *launches, size_t count)
{
    uint32_t most = 1;
    for (size_t i = 0; i < count; i++)
        most = launches[i] > most ? launches[i] : most;
    return most;
}

bool launch_plan_set(const struct run_request *request, struct plan *plan)
{
    uint32_t *launches = calloc(plan->group_count + 1, sizeof(*launches));
    if (!launches)
        return false;
    for (size_t i = 0; i < plan->group_count; i++)
        launches[i] = request->launches > 0 ? request->launches : 1;
    if (is_automatic(request))
        claims_set(request, plan, NULL, launches);
    for (size_t i = 0; i < plan->group_count; i++)
        plan->groups[i].launches = launches[i];
    free(launches);
    return true;
}

uint32_t launch_plan_most(const struct plan *plan)
{
    uint32_t most = 1;
    for (size_t i = 0; i < plan->group_count; i++)
        most = plan->groups[i].launches > most ? plan->groups[i].launches : most;
    return most;
}

bool launch_plan_init(struct launch_plan *launches, const struct run_request *request,
                      const struct plan *plan)
{
    *launches = (struct launch_plan){ .request = request, .plan = plan };
    launches->launches = calloc(plan->group_count + 1, sizeof(*launches->launches));
    for (size_t i = 0; i < plan->group_count && launches->launches; i++)
        launches->launches[i] = plan->groups[i].launches;
    launches->most = launch_plan_most(plan);
    return launches->launches;
}

void launch_plan_extend(struct launch_plan *launches, const struct run *run)
{
    if (is_automatic(launches->request))
        claims_set(launches->request, launches->plan, run, launches->launches);
    launches->most = most_of(launches->launches, launches->plan->group_count);
}

void launch_plan_finish(struct launch_plan *launches)
{
    free(launches->launches);
    *launches = (struct launch_plan){ 0 };
}

size_t launch_plan_missing(const struct launch_plan *launches, const struct journal *journal)
{
    const struct plan *plan = launches->plan;
    size_t count = 0;
    for (size_t i = 0; i < plan->group_count; i++)
        for (uint32_t launch = 0; launch < launches->launches[i]; launch++)
            for (size_t k = 0; k < plan->groups[i].case_count; k++)
                count += !journal_has_case(journal, plan->groups[i].cases[k].name, launch);
    return count;
}
