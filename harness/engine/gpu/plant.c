/* SPDX-License-Identifier: MIT */
#include "harness/engine/gpu/private.h"

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
