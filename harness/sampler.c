/* SPDX-License-Identifier: MIT */
#include "harness/sampler.h"

#include "harness/case.h"
#include "harness/clock.h"
#include "harness/random.h"
#include "harness/workload.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double second_ns = 1e9;

struct sampler_rules sampler_rules_for(enum bench_profile profile, bool software)
{
    struct sampler_rules rules = {
        .samples_min = 10,
        .samples_max = 300,
        .target_width = 0.01,
        .gpu_ns_min = 0.005 * second_ns,
        .case_wall_ns_max = 2 * second_ns,
        .raise_ns_min = 1 * second_ns,
        .raise_ns_max = 5 * second_ns,
        .warmup_ns_max = 2 * second_ns,
        .warmup_change = 0.01,
        .ticks_min = 1000,
        .inner_ns_max = 0.1 * second_ns,
    };
    if (profile == BENCH_QUICK) {
        rules.samples_max = 200;
        rules.gpu_ns_min = 0.001 * second_ns;
        rules.case_wall_ns_max = 0.25 * second_ns;
        rules.raise_ns_min = 0.5 * second_ns;
        rules.raise_ns_max = 2 * second_ns;
        rules.warmup_ns_max = 0.5 * second_ns;
    }
    if (software) {
        rules.raise_ns_min = rules.raise_ns_max = rules.warmup_ns_max = 0;
        rules.case_wall_ns_max *= 0.5;
    }
    return rules;
}

/* One group while it runs. */
struct group {
    const struct sampler_params *params;
    const struct plan_group *plan;
    struct sampler_outcome *outcome;
    struct bench_workload *workload;
    struct case_run **runs; /* NULL: ended */
    bool *sampling;         /* still wants samples */
    double *shortest_ns;    /* of the executions that were tried */
    struct timer timer;
    struct canary *canary; /* NULL: the clock is not looked after */
    bool clock_known;      /* a load was run before in this run */
    size_t *order;
    uint64_t random;
};

static bool interrupted(const struct sampler_params *params)
{
    return params->interrupted && *params->interrupted;
}

static bool outcome_init(struct sampler_outcome *outcome, const struct plan_group *group)
{
    *outcome = (struct sampler_outcome){ 0 };
    outcome->results = calloc(group->case_count ? group->case_count : 1, sizeof(*outcome->results));
    if (!outcome->results) {
        outcome->workload_failed = true;
        snprintf(outcome->message, sizeof(outcome->message), "no host memory for the results of %s",
                 group->workload_name);
        return false;
    }
    outcome->count = group->case_count;
    for (size_t i = 0; i < group->case_count; i++)
        result_init(&outcome->results[i], group, &group->cases[i]);
    return true;
}

void sampler_outcome_finish(struct sampler_outcome *outcome)
{
    for (size_t i = 0; i < outcome->count; i++)
        result_finish(&outcome->results[i]);
    free(outcome->results);
    workload_destroy(&outcome->workload);
    *outcome = (struct sampler_outcome){ 0 };
}

/* Workload ------------------------------------------------------------------------------------ */

static bool workload_start(struct group *group)
{
    struct sampler_outcome *outcome = group->outcome;
    struct gpu *gpu = group->params->gpu;
    group->workload = workload_create(group->plan, group->params->seed, outcome->message,
                                      sizeof(outcome->message));
    if (!group->workload) {
        outcome->workload_failed = true;
        return false;
    }
    group->workload->scope = gpu_scope_create(gpu);
    const bool uploaded =
        !group->plan->bench->upload || group->plan->bench->upload(group->workload);
    if (uploaded && !gpu_failed(gpu))
        return true;
    for (size_t i = 0; i < outcome->count; i++)
        if (gpu_failed(gpu))
            case_fail_device(&outcome->results[i], gpu_failure(gpu));
        else
            case_fail(&outcome->results[i], BENCH_ERROR, "%s", workload_failure(group->workload));
    outcome->device_unusable = gpu_failed(gpu) && !gpu_recover(gpu);
    return false;
}

static void workload_end(struct group *group)
{
    if (!group->workload)
        return;
    gpu_scope_destroy(&group->workload->scope);
    group->outcome->workload = group->workload;
    group->outcome->facts = workload_facts(group->workload);
}

/* Cases --------------------------------------------------------------------------------------- */

static void case_drop(struct group *group, size_t i)
{
    const enum bench_status status = group->outcome->results[i].status;
    group->sampling[i] = false;
    if (group->params->ended)
        group->params->ended(group->params->progress_context, &group->outcome->results[i]);
    if (gpu_failed(group->params->gpu) && (status == BENCH_DEVICE_LOST || status == BENCH_TIMEOUT))
        group->outcome->device_unusable = true;
    case_destroy(&group->runs[i]);
}

/* Says which case works next; i past the last: none does. */
static void announce(const struct group *group, size_t i, uint32_t round)
{
    const struct sampler_params *params = group->params;
    const bool any = i < group->outcome->count;
    if (params->progress)
        params->progress(params->progress_context, any ? group->outcome->results[i].name : "",
                         round);
}

static bool stopped(const struct group *group)
{
    return group->outcome->device_unusable || interrupted(group->params);
}

static void cases_start(struct group *group)
{
    const struct sampler_params *params = group->params;
    for (size_t i = 0; i < group->plan->case_count && !stopped(group); i++) {
        struct result *result = &group->outcome->results[i];
        announce(group, i, 0);
        group->runs[i] = case_create(params->gpu, &group->plan->cases[i], group->workload, result);
        if (!group->runs[i]) {
            case_fail(result, BENCH_ERROR, "no host memory for the case");
            continue;
        }
        result->timer = group->timer;
        group->sampling[i] = case_start(group->runs[i]);
        if (!group->sampling[i])
            case_drop(group, i);
    }
}

/* How often an execution is repeated for a sample of at least ticks_min ticks. */
static uint32_t repetitions(const struct group *group, double shortest_ns, double longest_ns)
{
    const struct sampler_rules *rules = &group->params->rules;
    const double tick_ns = group->timer.tick_ns;
    const double wanted = ceil(rules->ticks_min * tick_ns / fmax(shortest_ns, tick_ns));
    const double most = floor(rules->inner_ns_max / fmax(longest_ns, tick_ns));
    return (uint32_t)fmax(1, fmin(wanted, most));
}

static void cases_try(struct group *group)
{
    for (size_t i = 0; i < group->plan->case_count && !stopped(group); i++) {
        if (!group->sampling[i])
            continue;
        announce(group, i, 1);
        if (!case_try(group->runs[i], &group->params->rules, &group->shortest_ns[i]))
            case_drop(group, i);
    }
}

/*
 * The GPU cases of a group all take as many repetitions as the shortest of them needs: stamps cost
 * time, and with unequal counts they would cost one case more than another.
 */
static void cases_repeat(struct group *group)
{
    double shortest_ns = INFINITY, longest_ns = 0;
    for (size_t i = 0; i < group->plan->case_count; i++) {
        if (!group->sampling[i] || group->plan->cases[i].variant->kind != BENCH_GPU)
            continue;
        shortest_ns = fmin(shortest_ns, group->shortest_ns[i]);
        longest_ns = fmax(longest_ns, group->shortest_ns[i]);
    }
    for (size_t i = 0; i < group->plan->case_count && !stopped(group); i++) {
        if (!group->sampling[i])
            continue;
        const double own_ns = group->shortest_ns[i];
        const uint32_t inner = group->plan->cases[i].variant->kind == BENCH_GPU
                                   ? repetitions(group, shortest_ns, longest_ns)
                                   : repetitions(group, own_ns, own_ns);
        if (!case_repeat(group->runs[i], inner))
            case_drop(group, i);
    }
}

/* Why a case needs no more samples; NONE when it does. */
static enum result_stop stop_rule(const struct sampler_rules *rules, const struct result *result)
{
    double gpu_ns = 0, wall_ns = 0;
    const size_t count = result->sample_count;
    double *values = malloc((count ? count : 1) * sizeof(*values));
    if (!values)
        return RESULT_STOP_TIME;
    for (size_t i = 0; i < count; i++) {
        const struct result_sample *sample = &result->samples[i];
        gpu_ns += sample->gpu_ns * result->inner_repetitions;
        wall_ns += sample->wall_ns * result->inner_repetitions;
        values[i] = result_uses_wall(result) ? sample->wall_ns : sample->gpu_ns;
    }
    enum result_stop stop = RESULT_STOP_NONE;
    if (count >= rules->samples_max)
        stop = RESULT_STOP_SAMPLES;
    else if ((wall_ns >= rules->case_wall_ns_max && count >= 6) ||
             wall_ns >= 4 * rules->case_wall_ns_max)
        stop = RESULT_STOP_TIME;
    else if (count >= rules->samples_min &&
             (result_uses_wall(result) ? wall_ns : gpu_ns) >= rules->gpu_ns_min) {
        const struct stats_interval interval = stats_median_interval(values, count, 0.95);
        const double half_ns = (interval.high - interval.low) / 2;
        if (half_ns <= rules->target_width * stats_median(values, count))
            stop = RESULT_STOP_CONVERGED;
    }
    free(values);
    return stop;
}

/* Fisher-Yates. */
static void shuffle(struct group *group, size_t count)
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
static bool wants_round(const struct group *group, size_t *active)
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

/*
 * Set-up and checks keep the host busy, and an idle device lowers its clock: a load brings it up
 * again, before the rounds and whenever it has sagged between them.
 */
static void raise_clock(struct group *group, bool before_rounds)
{
    const struct sampler_rules *rules = &group->params->rules;
    double probe_ns = 0;
    if (!group->canary || stopped(group))
        return;
    announce(group, SIZE_MAX, 1);
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

/* All cases in turn, until a turn takes as long as the one before it. */
static void warm_up(struct group *group)
{
    const struct sampler_rules *rules = &group->params->rules;
    const double begin_ns = clock_now_ns();
    double turn_ns = 0, before_ns = 0;
    do {
        before_ns = turn_ns;
        turn_ns = 0;
        for (size_t i = 0; i < group->plan->case_count && !stopped(group); i++) {
            if (!group->runs[i])
                continue;
            announce(group, i, 1);
            if (!case_warm(group->runs[i], &turn_ns))
                case_drop(group, i);
        }
    } while (!stopped(group) && clock_now_ns() - begin_ns < rules->warmup_ns_max &&
             fabs(turn_ns - before_ns) > rules->warmup_change * before_ns);
}

static void rounds_run(struct group *group)
{
    const struct sampler_params *params = group->params;
    size_t active;
    for (uint32_t round = 0; !stopped(group) && wants_round(group, &active); round++) {
        raise_clock(group, false);
        shuffle(group, active);
        for (size_t k = 0; k < active && !stopped(group); k++) {
            const size_t i = group->order[k];
            struct result *result = &group->outcome->results[i];
            announce(group, i, round + 1);
            if (!case_sample(group->runs[i], round, (uint32_t)k)) {
                case_drop(group, i);
                continue;
            }
            if (!group->sampling[i])
                continue;
            result->stop = stop_rule(&params->rules, result);
            group->sampling[i] = result->stop == RESULT_STOP_NONE;
        }
    }
}

/* Check again; what a lost device or an interruption left unmeasured says so. */
static void cases_end(struct group *group)
{
    for (size_t i = 0; i < group->plan->case_count; i++) {
        struct result *result = &group->outcome->results[i];
        if (!group->runs[i] || result->sample_count == 0)
            continue;
        if (result->stop == RESULT_STOP_NONE)
            result->stop = RESULT_STOP_INTERRUPTED;
        announce(group, i, 1);
        if (!group->outcome->device_unusable && !case_end(group->runs[i]))
            case_drop(group, i);
    }
    for (size_t i = 0; group->outcome->device_unusable && i < group->plan->case_count; i++)
        if (!group->outcome->results[i].verified_after)
            case_fail(&group->outcome->results[i], BENCH_SKIPPED,
                      "the device was lost in another case of the group");
    for (size_t i = 0; i < group->plan->case_count; i++)
        case_destroy(&group->runs[i]);
}

static void results_summarize(struct sampler_outcome *outcome)
{
    const struct result *baseline = NULL;
    for (size_t i = 0; i < outcome->count && !baseline; i++)
        if (outcome->results[i].baseline)
            baseline = &outcome->results[i];
    for (size_t i = 0; i < outcome->count; i++)
        if (!result_summarize(&outcome->results[i], baseline))
            case_fail(&outcome->results[i], BENCH_ERROR, "no host memory for the summary");
}

void sampler_group_run(const struct sampler_params *params, const struct plan_group *plan,
                       struct sampler_outcome *outcome)
{
    struct group group = {
        .params = params, .plan = plan, .outcome = outcome, .random = params->seed
    };
    const size_t count = plan->case_count ? plan->case_count : 1;
    if (!outcome_init(outcome, plan))
        return;
    for (const char *at = plan->workload_name; *at; at++)
        group.random = group.random * 31 + (unsigned char)*at;
    group.runs = calloc(count, sizeof(*group.runs));
    group.sampling = calloc(count, sizeof(*group.sampling));
    group.order = calloc(count, sizeof(*group.order));
    group.shortest_ns = calloc(count, sizeof(*group.shortest_ns));
    if (!group.runs || !group.sampling || !group.order || !group.shortest_ns) {
        for (size_t i = 0; i < outcome->count; i++)
            case_fail(&outcome->results[i], BENCH_ERROR, "no host memory to sample the group");
    } else if (workload_start(&group)) {
        timer_measure(params->gpu, &group.timer);
        if (params->canary && params->rules.raise_ns_max > 0) {
            group.clock_known = params->canary->best_ns > 0;
            group.canary = canary_create(params->gpu, params->canary);
        }
        cases_start(&group);
        raise_clock(&group, true);
        cases_try(&group);
        cases_repeat(&group);
        warm_up(&group);
        rounds_run(&group);
        cases_end(&group);
        results_summarize(outcome);
    }
    outcome->interrupted = interrupted(params);
    canary_destroy(&group.canary);
    workload_end(&group);
    free(group.runs);
    free(group.sampling);
    free(group.order);
    free(group.shortest_ns);
}
