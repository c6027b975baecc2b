/* SPDX-License-Identifier: MIT */
#include "harness/case.h"
#include "harness/clock.h"
#include "harness/random.h"
#include "harness/sampler_private.h"

#include <math.h>

void group_case_drop(struct sampler_group *group, size_t i)
{
    const enum bench_status status = group->outcome->results[i].status;
    group->sampling[i] = false;
    if (group->params->ended)
        group->params->ended(group->params->progress_context, &group->outcome->results[i]);
    if (gpu_failed(group->params->gpu) && (status == BENCH_DEVICE_LOST || status == BENCH_TIMEOUT))
        group->outcome->device_unusable = true;
    case_destroy(&group->runs[i]);
}

void group_announce(const struct sampler_group *group, size_t i, uint32_t round)
{
    const struct sampler_params *params = group->params;
    const bool any = i < group->outcome->count;
    if (params->progress)
        params->progress(params->progress_context, any ? group->outcome->results[i].name : "",
                         round);
}

bool group_interrupted(const struct sampler_group *group)
{
    const volatile sig_atomic_t *flag = group->params->interrupted;
    return flag && *flag;
}

bool group_stopped(const struct sampler_group *group)
{
    return group->outcome->device_unusable || group_interrupted(group);
}

/* Fisher-Yates. */
static void shuffle(struct sampler_group *group, size_t count)
{
    for (size_t i = count; i > 1; i--) {
        const size_t j = (size_t)random_below(&group->random, i);
        const size_t swap = group->order[i - 1];
        group->order[i - 1] = group->order[j];
        group->order[j] = swap;
    }
}

/* True while a case other than the baseline wants samples; the baseline goes on as long, so that
 * all pairs exist. */
static bool wants_round(const struct sampler_group *group, size_t *active)
{
    *active = 0;
    bool wanted = false;
    for (size_t i = 0; i < group->plan->case_count; i++) {
        if (!group->runs[i])
            continue;
        const bool paired = group->plan->cases[i].baseline;
        if (group->sampling[i] || paired)
            group->order[(*active)++] = i;
        wanted = wanted || group->sampling[i];
    }
    return wanted;
}

void group_raise_clock(struct sampler_group *group, bool before_rounds)
{
    const struct sampler_rules *rules = &group->params->rules;
    double probe_ns = 0;
    if (!group->canary || group_stopped(group))
        return;
    group_announce(group, SIZE_MAX, 1);
    if (!before_rounds && canary_probe(group->canary, &probe_ns) &&
        canary_is_up(group->canary, probe_ns))
        return;
    const bool first = !group->clock_known;
    const double spent_ns = canary_raise(group->canary, first ? rules->raise_ns_min : 0,
                                         rules->raise_ns_max, &probe_ns);
    group->clock_known = true;
    for (size_t i = 0; i < group->plan->case_count; i++) {
        struct result_clock *clock = &group->outcome->results[i].clock;
        clock->raises++;
        clock->raise_ns += spent_ns;
        clock->probe_ns = probe_ns;
        clock->best_ns = group->params->canary->best_ns;
    }
}

void group_warm_up(struct sampler_group *group)
{
    const struct sampler_rules *rules = &group->params->rules;
    const double begin_ns = clock_now_ns();
    double turn_ns = 0, before_ns = 0;
    do {
        before_ns = turn_ns;
        turn_ns = 0;
        for (size_t i = 0; i < group->plan->case_count && !group_stopped(group); i++) {
            if (!group->runs[i])
                continue;
            group_announce(group, i, 1);
            if (!case_warm(group->runs[i], &turn_ns))
                group_case_drop(group, i);
        }
    } while (!group_stopped(group) && clock_now_ns() - begin_ns < rules->warmup_ns_max &&
             fabs(turn_ns - before_ns) > rules->warmup_change * before_ns);
}

void group_rounds_run(struct sampler_group *group)
{
    const struct sampler_params *params = group->params;
    size_t active;
    for (uint32_t round = 0; !group_stopped(group) && wants_round(group, &active); round++) {
        group_raise_clock(group, false);
        shuffle(group, active);
        for (size_t k = 0; k < active && !group_stopped(group); k++) {
            const size_t i = group->order[k];
            struct result *result = &group->outcome->results[i];
            group_announce(group, i, round + 1);
            if (!case_sample(group->runs[i], round, (uint32_t)k)) {
                group_case_drop(group, i);
                continue;
            }
            if (!group->sampling[i])
                continue;
            result->stop = sampler_stop_rule(&params->rules, result);
            group->sampling[i] = result->stop == RESULT_STOP_NONE;
        }
    }
}
