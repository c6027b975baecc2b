/* SPDX-License-Identifier: MIT */
#include "harness/engine/measure/case.h"
#include "harness/engine/measure/sampler_private.h"

void sampler_group_drop(struct sampler_group *group, size_t i)
{
    const enum bench_status status = group->outcome->results[i].c.status;
    group->sampling[i] = false;
    if (group->params->ended)
        group->params->ended(group->params->progress_context, &group->outcome->results[i]);
    if (group->params->gpu && gpu_failed(group->params->gpu) &&
        (status == BENCH_DEVICE_LOST || status == BENCH_TIMEOUT))
        group->outcome->device_unusable = true;
    if (status != BENCH_VERIFIED) /* its twin asks which kernels it has */
        case_destroy(&group->runs[i]);
}

void sampler_group_announce(const struct sampler_group *group, size_t i, uint32_t round)
{
    const struct sampler_params *params = group->params;
    const bool any = i < group->outcome->count;
    overhead_step(&group->outcome->overhead, any);
    if (params->progress)
        params->progress(params->progress_context, any ? group->outcome->results[i].c.name : "",
                         round);
}

bool sampler_group_interrupted(const struct sampler_group *group)
{
    const volatile sig_atomic_t *flag = group->params->interrupted;
    return flag && *flag;
}

bool sampler_group_stopped(const struct sampler_group *group)
{
    return group->outcome->device_unusable || sampler_group_interrupted(group);
}

bool sampler_group_samples(const struct sampler_group *group, size_t i)
{
    return group->runs[i] && group->outcome->results[i].c.status == BENCH_OK &&
           group->plan->cases[i].cold == group->cold;
}
