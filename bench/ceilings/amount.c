/* SPDX-License-Identifier: MIT */
#include "bench/ceilings/ceilings.h"

enum {
    ROW = 64,               /* visits.glsl */
    GROUPS_X_MAX = 1 << 14, /* any device has so many */
    SOFTWARE_BYTES_MAX = 1 << 25,
    CACHED_BYTES_MAX = 1 << 21, /* of a set that the last cache of any device holds */
};

uint32_t ceilings_amount_for(const struct gpu_scope *scope, uint32_t discrete, uint32_t integrated,
                             uint32_t software)
{
    const struct gpu_info *info = gpu_info(gpu_scope_device(scope));
    if (!info || gpu_info_is_software(info))
        return software;
    return info->kind == GPU_DISCRETE || info->kind == GPU_VIRTUAL ? discrete : integrated;
}

const char *ceilings_refusal(const struct gpu_scope *scope, uint64_t bytes, uint32_t sets)
{
    const struct gpu_info *info = gpu_info(gpu_scope_device(scope));
    if (info && gpu_info_is_software(info) && bytes > SOFTWARE_BYTES_MAX)
        return "a set of more than 32 MiB takes long on a CPU and says nothing";
    if (info && (double)bytes * sets <= 0.9 * (double)info->limits.memory_bytes)
        return NULL;
    return sets == 1 ? "the device has too little memory for such a set"
                     : "the device has too little memory for two such sets";
}

struct ceilings_visits ceilings_visits_plan(uint64_t visits, uint64_t blocks, uint64_t bytes)
{
    struct ceilings_visits plan = { .push = { .each = bytes <= CACHED_BYTES_MAX ? 16 : 4 } };
    while (plan.push.each > 1 && visits % (ROW * plan.push.each) != 0)
        plan.push.each /= 2;
    const uint32_t groups = (uint32_t)((visits + plan.push.each - 1) / plan.push.each);
    uint32_t rows = 1; /* no longer than any device allows */
    while (groups % rows != 0 || groups / rows > GROUPS_X_MAX)
        rows++;
    plan.groups[0] = groups / rows;
    plan.groups[1] = rows;
    plan.groups[2] = 1;
    while (UINT64_C(1) << plan.push.shift < blocks)
        plan.push.shift++;
    plan.passes = (uint32_t)(visits / blocks);
    plan.constant = UINT64_C(1) << plan.push.shift == blocks ? 0 : (uint32_t)blocks;
    return plan;
}
