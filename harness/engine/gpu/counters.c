/* SPDX-License-Identifier: MIT */
#include "harness/base/need.h"
#include "harness/engine/gpu/engine.h"
#include "harness/engine/gpu/private.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

/* How long another process may hold the lock. */
static const uint64_t lock_ns = UINT64_C(2) * 1000 * 1000 * 1000;

struct gpu_counter_list {
    struct gpu_counter *counters;
    VkPerformanceCounterStorageKHR *storages;
    uint32_t count;
    bool locked;
};

/* The device's counters ------------------------------------------------------------------------ */

bool gpu_counters_can(VkPhysicalDevice physical)
{
    struct core_features core;
    gpu_core_features_read(physical, &core);
    return vkEnumeratePhysicalDeviceQueueFamilyPerformanceQueryCountersKHR &&
           gpu_extension_has(physical, EXTENSION_COUNTERS) && core.vulkan12.hostQueryReset;
}

static const struct unit {
    const char *name;
    bool is_rate;
} units[] = {
    [VK_PERFORMANCE_COUNTER_UNIT_GENERIC_KHR] = { "", false },
    [VK_PERFORMANCE_COUNTER_UNIT_PERCENTAGE_KHR] = { "%", true },
    [VK_PERFORMANCE_COUNTER_UNIT_NANOSECONDS_KHR] = { "ns", false },
    [VK_PERFORMANCE_COUNTER_UNIT_BYTES_KHR] = { "bytes", false },
    [VK_PERFORMANCE_COUNTER_UNIT_BYTES_PER_SECOND_KHR] = { "bytes/s", true },
    [VK_PERFORMANCE_COUNTER_UNIT_KELVIN_KHR] = { "K", true },
    [VK_PERFORMANCE_COUNTER_UNIT_WATTS_KHR] = { "W", true },
    [VK_PERFORMANCE_COUNTER_UNIT_VOLTS_KHR] = { "V", true },
    [VK_PERFORMANCE_COUNTER_UNIT_AMPS_KHR] = { "A", true },
    [VK_PERFORMANCE_COUNTER_UNIT_HERTZ_KHR] = { "Hz", true },
    [VK_PERFORMANCE_COUNTER_UNIT_CYCLES_KHR] = { "cycles", false },
};

bool gpu_counters_start(struct gpu *gpu)
{
    static const struct unit unknown = { "", true };
    struct gpu_counter_list *list = need_zeroed(1, sizeof(*list));
    gpu->counters = list;
    vkEnumeratePhysicalDeviceQueueFamilyPerformanceQueryCountersKHR(gpu->physical, gpu->family,
                                                                    &list->count, NULL, NULL);
    OWNED VkPerformanceCounterKHR *counters = need_zeroed(list->count, sizeof(*counters));
    OWNED VkPerformanceCounterDescriptionKHR *words = need_zeroed(list->count, sizeof(*words));
    list->counters = need_zeroed(list->count, sizeof(*list->counters));
    list->storages = need_zeroed(list->count, sizeof(*list->storages));
    for (uint32_t i = 0; i < list->count; i++) {
        counters[i].sType = VK_STRUCTURE_TYPE_PERFORMANCE_COUNTER_KHR;
        words[i].sType = VK_STRUCTURE_TYPE_PERFORMANCE_COUNTER_DESCRIPTION_KHR;
    }
    VkResult result = vkEnumeratePhysicalDeviceQueueFamilyPerformanceQueryCountersKHR(
        gpu->physical, gpu->family, &list->count, counters, words);
    for (uint32_t i = 0; i < list->count && result >= VK_SUCCESS; i++) {
        struct gpu_counter *read = &list->counters[i];
        const size_t unit = counters[i].unit;
        const struct unit *known =
            unit < sizeof(units) / sizeof(units[0]) ? &units[unit] : &unknown;
        snprintf(read->name, sizeof(read->name), "%s", words[i].name);
        snprintf(read->category, sizeof(read->category), "%s", words[i].category);
        snprintf(read->description, sizeof(read->description), "%s", words[i].description);
        read->unit = known->name;
        read->is_rate = known->is_rate;
        read->per_command = counters[i].scope == VK_PERFORMANCE_COUNTER_SCOPE_COMMAND_KHR;
        list->storages[i] = counters[i].storage;
    }
    if (result < VK_SUCCESS)
        return CHECK(gpu, result,
                     "vkEnumeratePhysicalDeviceQueueFamilyPerformanceQueryCountersKHR");
    const VkAcquireProfilingLockInfoKHR info = {
        .sType = VK_STRUCTURE_TYPE_ACQUIRE_PROFILING_LOCK_INFO_KHR, .timeout = lock_ns
    };
    result = gpu->vk.vkAcquireProfilingLockKHR(gpu->device, &info);
    list->locked = result == VK_SUCCESS;
    if (result == VK_TIMEOUT)
        return gpu_fail(gpu, GPU_ERROR,
                        "another process holds the device's profiling lock: let it end, or leave "
                        "out --counters");
    return CHECK(gpu, result, "vkAcquireProfilingLockKHR");
}

void gpu_counters_finish(struct gpu *gpu)
{
    struct gpu_counter_list *list = gpu->counters;
    if (!list)
        return;
    if (list->locked && gpu->failure.result != GPU_TIMEOUT)
        gpu->vk.vkReleaseProfilingLockKHR(gpu->device);
    free(list->counters);
    free(list->storages);
    free(list);
    gpu->counters = NULL;
}

size_t gpu_counters(const struct gpu *gpu, const struct gpu_counter **counters)
{
    const struct gpu_counter_list *list = gpu ? gpu->counters : NULL;
    *counters = list ? list->counters : NULL;
    return list ? list->count : 0;
}

/* Queries -------------------------------------------------------------------------------------- */

static VkQueryPoolPerformanceCreateInfoKHR chosen_info(const struct gpu *gpu,
                                                       const uint32_t *chosen, size_t count)
{
    return (VkQueryPoolPerformanceCreateInfoKHR){
        .sType = VK_STRUCTURE_TYPE_QUERY_POOL_PERFORMANCE_CREATE_INFO_KHR,
        .queueFamilyIndex = gpu->family,
        .counterIndexCount = (uint32_t)count,
        .pCounterIndices = chosen,
    };
}

size_t gpu_counters_together(struct gpu *gpu, const uint32_t *chosen, size_t count)
{
    size_t together = 0;
    if (!gpu || !gpu->counters)
        return 0;
    while (together < count && together < GPU_COUNTERS_TOGETHER_MAX) {
        const VkQueryPoolPerformanceCreateInfoKHR info = chosen_info(gpu, chosen, together + 1);
        uint32_t passes = 0;
        vkGetPhysicalDeviceQueueFamilyPerformanceQueryPassesKHR(gpu->physical, &info, &passes);
        if (passes != 1)
            break;
        together++;
    }
    return together;
}

VkQueryPool gpu_counters_pool(struct gpu *gpu, const struct gpu_trace_params *params,
                              uint32_t queries)
{
    VkQueryPool pool = VK_NULL_HANDLE;
    const VkQueryPoolPerformanceCreateInfoKHR chosen =
        chosen_info(gpu, params->counters, params->counter_count);
    const VkQueryPoolCreateInfo info = { .sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                         .pNext = &chosen,
                                         .queryType = VK_QUERY_TYPE_PERFORMANCE_QUERY_KHR,
                                         .queryCount = queries };
    return VK(gpu, vkCreateQueryPool(gpu->device, &info, NULL, &pool)) ? pool : VK_NULL_HANDLE;
}

bool gpu_counters_result(struct gpu *gpu, VkQueryPool pool, uint32_t query,
                         const struct gpu_trace_params *params, double *counts)
{
    VkPerformanceCounterResultKHR results[GPU_COUNTERS_TOGETHER_MAX];
    const size_t bytes = params->counter_count * sizeof(results[0]);
    assert(params->counter_count <= GPU_COUNTERS_TOGETHER_MAX);
    if (!VK(gpu, vkGetQueryPoolResults(gpu->device, pool, query, 1, bytes, results, bytes,
                                       VK_QUERY_RESULT_WAIT_BIT)))
        return false;
    for (size_t i = 0; i < params->counter_count; i++) {
        const VkPerformanceCounterResultKHR *own = &results[i];
        switch (gpu->counters->storages[params->counters[i]]) {
        case VK_PERFORMANCE_COUNTER_STORAGE_INT32_KHR: counts[i] = own->int32; break;
        case VK_PERFORMANCE_COUNTER_STORAGE_INT64_KHR: counts[i] = (double)own->int64; break;
        case VK_PERFORMANCE_COUNTER_STORAGE_UINT32_KHR: counts[i] = own->uint32; break;
        case VK_PERFORMANCE_COUNTER_STORAGE_UINT64_KHR: counts[i] = (double)own->uint64; break;
        case VK_PERFORMANCE_COUNTER_STORAGE_FLOAT32_KHR: counts[i] = (double)own->float32; break;
        default: counts[i] = own->float64;
        }
    }
    return true;
}
