/* SPDX-License-Identifier: MIT */
#include "harness/engine/instruments/cache.h"
#include "harness/engine/instruments/host_cache.h"
#include "harness/engine/measure/case.h"
#include "harness/engine/measure/sampler_private.h"

#include <stdio.h>

static bool is_cold(const struct plan_case *c, bool on_cpu)
{
    return c->cold && (c->variant->kind == BENCH_CPU) == on_cpu;
}

static bool has_cold(const struct plan_group *plan, bool on_cpu)
{
    for (size_t i = 0; i < plan->case_count; i++)
        if (is_cold(&plan->cases[i], on_cpu))
            return true;
    return false;
}

void sampler_cache_start(struct sampler_group *group)
{
    struct gpu *gpu = group->params->gpu;
    if (has_cold(group->plan, true))
        group->host_cache = host_cache_create();
    if (!gpu || !has_cold(group->plan, false))
        return;
    group->cache = cache_create(gpu);
    if (group->cache)
        return;
    snprintf(group->cache_trouble, sizeof(group->cache_trouble), "%s", gpu_failure(gpu)->message);
    group->outcome->device_unusable = !gpu_recover(gpu);
}

bool sampler_cache_is_ready(const struct sampler_group *group, size_t i)
{
    struct result *result = &group->outcome->results[i];
    const struct plan_case *c = &group->plan->cases[i];
    if (is_cold(c, true) && !group->host_cache)
        case_fail(result, BENCH_UNSUPPORTED, "no sweep of the caches: no host memory");
    if (is_cold(c, false) && !group->cache && group->params->gpu)
        case_fail(result, BENCH_UNSUPPORTED, "no sweep of the caches: %s", group->cache_trouble);
    return result->c.status == BENCH_OK;
}

double sampler_cache_sweep_ns(const struct sampler_group *group, size_t i)
{
    return is_cold(&group->plan->cases[i], true) ? host_cache_sweep_ns(group->host_cache)
                                                 : cache_sweep_ns(group->cache);
}

static void proof_take(struct sampler_group *group, const struct run_cache_proof *proof,
                       bool on_cpu)
{
    for (size_t i = 0; i < group->outcome->count; i++)
        if (is_cold(&group->plan->cases[i], on_cpu))
            group->outcome->results[i].c.cache_proof = *proof;
}

void sampler_cache_check(struct sampler_group *group)
{
    struct run_cache_proof proof;
    struct gpu *gpu = group->params->gpu;
    if (group->host_cache && !sampler_group_stopped(group)) {
        sampler_group_announce(group, SIZE_MAX, 1);
        host_cache_prove(group->host_cache, &proof);
        proof_take(group, &proof, true);
    }
    if (!group->cache || sampler_group_stopped(group))
        return;
    sampler_group_announce(group, SIZE_MAX, 1);
    if (cache_prove(gpu, group->cache, &proof))
        proof_take(group, &proof, false);
    else
        group->outcome->device_unusable = !gpu_recover(gpu);
}
