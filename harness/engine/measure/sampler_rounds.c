/* SPDX-License-Identifier: MIT */
#include "harness/engine/measure/case.h"
#include "harness/engine/measure/sampler_private.h"
#include "harness/engine/measure/throttle.h"
#include "harness/random.h"

#include <math.h>
#include <string.h>

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

/* An entry of the order that is no case. */
static bool is_probe(const struct sampler_group *group, size_t i)
{
    return i >= group->plan->case_count;
}

static bool is_on_host(const struct sampler_group *group, size_t i)
{
    return !is_probe(group, i) && bench_variant_is_on_host(group->plan->cases[i].variant);
}

/* Puts the cases on the device first and keeps the order within both kinds. While the host
 * computes, the device's clock falls, and the next case would be sampled with it. The clock is
 * raised at the start of a round. */
static void device_first(struct sampler_group *group, size_t count)
{
    size_t devices = 0;
    for (size_t i = 0; i < count; i++) {
        const size_t taken = group->order[i];
        if (is_on_host(group, taken))
            continue;
        memmove(&group->order[devices + 1], &group->order[devices],
                (i - devices) * sizeof(*group->order));
        group->order[devices++] = taken;
    }
}

/* True while a case wants samples; the baseline goes on as long, so that pairs exist, and probes
 * come along. */
static bool wants_round(const struct sampler_group *group, size_t *active)
{
    *active = 0;
    bool wanted = false;
    for (size_t i = 0; i < group->plan->case_count; i++) {
        if (!sampler_group_samples(group, i))
            continue;
        const bool paired = group->plan->cases[i].baseline &&
                            !sampler_pairs_rule(&group->params->rules, &group->outcome->results[i]);
        if (group->sampling[i] || paired)
            group->order[(*active)++] = i;
        wanted = wanted || group->sampling[i];
    }
    for (size_t k = 0; wanted && k < sampler_probes_count(group); k++)
        if (sampler_probes_want(group, k))
            group->order[(*active)++] = group->plan->case_count + k;
    return wanted;
}

/* A long execution that may be the last, by number or time, is checked at once, and is not repeated
 * for that. */
static bool may_be_last(const struct sampler_group *group, size_t i)
{
    const struct sampler_rules *rules = &group->params->rules;
    const double typical_ns = group->typical_ns[i];
    const uint32_t wanted = sampler_long_rule(rules, typical_ns);
    const size_t count = group->outcome->results[i].c.sample_count + 1;
    return wanted > 0 &&
           (count >= wanted || (double)count * typical_ns >= 3 * rules->case_wall_ns_max);
}

static bool on_device(const struct sampler_group *group, size_t active)
{
    for (size_t k = 0; k < active; k++)
        if (!is_on_host(group, group->order[k]))
            return true;
    return false;
}

/* Shortens the expected time of a case whose sample was shorter than its trial. */
static void sample_tells(struct sampler_group *group, size_t i)
{
    const struct result *result = &group->outcome->results[i];
    const struct run_sample *sample = &result->c.samples[result->c.sample_count - 1];
    group->typical_ns[i] = fmin(group->typical_ns[i], result_sample_ns(result, sample));
}

/* Takes out those whose sample of the round is there: the first check's execution. Returns how many
 * are left. */
static size_t leave_sampled(struct sampler_group *group, uint32_t round, size_t active)
{
    size_t left = 0;
    for (size_t k = 0; k < active; k++) {
        const size_t i = group->order[k];
        if (is_probe(group, i) || group->outcome->results[i].c.sample_count <= round)
            group->order[left++] = i;
    }
    return left;
}

/* A sample of each active case and probe, either kind in random order. True when one was
 * throttled. */
static bool round_run(struct sampler_group *group, uint32_t round, size_t active)
{
    const struct sampler_rules *rules = &group->params->rules;
    bool throttled = false;
    const size_t left = leave_sampled(group, round, active), before = active - left;
    shuffle(group, left);
    device_first(group, left);
    for (size_t k = 0; k < left && !sampler_group_stopped(group); k++) {
        const size_t i = group->order[k];
        const uint32_t order = (uint32_t)(before + k);
        if (is_probe(group, i)) {
            sampler_probes_sample(group, i - group->plan->case_count, round, order);
            continue;
        }
        if (!group->runs[i]) /* an input was spoilt */
            continue;
        struct result *result = &group->outcome->results[i];
        sampler_group_announce(group, i, round + 1);
        if (!case_sample(group->runs[i], round, order, may_be_last(group, i))) {
            sampler_group_drop(group, i);
            continue;
        }
        sample_tells(group, i);
        if (!case_watch(group->runs[i], rules->fresh)) {
            if (!sampler_inputs_spoilt(group))
                sampler_group_drop(group, i);
            continue;
        }
        if (group->canary)
            throttle_mark(result, rules->throttle_share, group->params->canary);
        throttled = throttled || result->c.samples[result->c.sample_count - 1].throttled;
    }
    if (group->params->energy && on_device(group, left) && sampler_energy_beside(group, round))
        throttled = true;
    sampler_probes_mark(group, round, throttled);
    return throttled;
}

/* Returns the baseline of the ratio of case i; NULL when it is not sampled, or not in these
 * rounds. */
static const struct result *sampled_baseline(const struct sampler_group *group, size_t i)
{
    const struct plan_case *baseline = plan_baseline(group->plan, i);
    const size_t k = baseline ? (size_t)(baseline - group->plan->cases) : 0;
    return baseline && sampler_group_samples(group, k) ? &group->outcome->results[k] : NULL;
}

/* Which cases want no more. */
static void round_judge(struct sampler_group *group)
{
    for (size_t i = 0; i < group->plan->case_count; i++) {
        struct result *result = &group->outcome->results[i];
        if (!group->sampling[i] || !sampler_group_samples(group, i))
            continue;
        result->c.stop =
            sampler_stop_rule(&group->params->rules, result, sampled_baseline(group, i));
        group->sampling[i] = result->c.stop == RESULT_STOP_NONE;
    }
}

void sampler_rounds_run(struct sampler_group *group)
{
    size_t active;
    uint32_t throttled = 0; /* rounds in a row */
    for (uint32_t round = 0; !sampler_group_stopped(group) && wants_round(group, &active);
         round++) {
        if (on_device(group, active))
            sampler_clock_keep(group, throttled);
        const uint32_t before = throttled;
        throttled = round_run(group, round, active) ? throttled + 1 : 0;
        round_judge(group);
        if (group->params->throttled && (before > 0) != (throttled > 0))
            group->params->throttled(group->params->progress_context, throttled > 0);
    }
}
