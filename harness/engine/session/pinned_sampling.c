/* SPDX-License-Identifier: MIT */
#include "harness/engine/session/pinned_sampling.h"

#include "harness/base/trouble.h"

#include <stdio.h>
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

static bool plan_has(const struct plan *plan, const char *workload)
{
    for (size_t i = 0; i < plan->group_count; i++)
        if (strcmp(plan->groups[i].workload_name, workload) == 0)
            return true;
    return false;
}

bool pinned_sampling_find(struct run *of, const struct plan *plan, struct run_sampling *sampling)
{
    struct run_sampling_case *cases = arena_alloc(&of->arena, of->case_count * sizeof(*cases));
    *sampling = (struct run_sampling){ .started = of->session.started,
                                       .commit = of->tool.commit,
                                       .cases = cases };
    for (size_t i = 0; i < of->case_count; i++)
        sampling->case_count += known_of_case(&of->cases[i], &cases[sampling->case_count]) &&
                                plan_has(plan, of->cases[i].workload);
    trouble("--repetitions-of: '%s' has a time for no case of these workloads: leave it out",
            of->path);
    return sampling->case_count > 0;
}

/* Case i of the run, and behind those of the list. False where nothing is known of it. */
static bool known_at(const struct run *run, size_t i, struct run_sampling_case *known,
                     struct plan_sampling *sampling)
{
    if (i < run->case_count && !known_of_case(&run->cases[i], known))
        return false;
    if (i >= run->case_count)
        *known = run->session.sampling.cases[i - run->case_count];
    return known_sampling(known, sampling);
}

static void case_apply(struct plan_case *c, const char *workload, const struct run *run)
{
    const size_t count = run->case_count + run->session.sampling.case_count;
    struct run_sampling_case known;
    struct plan_sampling sampling;
    for (size_t i = 0; i < count; i++) {
        if (!known_at(run, i, &known, &sampling) || strcmp(known.name, c->name) != 0)
            continue;
        c->sampling = sampling;
        return;
    }
    for (size_t i = 0; i < count && c->variant->kind == BENCH_GPU; i++) {
        if (!known_at(run, i, &known, &sampling) || known.kind != BENCH_GPU ||
            (known.cache == RUN_CACHE_COLD) != c->cold || strcmp(known.workload, workload) != 0)
            continue;
        c->sampling = sampling;
        c->sampling.preceding = PLAN_PRECEDING_OPEN;
        return;
    }
}

void pinned_sampling_apply(struct plan_group *group, const struct run *run)
{
    for (size_t i = 0; i < group->case_count; i++)
        case_apply(&group->cases[i], group->workload_name, run);
}
