/* SPDX-License-Identifier: MIT */
#include "harness/measure/case.h"
#include "harness/measure/sampler_private.h"

#include <math.h>

static void cases_try(struct sampler_group *group)
{
    for (size_t i = 0; i < group->plan->case_count && !sampler_group_stopped(group); i++) {
        if (!group->sampling[i])
            continue;
        sampler_group_announce(group, i, 1);
        if (!case_try(group->runs[i], &group->params->rules, &group->typical_ns[i]))
            sampler_group_drop(group, i);
    }
}

/* What one sample of a case has to reckon with. */
struct spread {
    double shortest_ns, longest_ns;
    bool stamps_each;
};

/* Of all GPU cases of a cache mode. */
static struct spread spread_of_gpu(const struct sampler_group *group, bool cold)
{
    struct spread spread = { INFINITY, 0, cold };
    for (size_t i = 0; i < group->plan->case_count; i++) {
        const struct plan_case *c = &group->plan->cases[i];
        if (!group->sampling[i] || c->variant->kind != BENCH_GPU || c->cold != cold)
            continue;
        spread.shortest_ns = fmin(spread.shortest_ns, group->typical_ns[i]);
        spread.longest_ns = fmax(spread.longest_ns, group->typical_ns[i]);
        spread.stamps_each = spread.stamps_each || case_needs_stamps(group->runs[i]);
    }
    return spread;
}

/* Decided before, but for what this build cannot do: a method that has got a reset needs stamps. */
static struct plan_sampling inherited(const struct sampler_group *group, size_t i)
{
    struct plan_sampling sampling = group->plan->cases[i].sampling;
    sampling.stamps_each = sampling.stamps_each || case_needs_stamps(group->runs[i]);
    if (sampling.stamps_each && sampling.repetitions > CASE_STAMPED_REPETITIONS_MAX)
        sampling.repetitions = CASE_STAMPED_REPETITIONS_MAX;
    return sampling;
}

/*
 * The GPU cases of a cache mode all take as many repetitions as the shortest of them needs, and
 * where one of them needs stamps around each, all have them: stamps cost time, and with unequal
 * counts they would cost one case more than another.
 */
static struct plan_sampling decided(const struct sampler_group *group, size_t i,
                                    const struct spread *of_gpu)
{
    const struct sampler_rules *rules = &group->params->rules;
    const struct plan_case *c = &group->plan->cases[i];
    const double own_ns = group->typical_ns[i];
    const bool on_gpu = c->variant->kind == BENCH_GPU;
    const struct spread spread = on_gpu ? *of_gpu : (struct spread){ own_ns, own_ns, false };
    const double sweep_ns = c->cold ? sampler_cache_sweep_ns(group, i) : 0;
    return (struct plan_sampling){
        .repetitions = sampler_repetitions(
            rules, group->timer.tick_ns, spread.shortest_ns, spread.longest_ns + sweep_ns,
            spread.stamps_each ? CASE_STAMPED_REPETITIONS_MAX : UINT32_MAX),
        .stamps_each = spread.stamps_each,
        .primed = own_ns <= rules->prime_ns_max,
    };
}

void sampler_settle(struct sampler_group *group)
{
    cases_try(group);
    const struct spread of_gpu[2] = { spread_of_gpu(group, false), spread_of_gpu(group, true) };
    for (size_t i = 0; i < group->plan->case_count && !sampler_group_stopped(group); i++) {
        const struct plan_case *c = &group->plan->cases[i];
        if (!group->sampling[i])
            continue;
        if (!case_settle(group->runs[i], c->sampling.repetitions > 0
                                             ? inherited(group, i)
                                             : decided(group, i, &of_gpu[c->cold])))
            sampler_group_drop(group, i);
    }
}
