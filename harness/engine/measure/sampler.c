/* SPDX-License-Identifier: MIT */
#include "harness/engine/measure/sampler.h"

#include "harness/base/need.h"
#include "harness/engine/instruments/host_cache.h"
#include "harness/engine/measure/case.h"
#include "harness/engine/measure/input_cache.h"
#include "harness/engine/measure/inputs.h"
#include "harness/engine/measure/sampler_private.h"
#include "harness/engine/measure/throttle.h"
#include "harness/engine/measure/workload.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void outcome_init(struct sampler_results *outcome, const struct plan_group *group)
{
    *outcome = (struct sampler_results){ 0 };
    outcome->results = need_zeroed(group->case_count, sizeof(*outcome->results));
    outcome->count = group->case_count;
    for (size_t i = 0; i < group->case_count; i++)
        result_init(&outcome->results[i], group, &group->cases[i]);
}

void sampler_results_finish(struct sampler_results *outcome)
{
    for (size_t i = 0; i < outcome->count; i++)
        result_finish(&outcome->results[i]);
    free(outcome->results);
    workload_destroy(&outcome->workload);
    *outcome = (struct sampler_results){ 0 };
}

/* Workload ------------------------------------------------------------------------------------ */

static bool workload_start(struct sampler_group *group)
{
    struct sampler_results *outcome = group->outcome;
    struct gpu *gpu = group->params->gpu;
    input_cache_evict(group->params->shelf);
    sampler_clock_load_begin(group);
    group->workload = workload_create_shared(group->plan, group->params->seed, group->params->shelf,
                                             outcome->message, sizeof(outcome->message));
    sampler_clock_load_end(group);
    if (!group->workload) {
        outcome->workload_failed = true;
        return false;
    }
    overhead_enter(&outcome->overhead, OVERHEAD_UPLOAD);
    if (workload_upload(group->workload, gpu))
        return true;
    const struct context *context = &group->workload->context;
    const bool lost = gpu && gpu_failed(gpu);
    for (size_t i = 0; i < outcome->count; i++)
        if (lost)
            case_fail_device(&outcome->results[i], gpu_failure(gpu));
        else
            case_fail(&outcome->results[i], case_status(context_trouble(context)), "%s",
                      context_message(context));
    outcome->device_unusable = lost && !gpu_recover(gpu);
    return false;
}

static void workload_end(struct sampler_group *group)
{
    if (!group->workload)
        return;
    gpu_scope_destroy(&group->workload->context.scope);
    group->outcome->workload = group->workload;
    group->outcome->facts = context_facts(&group->workload->context);
}

/* Cases --------------------------------------------------------------------------------------- */

/* Creates case i and sets it up. There is no run when it has ended; but for a lost device nobody
 * was told of that yet. */
static void case_prepare(struct sampler_group *group, size_t i)
{
    const struct sampler_params *params = group->params;
    struct result *result = &group->outcome->results[i];
    sampler_group_announce(group, i, 0);
    if (sampler_twins_idle(group, i)) {
        case_leave_out(result);
        return;
    }
    if (!sampler_cache_is_ready(group, i))
        return;
    const struct case_tools tools = { group->canary, group->cache, group->host_cache, params->shelf,
                                      &group->outcome->overhead };
    group->runs[i] =
        case_create(params->gpu, &group->plan->cases[i], group->workload, tools, result);
    if (!group->runs[i]) {
        case_fail(result, BENCH_ERROR, "no host memory for the case");
        return;
    }
    result->c.answer_kept_s = (double)context_answer_kept_s(&group->workload->context);
    result->c.tick_ns = group->timer.tick_ns;
    result->c.empty_ns = group->timer.empty_ns;
    if (case_set_up(group->runs[i]))
        return;
    sampler_twins_checked(group, i);
    if (params->gpu && gpu_failed(params->gpu)) /* the group ends with it */
        sampler_group_drop(group, i);
    else
        case_destroy(&group->runs[i]);
}

/* Resets cases first..end-1 to the state before their set-up. */
static void cases_undo(struct sampler_group *group, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++) {
        struct result *result = &group->outcome->results[i];
        case_destroy(&group->runs[i]);
        result_finish(result);
        result_init(result, group->plan, &group->plan->cases[i]);
    }
}

/*
 * Sets up case i, unless that is done (*next is past it), and some of those behind it, whose
 * kernels compile while others are checked. What fails ahead of its turn is no error yet: cases
 * that end badly before it give memory back, and a check wants some for a while. So all that lies
 * ahead is undone, and the rest of the group is set up one by one.
 */
static void cases_prepare(struct sampler_group *group, size_t i, size_t *next)
{
    const size_t count = group->plan->case_count;
    while (*next < count && *next <= i + group->ahead && !sampler_group_stopped(group)) {
        const size_t k = (*next)++;
        case_prepare(group, k);
        if (k == i || group->outcome->results[k].c.status != BENCH_ERROR)
            continue;
        cases_undo(group, i + 1, *next);
        *next = i + 1;
        group->ahead = 0;
    }
}

static const struct workload_others *others_of(struct sampler_group *group)
{
    if (!group->others.tried)
        workload_others_make(&group->others, group->plan, group->params->seed, case_draw(),
                             group->params->gpu);
    return &group->others;
}

/* The first check of case i, where its set-up went well. One that ends with an error while others
 * lie ahead may have wanted the memory that they hold: it starts once more without them. */
static void case_begin(struct sampler_group *group, size_t i, size_t *next)
{
    const struct result *result = &group->outcome->results[i];
    bool again = *next > i + 1;
    while (group->runs[i]) {
        sampler_group_announce(group, i, 0);
        group->sampling[i] = case_start(group->runs[i]);
        sampler_twins_checked(group, i);
        if (group->sampling[i] && !group->plan->cases[i].check &&
            ((!group->plan->verifies && !group->plan->cases[i].variant->api) ||
             case_verify_over(group->runs[i], others_of(group))))
            return;
        if (group->sampling[i] && result->c.status == BENCH_OK) {
            case_verify(group->runs[i], others_of(group));
            sampler_twins_checked(group, i);
        }
        if (!again || result->c.status != BENCH_ERROR || sampler_group_stopped(group))
            break;
        again = false;
        cases_undo(group, i, *next);
        *next = i;
        group->ahead = 0;
        cases_prepare(group, i, next);
    }
    if (!result->left_out)
        sampler_group_drop(group, i);
}

/* Set-up and first check of all cases. With twins nothing is done ahead: what they may write is
 * known by what was checked before them. */
static void cases_start(struct sampler_group *group)
{
    size_t next = 0;
    bool twins = false;
    for (size_t i = 0; i < group->plan->case_count; i++)
        twins = twins || group->plan->cases[i].files;
    group->ahead = twins ? 0 : group->params->ahead;
    for (size_t i = 0; i < group->plan->case_count && !sampler_group_stopped(group); i++) {
        overhead_enter(&group->outcome->overhead, OVERHEAD_SETUP);
        cases_prepare(group, i, &next);
        if (!sampler_group_stopped(group))
            case_begin(group, i, &next);
    }
}

/* Check again; what a lost device or an interruption left unmeasured says so. */
static void cases_end(struct sampler_group *group)
{
    sampler_inputs_spoilt(group);
    for (size_t i = 0; i < group->plan->case_count; i++) {
        struct result *result = &group->outcome->results[i];
        if (!group->runs[i] || result->c.sample_count == 0)
            continue;
        if (result->c.stop == RESULT_STOP_NONE)
            result->c.stop = RESULT_STOP_INTERRUPTED;
        sampler_group_announce(group, i, 1);
        if (!group->outcome->device_unusable &&
            !case_end(group->runs[i], group->params->rules.fresh))
            sampler_group_drop(group, i);
    }
    if (group->params->energy)
        sampler_energy_run(group);
    for (size_t i = 0; group->outcome->device_unusable && i < group->plan->case_count; i++)
        if (!group->outcome->results[i].c.check_after)
            case_fail(&group->outcome->results[i], BENCH_SKIPPED,
                      "the device was lost in another case of the group");
    for (size_t i = 0; i < group->plan->case_count; i++)
        case_destroy(&group->runs[i]);
}

static void results_summarize(struct sampler_group *group)
{
    struct sampler_results *outcome = group->outcome;
    const struct sampler_params *params = group->params;
    for (size_t i = 0; i < outcome->count && params->canary; i++) {
        struct run_clock *clock = &outcome->results[i].c.clock;
        if (group->canary) {
            clock->best_ns = params->canary->best_ns;
            clock->best_alone_ns = params->canary->best_alone_ns;
            clock->best_hz = params->canary->best_hz;
        }
        throttle_mark(&outcome->results[i], params->rules.throttle_share, params->canary);
    }
    for (size_t i = 0; i < outcome->count; i++) {
        const struct plan_case *baseline = plan_baseline(group->plan, i);
        result_summarize(&outcome->results[i],
                         baseline ? &outcome->results[baseline - group->plan->cases] : NULL);
    }
}

/*
 * Hot cases first, then cold ones: a sweep leaves even the commands and their arguments outside of
 * the caches, and a hot case beside it would not be hot.
 */
static void cases_sample(struct sampler_group *group)
{
    for (int cold = 0; cold < 2; cold++) {
        group->cold = cold;
        overhead_enter(&group->outcome->overhead, OVERHEAD_WARMUP);
        sampler_clock_warm_up(group);
        overhead_enter(&group->outcome->overhead, OVERHEAD_ROUNDS);
        sampler_rounds_run(group);
    }
}

static void samples_count(struct sampler_results *outcome)
{
    for (size_t i = 0; i < outcome->count; i++) {
        const struct result *result = &outcome->results[i];
        outcome->overhead.spent.samples += (double)result->c.sample_count;
        if (result->c.sample_count > 0)
            outcome->overhead.spent.excluded_ns += result->aside_ns;
        for (size_t k = 0; k < result->c.sample_count; k++)
            outcome->overhead.spent.sampled_ns +=
                result->c.samples[k].wall_ns * result->c.inner_repetitions;
    }
}

/* On a device whose stamps cannot be true no case has a time by them. */
static void timer_start(struct sampler_group *group)
{
    struct gpu *gpu = group->params->gpu;
    if (timer_measure(gpu, &group->timer) || !gpu || gpu_failure(gpu)->result != GPU_CLOCK)
        return;
    for (size_t i = 0; i < group->plan->case_count; i++)
        if (group->plan->cases[i].variant->kind != BENCH_CPU)
            case_fail_device(&group->outcome->results[i], gpu_failure(gpu));
    gpu_recover(gpu);
}

/* False when there is no workload. */
static bool group_start(struct sampler_group *group)
{
    const struct sampler_params *params = group->params;
    timer_start(group);
    if (params->canary && params->gpu)
        group->canary = canary_create(params->gpu, params->canary, group->timer.tick_ns);
    return workload_start(group);
}

void sampler_group_run(const struct sampler_params *params, const struct plan_group *plan,
                       struct sampler_results *outcome)
{
    struct sampler_group group = {
        .params = params, .plan = plan, .outcome = outcome, .random = params->seed
    };
    const size_t count = plan->case_count;
    outcome_init(outcome, plan);
    overhead_enter(&outcome->overhead, OVERHEAD_WORKLOAD);
    group.random += params->launch * UINT64_C(0x9E3779B97F4A7C15);
    for (const char *at = plan->workload_name; *at; at++)
        group.random = group.random * 31 + (unsigned char)*at;
    group.runs = need_zeroed(count, sizeof(*group.runs));
    group.sampling = need_zeroed(count, sizeof(*group.sampling));
    group.order = need_zeroed(2 * count, sizeof(*group.order)); /* its cases, and their probes */
    group.typical_ns = need_zeroed(count, sizeof(*group.typical_ns));
    if (group_start(&group)) {
        overhead_enter(&outcome->overhead, OVERHEAD_SETUP);
        sampler_cache_start(&group);
        sampler_twins_start(&group);
        cases_start(&group);
        sampler_probes_start(&group);
        overhead_enter(&outcome->overhead, OVERHEAD_WARMUP);
        sampler_try(&group);
        sampler_settle(&group);
        cases_sample(&group);
        overhead_enter(&outcome->overhead, OVERHEAD_CHECKS);
        sampler_probes_end(&group);
        cases_end(&group);
        results_summarize(&group);
    }
    outcome->interrupted = sampler_group_interrupted(&group);
    canary_destroy(&group.canary);
    cache_destroy(&group.cache);
    host_cache_destroy(&group.host_cache);
    inputs_destroy(&group.inputs);
    workload_others_finish(&group.others);
    workload_end(&group);
    samples_count(outcome);
    overhead_end(&outcome->overhead);
    free(group.runs);
    free(group.sampling);
    free(group.order);
    free(group.typical_ns);
}
