/* SPDX-License-Identifier: MIT */
/*
 * counters_layer.c: a Vulkan layer that plays a driver with VK_KHR_performance_query: of each
 * command between the begin and the end of a query it makes up counts that a test can foretell.
 * What the specification forbids, and what is left open at the end, it says on standard error.
 *
 * Counters: invocations of direct dispatches (groups, as groups are all that it sees), fills, the
 * share of dispatches in percent, watts, and two that no trace can have: one of whole command
 * buffers, and one that needs two passes. At most three go together. With
 * CLAIMCHECK_COUNTERS=locked another process holds the lock.
 */
#include "tests/engine/gpu/layer.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNTERS = 6, TOGETHER_MAX = 3, QUERIES_MAX = 256 };
enum { GROUPS, FILLS, SHARE, POWER, WHOLE, TWICE };

static const struct {
    const char *name, *category;
    VkPerformanceCounterUnitKHR unit;
    VkPerformanceCounterScopeKHR scope;
    VkPerformanceCounterStorageKHR storage;
} counters[COUNTERS] = {
    { "Work-groups", "compute", VK_PERFORMANCE_COUNTER_UNIT_GENERIC_KHR,
      VK_PERFORMANCE_COUNTER_SCOPE_COMMAND_KHR, VK_PERFORMANCE_COUNTER_STORAGE_UINT64_KHR },
    { "Fills", "transfer", VK_PERFORMANCE_COUNTER_UNIT_GENERIC_KHR,
      VK_PERFORMANCE_COUNTER_SCOPE_COMMAND_KHR, VK_PERFORMANCE_COUNTER_STORAGE_INT32_KHR },
    { "Dispatches' share", "compute", VK_PERFORMANCE_COUNTER_UNIT_PERCENTAGE_KHR,
      VK_PERFORMANCE_COUNTER_SCOPE_COMMAND_KHR, VK_PERFORMANCE_COUNTER_STORAGE_FLOAT32_KHR },
    { "Power \x1b[31m", "board", VK_PERFORMANCE_COUNTER_UNIT_WATTS_KHR,
      VK_PERFORMANCE_COUNTER_SCOPE_COMMAND_KHR, VK_PERFORMANCE_COUNTER_STORAGE_FLOAT64_KHR },
    { "Whole buffers", "board", VK_PERFORMANCE_COUNTER_UNIT_CYCLES_KHR,
      VK_PERFORMANCE_COUNTER_SCOPE_COMMAND_BUFFER_KHR, VK_PERFORMANCE_COUNTER_STORAGE_INT64_KHR },
    { "Needs two passes", "board", VK_PERFORMANCE_COUNTER_UNIT_BYTES_KHR,
      VK_PERFORMANCE_COUNTER_SCOPE_COMMAND_KHR, VK_PERFORMANCE_COUNTER_STORAGE_UINT32_KHR },
};

/* A pool of the layer; the driver's pools are separate. */
struct pool {
    uint32_t chosen[COUNTERS], count, queries;
    struct {
        bool reset, ended;
        uint64_t groups, fills, dispatches, commands;
    } query[QUERIES_MAX];
    struct pool *next;
};

static PFN_vkGetPhysicalDeviceFeatures2 next_features;
static PFN_vkEnumerateDeviceExtensionProperties next_extensions;
static struct pool *pools;
static bool locked;
static struct pool *open_pool; /* the query that is begun */
static uint32_t open_query;

static void broken(const char *what)
{
    fprintf(stderr, "counters layer: %s\n", what);
}

static struct pool *pool_of(VkQueryPool handle)
{
    struct pool *pool = pools;
    while (pool && (uintptr_t)pool != (uintptr_t)handle)
        pool = pool->next;
    return pool;
}

/* Properties of the device -------------------------------------------------------------------- */

static VKAPI_ATTR VkResult VKAPI_CALL list_counters(VkPhysicalDevice physical, uint32_t family,
                                                    uint32_t *count, VkPerformanceCounterKHR *list,
                                                    VkPerformanceCounterDescriptionKHR *words)
{
    if (!list) {
        *count = COUNTERS;
        return VK_SUCCESS;
    }
    *count = *count < COUNTERS ? *count : COUNTERS;
    for (uint32_t i = 0; i < *count; i++) {
        list[i].unit = counters[i].unit;
        list[i].scope = counters[i].scope;
        list[i].storage = counters[i].storage;
        snprintf(words[i].name, sizeof(words[i].name), "%s", counters[i].name);
        snprintf(words[i].category, sizeof(words[i].category), "%s", counters[i].category);
        snprintf(words[i].description, sizeof(words[i].description), "made up");
    }
    return *count < COUNTERS ? VK_INCOMPLETE : VK_SUCCESS;
}

static VKAPI_ATTR void VKAPI_CALL list_passes(VkPhysicalDevice physical,
                                              const VkQueryPoolPerformanceCreateInfoKHR *info,
                                              uint32_t *passes)
{
    *passes = (info->counterIndexCount + TOGETHER_MAX - 1) / TOGETHER_MAX;
    for (uint32_t i = 0; i < info->counterIndexCount; i++)
        if (info->pCounterIndices[i] == TWICE)
            *passes = 2;
}

static VKAPI_ATTR void VKAPI_CALL features(VkPhysicalDevice physical,
                                           VkPhysicalDeviceFeatures2 *all)
{
    next_features(physical, all);
    for (VkBaseOutStructure *at = (VkBaseOutStructure *)all; at; at = at->pNext)
        if (at->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PERFORMANCE_QUERY_FEATURES_KHR)
            ((VkPhysicalDevicePerformanceQueryFeaturesKHR *)at)->performanceCounterQueryPools =
                VK_TRUE;
}

static VKAPI_ATTR VkResult VKAPI_CALL extensions(VkPhysicalDevice physical, const char *layer,
                                                 uint32_t *count, VkExtensionProperties *list)
{
    static const VkExtensionProperties own = { VK_KHR_PERFORMANCE_QUERY_EXTENSION_NAME,
                                               VK_KHR_PERFORMANCE_QUERY_SPEC_VERSION };
    return layer ? next_extensions(physical, layer, count, list)
                 : extension_add(next_extensions, physical, &own, count, list);
}

/* The lock ------------------------------------------------------------------------------------- */

static VKAPI_ATTR VkResult VKAPI_CALL lock(VkDevice of, const VkAcquireProfilingLockInfoKHR *info)
{
    const char *planted = getenv("CLAIMCHECK_COUNTERS");
    if (planted && strcmp(planted, "locked") == 0)
        return VK_TIMEOUT;
    if (locked)
        broken("the lock is taken twice");
    locked = true;
    return VK_SUCCESS;
}

static VKAPI_ATTR void VKAPI_CALL unlock(VkDevice of)
{
    if (!locked)
        broken("a lock is released that nobody holds");
    locked = false;
}

/* Queries -------------------------------------------------------------------------------------- */

static VKAPI_ATTR VkResult VKAPI_CALL pool_create(VkDevice of, const VkQueryPoolCreateInfo *info,
                                                  const VkAllocationCallbacks *callbacks,
                                                  VkQueryPool *handle)
{
    if (info->queryType != VK_QUERY_TYPE_PERFORMANCE_QUERY_KHR)
        return NEXT(vkCreateQueryPool)(of, info, callbacks, handle);
    const VkQueryPoolPerformanceCreateInfoKHR *chosen = info->pNext;
    struct pool *pool = calloc(1, sizeof(*pool));
    uint32_t passes = 0;
    if (!pool || info->queryCount > QUERIES_MAX)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    list_passes(VK_NULL_HANDLE, chosen, &passes);
    if (passes != 1)
        broken("a pool of counters that need more than one pass");
    pool->count = chosen->counterIndexCount;
    for (uint32_t i = 0; i < pool->count; i++) {
        pool->chosen[i] = chosen->pCounterIndices[i];
        if (counters[pool->chosen[i]].scope != VK_PERFORMANCE_COUNTER_SCOPE_COMMAND_KHR)
            broken("a counter of whole command buffers within one");
    }
    pool->queries = info->queryCount;
    pool->next = pools;
    pools = pool;
    *handle = (VkQueryPool)(uintptr_t)pool;
    return VK_SUCCESS;
}

static VKAPI_ATTR void VKAPI_CALL pool_destroy(VkDevice of, VkQueryPool handle,
                                               const VkAllocationCallbacks *callbacks)
{
    struct pool *pool = pool_of(handle);
    if (!pool) {
        NEXT(vkDestroyQueryPool)(of, handle, callbacks);
        return;
    }
    for (struct pool **at = &pools; *at; at = &(*at)->next)
        if (*at == pool) {
            *at = pool->next;
            break;
        }
    free(pool);
}

static VKAPI_ATTR void VKAPI_CALL pool_reset(VkDevice of, VkQueryPool handle, uint32_t first,
                                             uint32_t count)
{
    struct pool *pool = pool_of(handle);
    if (!pool)
        NEXT(vkResetQueryPool)(of, handle, first, count);
    for (uint32_t i = first; pool && i < first + count && i < QUERIES_MAX; i++) {
        memset(&pool->query[i], 0, sizeof(pool->query[i]));
        pool->query[i].reset = true;
    }
}

static VKAPI_ATTR void VKAPI_CALL pool_reset_recorded(VkCommandBuffer commands, VkQueryPool handle,
                                                      uint32_t first, uint32_t count)
{
    if (pool_of(handle))
        broken("a reset within a command buffer that counts");
    else
        NEXT(vkCmdResetQueryPool)(commands, handle, first, count);
}

static VKAPI_ATTR void VKAPI_CALL query_begin(VkCommandBuffer commands, VkQueryPool handle,
                                              uint32_t query, VkQueryControlFlags flags)
{
    struct pool *pool = pool_of(handle);
    if (!pool) {
        NEXT(vkCmdBeginQuery)(commands, handle, query, flags);
        return;
    }
    if (!locked)
        broken("a query is begun without the lock");
    if (open_pool)
        broken("a query is begun within another");
    if (!pool->query[query].reset)
        broken("a query is begun that was not reset");
    pool->query[query].reset = false;
    open_pool = pool;
    open_query = query;
}

static VKAPI_ATTR void VKAPI_CALL query_end(VkCommandBuffer commands, VkQueryPool handle,
                                            uint32_t query)
{
    struct pool *pool = pool_of(handle);
    if (!pool) {
        NEXT(vkCmdEndQuery)(commands, handle, query);
        return;
    }
    if (open_pool != pool || open_query != query)
        broken("a query is ended that is not begun");
    pool->query[query].ended = true;
    open_pool = NULL;
}

static VkPerformanceCounterResultKHR counted(const struct pool *pool, uint32_t query,
                                             uint32_t counter)
{
    const double commands = pool->query[query].commands ? (double)pool->query[query].commands : 1;
    VkPerformanceCounterResultKHR result = { 0 };
    if (counter == GROUPS)
        result.uint64 = pool->query[query].groups;
    else if (counter == FILLS)
        result.int32 = (int32_t)pool->query[query].fills;
    else if (counter == SHARE)
        result.float32 = (float)(100 * (double)pool->query[query].dispatches / commands);
    else
        result.float64 = 250.5;
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL results(VkDevice of, VkQueryPool handle, uint32_t first,
                                              uint32_t count, size_t bytes, void *data,
                                              VkDeviceSize stride, VkQueryResultFlags flags)
{
    const struct pool *pool = pool_of(handle);
    if (!pool)
        return NEXT(vkGetQueryPoolResults)(of, handle, first, count, bytes, data, stride, flags);
    if (flags & ~(VkQueryResultFlags)VK_QUERY_RESULT_WAIT_BIT)
        broken("results of counters take no such flag");
    if (stride < pool->count * sizeof(VkPerformanceCounterResultKHR) || bytes < count * stride)
        broken("no room for the results");
    for (uint32_t i = 0; i < count; i++) {
        VkPerformanceCounterResultKHR *to = (void *)((char *)data + i * stride);
        if (!pool->query[first + i].ended)
            broken("results of a query that was not ended");
        for (uint32_t k = 0; k < pool->count; k++)
            to[k] = counted(pool, first + i, pool->chosen[k]);
    }
    return VK_SUCCESS;
}

/* Commands that are counted -------------------------------------------------------------------- */

static void count(uint64_t groups, bool dispatch, bool fill)
{
    if (!open_pool)
        return;
    open_pool->query[open_query].commands++;
    open_pool->query[open_query].groups += groups;
    open_pool->query[open_query].dispatches += dispatch;
    open_pool->query[open_query].fills += fill;
}

static VKAPI_ATTR void VKAPI_CALL dispatch(VkCommandBuffer commands, uint32_t x, uint32_t y,
                                           uint32_t z)
{
    count((uint64_t)x * y * z, true, false);
    NEXT(vkCmdDispatch)(commands, x, y, z);
}

static VKAPI_ATTR void VKAPI_CALL dispatch_indirect(VkCommandBuffer commands, VkBuffer buffer,
                                                    VkDeviceSize offset)
{
    count(0, true, false);
    NEXT(vkCmdDispatchIndirect)(commands, buffer, offset);
}

static VKAPI_ATTR void VKAPI_CALL fill(VkCommandBuffer commands, VkBuffer buffer,
                                       VkDeviceSize offset, VkDeviceSize bytes, uint32_t word)
{
    count(0, false, true);
    NEXT(vkCmdFillBuffer)(commands, buffer, offset, bytes, word);
}

static VKAPI_ATTR void VKAPI_CALL barrier(VkCommandBuffer commands, const VkDependencyInfo *info)
{
    if (open_pool)
        broken("a barrier is counted");
    NEXT(vkCmdPipelineBarrier2)(commands, info);
}

/* The chain ------------------------------------------------------------------------------------ */

void layer_instance_made(void)
{
    next_features = NEXT_INSTANCE(vkGetPhysicalDeviceFeatures2);
    next_extensions = NEXT_INSTANCE(vkEnumerateDeviceExtensionProperties);
}

/* The device below knows neither the extension nor its features: both are taken out. */
VkResult layer_create_device(PFN_vkCreateDevice next, VkPhysicalDevice physical,
                             const VkDeviceCreateInfo *info, const VkAllocationCallbacks *callbacks,
                             VkDevice *created)
{
    VkDeviceCreateInfo without = *info;
    const char **names = calloc(info->enabledExtensionCount + 1, sizeof(*names));
    VkBaseOutStructure *before = (VkBaseOutStructure *)&without, *removed = NULL, *holder = NULL;
    if (!names)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    without.enabledExtensionCount = 0;
    without.ppEnabledExtensionNames = names;
    for (uint32_t i = 0; i < info->enabledExtensionCount; i++)
        if (strcmp(info->ppEnabledExtensionNames[i], VK_KHR_PERFORMANCE_QUERY_EXTENSION_NAME) != 0)
            names[without.enabledExtensionCount++] = info->ppEnabledExtensionNames[i];
    for (; before->pNext && !removed; before = before->pNext)
        if (before->pNext->sType ==
            VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PERFORMANCE_QUERY_FEATURES_KHR) {
            removed = before->pNext;
            holder = before;
            before->pNext = removed->pNext;
            break;
        }
    if (!removed != (without.enabledExtensionCount == info->enabledExtensionCount))
        broken("the extension without its feature, or the feature alone");
    const VkResult result = next(physical, &without, callbacks, created);
    if (removed)
        holder->pNext = removed;
    free(names);
    return result;
}

static VKAPI_ATTR void VKAPI_CALL destroy_device(VkDevice of,
                                                 const VkAllocationCallbacks *callbacks)
{
    if (locked)
        broken("the lock is held at the end");
    if (pools)
        broken("pools are left at the end");
    NEXT(vkDestroyDevice)(of, callbacks);
}

const struct layer_function layer_functions[] = {
    OWN(vkDestroyDevice, destroy_device),
    OWN(vkEnumerateDeviceExtensionProperties, extensions),
    OWN(vkGetPhysicalDeviceFeatures2, features),
    OWN(vkEnumeratePhysicalDeviceQueueFamilyPerformanceQueryCountersKHR, list_counters),
    OWN(vkGetPhysicalDeviceQueueFamilyPerformanceQueryPassesKHR, list_passes),
    OWN(vkAcquireProfilingLockKHR, lock),
    OWN(vkReleaseProfilingLockKHR, unlock),
    OWN(vkCreateQueryPool, pool_create),
    OWN(vkDestroyQueryPool, pool_destroy),
    OWN(vkResetQueryPool, pool_reset),
    OWN(vkCmdResetQueryPool, pool_reset_recorded),
    OWN(vkCmdBeginQuery, query_begin),
    OWN(vkCmdEndQuery, query_end),
    OWN(vkGetQueryPoolResults, results),
    OWN(vkCmdDispatch, dispatch),
    OWN(vkCmdDispatchIndirect, dispatch_indirect),
    OWN(vkCmdFillBuffer, fill),
    OWN(vkCmdPipelineBarrier2, barrier),
    { NULL, NULL },
};
