/* SPDX-License-Identifier: MIT */
#include "harness/cli/session/measurer.h"

#include "harness/base/trouble.h"
#include "harness/engine/session/pipeline_store.h"

static struct gpu *device_open(const struct gpu_params *params, enum gpu_result *result)
{
    struct gpu *gpu = gpu_create(params, result, trouble_buffer());
    pipeline_store_load(gpu);
    return gpu;
}

static void device_close(struct gpu **gpu)
{
    pipeline_store_save(*gpu);
    gpu_destroy(gpu);
}

const struct measurer measurer_sampler = {
    .list = gpu_list,
    .open = device_open,
    .close = device_close,
    .run = sampler_group_run,
};
