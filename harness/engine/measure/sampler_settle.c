/* SPDX-License-Identifier: MIT */
#include "harness/engine/measure/case.h"
#include "harness/engine/measure/sampler_private.h"

#include <math.h>

static void cases_try(struct sampler_group *group, bool of_host)
{
    for (size_t i = 0; i < group->plan->case_count && !sampler_group_stopped(group); i++) {
        if (!group->sampling[i] ||
            bench_variant_is_on_host(group->plan->cases[i].variant) != of_host)
            continue;
        sampler_group_announce(group, i, 1);
        struct canary_reading clock;
        if (!case_try(group->runs[i], &group->params->rules, &group->typical_ns[i], &clock)) {
            sampler_clock_load_end(group); /* what goes is the device's, too */
            sampler_group_drop(group, i);
        } else if (!group->plan->cases[i].cold && sampler_clock_warms(group, i))
            sampler_window_add(&group->tried, &clock);
    }
}

/* While the host computes the device's clock would fall. */
void sampler_try(struct sampler_group *group)
{
    sampler_clock_load_begin(group);
    cases_try(group, true);
    sampler_clock_load_end(group);
    sampler_clock_raise(group);
    overhead_enter(&group->outcome->overhead, OVERHEAD_WARMUP);
    sampler_cache_check(group);
    cases_try(group, false);
}

/* Range of times for which one sample of a case must allow. */
struct spread {
    double shortest_ns, longest_ns;
    bool stamps_each;
};

/* Returns the range over all GPU cases of a cache mode. */
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

/* The time that decides what precedes a sample. An override uses its original's, since the two are
 * compared. */
static double prime_ns(const struct sampler_group *group, size_t i)
{
    const struct plan_case *c = &group->plan->cases[i];
    const bool twin = c->files && i > 0 && c[-1].variant == c->variant && group->sampling[i - 1];
    return group->typical_ns[twin ? i - 1 : i];
}

/* Executions of a request to a program. */
static uint32_t requested(double own_ns)
{
    uint32_t times = 1;
    while (times < PLAN_REQUESTED_MAX && times * own_ns < CASE_REQUESTED_NS)
        times *= 2;
    return times;
}

/*
 * The GPU cases of a cache mode all take as many repetitions as the shortest of them needs, and
 * where one of them needs stamps around each, all have them: stamps cost time, and with unequal
 * counts they would cost one case more than another.
 */
static struct plan_sampling decide(const struct sampler_group *group, size_t i,
                                   const struct spread *of_gpu)
{
    const struct sampler_rules *rules = &group->params->rules;
    const struct plan_case *c = &group->plan->cases[i];
    const double own_ns = group->typical_ns[i];
    const bool on_gpu = c->variant->kind == BENCH_GPU;
    const struct spread spread = on_gpu ? *of_gpu : (struct spread){ own_ns, own_ns, false };
    const double sweep_ns = c->cold ? sampler_cache_sweep_ns(group, i) : 0;
    return (struct plan_sampling){
        .repetitions = c->variant->api
                           ? requested(own_ns)
                           : sampler_repetitions(rules, group->timer.tick_ns, spread.shortest_ns,
                                                 spread.longest_ns + sweep_ns,
                                                 spread.stamps_each ? CASE_STAMPED_REPETITIONS_MAX
                                                                    : PLAN_REPETITIONS_MAX),
        .stamps_each = spread.stamps_each,
        .preceding = prime_ns(group, i) <= rules->prime_ns_max ? PLAN_PRECEDING_ITSELF
                                                               : PLAN_PRECEDING_OTHERS,
    };
}

/* Keeps an earlier decision except for what is no longer possible: a method that has gained a reset
 * needs stamps. */
static struct plan_sampling inherit(const struct sampler_group *group, size_t i,
                                    struct plan_sampling decided)
{
    struct plan_sampling sampling = group->plan->cases[i].sampling;
    if (sampling.repetitions == 0) {
        sampling.repetitions = decided.repetitions;
        sampling.stamps_each = decided.stamps_each;
    }
    if (sampling.preceding == PLAN_PRECEDING_OPEN)
        sampling.preceding = decided.preceding;
    sampling.stamps_each = sampling.stamps_each || case_needs_stamps(group->runs[i]);
    if (sampling.stamps_each && sampling.repetitions > CASE_STAMPED_REPETITIONS_MAX)
        sampling.repetitions = CASE_STAMPED_REPETITIONS_MAX;
    return sampling;
}

/* Before all others of round 0, as they were. */
static void cases_sample_first(struct sampler_group *group)
{
    uint32_t order = 0;
    for (size_t i = 0; i < group->plan->case_count && !sampler_group_stopped(group); i++) {
        if (!group->sampling[i])
            continue;
        const struct result *result = &group->outcome->results[i];
        if (!case_sample_first(group->runs[i], &group->params->rules, group->params->canary, order))
            sampler_group_drop(group, i);
        else if (result->c.check_sampled)
            order++;
    }
}

void sampler_settle(struct sampler_group *group)
{
    const struct spread of_gpu[2] = { spread_of_gpu(group, false), spread_of_gpu(group, true) };
    for (size_t i = 0; i < group->plan->case_count && !sampler_group_stopped(group); i++) {
        if (!group->sampling[i])
            continue;
        const struct plan_sampling decided = decide(group, i, &of_gpu[group->plan->cases[i].cold]);
        if (!case_settle(group->runs[i], inherit(group, i, decided)))
            sampler_group_drop(group, i);
    }
    cases_sample_first(group);
}
