/* SPDX-License-Identifier: MIT */
#include "harness/engine/cpu/cpu.h"

#include <stdio.h>

void cpu_device_info(struct gpu_info *info)
{
    struct cpu_host host;
    cpu_host_read(&host, "");
    *info = (struct gpu_info){
        .index = -1,
        .kind = GPU_HOST,
        .usable = true,
        .uuid = "00000000000000000000000000000000",
        .driver_uuid = "00000000000000000000000000000000",
        .driver_name = "no Vulkan device",
        .api_version = "0.0.0",
    };
    snprintf(info->name, sizeof(info->name), "%s", *host.model ? host.model : "CPU");
}

bool cpu_device_is_host(const struct gpu_info *info)
{
    return info->kind == GPU_HOST;
}
