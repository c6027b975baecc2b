/* SPDX-License-Identifier: MIT */
#include "bench/ceilings/ceilings.h"

uint32_t ceilings_amount_for(const struct gpu_scope *scope, uint32_t discrete, uint32_t integrated,
                             uint32_t software)
{
    const struct gpu_info *info = gpu_info(gpu_scope_device(scope));
    if (!info || gpu_info_is_software(info))
        return software;
    return info->kind == GPU_DISCRETE || info->kind == GPU_VIRTUAL ? discrete : integrated;
}
