/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/engine/session/session.h"
#include "harness/record/record.h"

#include <string.h>

/* False for a case, or a number, that no run has. */
static bool known_sampling(const struct run_sampling_case *known, struct plan_sampling *sampling)
{
    static const enum plan_preceding preceding[] = {
        [RUN_PRECEDED_NONE] = PLAN_PRECEDING_OPEN,
        [RUN_PRECEDED_BY_ITSELF] = PLAN_PRECEDING_ITSELF,
        [RUN_PRECEDED_BY_SWEEP] = PLAN_PRECEDING_OPEN,
        [RUN_PRECEDED_BY_OTHERS] = PLAN_PRECEDING_OTHERS,
    };
    const double most = known->kind == BENCH_CPU ? PLAN_REQUESTED_MAX : PLAN_REPETITIONS_MAX;
    if (!(known->inner_repetitions >= 1 && known->inner_repetitions <= most))
        return false;
    *sampling = (struct plan_sampling){ .repetitions = (uint32_t)known->inner_repetitions,
                                        .stamps_each = known->stamps_each,
                                        .preceding = preceding[known->preceded_by] };
    return true;
}

static bool known_of_case(const struct run_case *c, struct run_sampling_case *known)
{
    struct plan_sampling unused;
    *known = (struct run_sampling_case){
        .name = c->name,
        .workload = c->workload,
        .kind = c->kind,
        .cache = c->cache == RUN_CACHE_COLD ? RUN_CACHE_COLD : RUN_CACHE_HOT,
        .inner_repetitions = c->inner_repetitions,
        .stamps_each = c->stamps_each,
        .preceded_by = c->preceded_by == RUN_PRECEDED_BY_SWEEP ? RUN_PRECEDED_NONE : c->preceded_by,
    };
    return c->sample_count > 0 && known_sampling(known, &unused);
}

bool pinned_sampling_find(struct run *of, const struct plan *plan, struct run_sampling *sampling)
{
    struct run_sampling_case *cases = arena_alloc(&of->arena, of->case_count * sizeof(*cases));
    *sampling = (struct run_sampling){ .started = of->session.started,
                                       .commit = of->tool.commit,
                                       .cases = cases };
    foreach (const struct run_case, c, of->cases, of->case_count) {
        bool planned = false;
        foreach (const struct plan_group, group, plan->groups, plan->group_count)
            planned = planned || strcmp(group->workload_name, c->workload) == 0;
        sampling->case_count += known_of_case(c, &cases[sampling->case_count]) && planned;
    }
    trouble("--repetitions-of: '%s' has a time for no case of these workloads: leave it out",
            of->path);
    return sampling->case_count > 0;
}

void pinned_sampling_apply(struct plan_group *group, const struct run *run)
{
    const size_t count = run->case_count + run->session.sampling.case_count;
    foreach (struct plan_case, c, group->cases, group->case_count) {
        bool itself = false, other = false;
        for (size_t i = 0; i < count && !itself; i++) {
            struct run_sampling_case known;
            struct plan_sampling sampling;
            if (i >= run->case_count) /* of the list, behind the cases of the run */
                known = run->session.sampling.cases[i - run->case_count];
            else if (!known_of_case(&run->cases[i], &known))
                continue;
            if (!known_sampling(&known, &sampling))
                continue;
            itself = strcmp(known.name, c->name) == 0;
            const bool alike = c->variant->kind == BENCH_GPU && known.kind == BENCH_GPU &&
                               (known.cache == RUN_CACHE_COLD) == c->cold &&
                               strcmp(known.workload, group->workload_name) == 0;
            if (!itself && (other || !alike))
                continue;
            c->sampling = sampling;
            if (!itself)
                c->sampling.preceding = PLAN_PRECEDING_OPEN;
            other = true;
        }
    }
}
