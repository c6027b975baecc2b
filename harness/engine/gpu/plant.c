/* SPDX-License-Identifier: MIT */
#include "harness/base/need.h"
#include "harness/engine/gpu/private.h"

#include <stdio.h>
#include <string.h>

void gpu_fault_plant(struct gpu *gpu, enum gpu_result result)
{
    if (gpu)
        gpu->planted = result;
}

bool gpu_fault_strikes(struct gpu *gpu, enum gpu_result result, const char *call)
{
    if (gpu->planted == GPU_OK || gpu->planted != result)
        return false;
    gpu->planted = GPU_OK;
    gpu_fail_format(gpu, result, "%s failed: %s (planted by CLAIMCHECK_FAULT)", call,
                    gpu_result_name(result));
    return true;
}

void gpu_fault_step(struct gpu *gpu, enum gpu_step_fault fault, uint32_t step)
{
    if (!gpu)
        return;
    gpu->step.fault = fault;
    gpu->step.step = step;
    gpu->step.seen = 0;
    gpu->step.list_bytes = 0;
    if (gpu->step.list)
        *gpu->step.list = 0;
}

uint32_t gpu_fault_step_end(struct gpu *gpu)
{
    if (!gpu)
        return 0;
    gpu->step.fault = GPU_STEP_NONE;
    return gpu->step.seen;
}

const char *gpu_fault_step_name(const struct gpu *gpu)
{
    return gpu->step.name;
}

const char *gpu_fault_steps(const struct gpu *gpu)
{
    return gpu->step.list ? gpu->step.list : "";
}

bool gpu_fault_step_reach(struct gpu *gpu, const char *name, uint32_t groups[3])
{
    const bool shortens = gpu->step.fault == GPU_STEP_SHORT;
    if (gpu->step.fault == GPU_STEP_LIST) {
        const size_t bytes = strlen(name) + sizeof("+\n");
        if (gpu->step.list_bytes + bytes > gpu->step.list_room) {
            gpu->step.list_room = 2 * (gpu->step.list_bytes + bytes);
            gpu->step.list = need_again(gpu->step.list, gpu->step.list_room);
        }
        snprintf(gpu->step.list + gpu->step.list_bytes, bytes, "%c%s\n", groups ? '+' : '-', name);
        gpu->step.list_bytes += bytes - 1;
        gpu->step.seen++;
        return false;
    }
    if (gpu->step.fault == GPU_STEP_NONE || (shortens && !groups))
        return false;
    if (++gpu->step.seen != gpu->step.step)
        return false;
    snprintf(gpu->step.name, sizeof(gpu->step.name), "%s", name);
    int along = 0;
    while (shortens && along < 2 && groups[along] < 2)
        along++;
    along = shortens && groups[along] < 2 ? 0 : along;
    if (shortens && groups[along] > 0)
        groups[along]--;
    return !shortens;
}
