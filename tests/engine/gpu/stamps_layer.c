/* SPDX-License-Identifier: MIT */
/*
 * stamps_layer.c: a device whose timestamps are wrong, for tests: a layer of Vulkan.
 * CLAIMCHECK_STAMPS=MODE[:NUMBER] says how: `period:N` states a period of N ns, which the ticks do
 * not have; `back` puts every seventh stamp 10 s before it was; `zero` makes every seventh 0;
 * `coarse:N` counts in steps of N ticks.
 */
#include "tests/engine/gpu/layer.h"

#include <stdint.h>
#include <stdlib.h>

enum { QUERY_POOLS = 4096, EVERY = 7 };

static VkQueryPool counted[QUERY_POOLS]; /* pools of something else than timestamps */
static size_t counted_count;
static unsigned reads;
static PFN_vkGetPhysicalDeviceProperties next_properties;
static PFN_vkGetPhysicalDeviceProperties2 next_properties_2;

void layer_instance_made(void)
{
    next_properties = NEXT_INSTANCE(vkGetPhysicalDeviceProperties);
    next_properties_2 = NEXT_INSTANCE(vkGetPhysicalDeviceProperties2);
}

/* The number behind MODE; 0 where there is none. False in another mode. */
static int mode_is(const char *name, double *number)
{
    const char *mode = getenv("CLAIMCHECK_STAMPS");
    const size_t length = strlen(name);
    if (!mode || strncmp(mode, name, length) != 0)
        return 0;
    *number = mode[length] == ':' ? strtod(mode + length + 1, NULL) : 0;
    return 1;
}

static void period_change(VkPhysicalDeviceProperties *properties)
{
    double period_ns;
    if (mode_is("period", &period_ns))
        properties->limits.timestampPeriod = (float)period_ns;
}

static VKAPI_ATTR void VKAPI_CALL properties_get(VkPhysicalDevice physical,
                                                 VkPhysicalDeviceProperties *properties)
{
    next_properties(physical, properties);
    period_change(properties);
}

static VKAPI_ATTR void VKAPI_CALL properties_get_2(VkPhysicalDevice physical,
                                                   VkPhysicalDeviceProperties2 *properties)
{
    next_properties_2(physical, properties);
    period_change(&properties->properties);
}

static VKAPI_ATTR VkResult VKAPI_CALL pool_create(VkDevice owner, const VkQueryPoolCreateInfo *info,
                                                  const VkAllocationCallbacks *callbacks,
                                                  VkQueryPool *pool)
{
    const VkResult result = NEXT(vkCreateQueryPool)(owner, info, callbacks, pool);
    if (result == VK_SUCCESS && info->queryType != VK_QUERY_TYPE_TIMESTAMP &&
        counted_count < QUERY_POOLS)
        counted[counted_count++] = *pool;
    return result;
}

static uint64_t stamp_change(uint64_t stamp)
{
    double number;
    const int chosen = ++reads % EVERY == 0;
    if (mode_is("back", &number) && chosen)
        return stamp - UINT64_C(10000000000);
    if (mode_is("zero", &number) && chosen)
        return 0;
    if (mode_is("coarse", &number))
        return stamp - stamp % (uint64_t)number;
    return stamp;
}

static VKAPI_ATTR VkResult VKAPI_CALL results_get(VkDevice owner, VkQueryPool pool, uint32_t first,
                                                  uint32_t count, size_t bytes, void *data,
                                                  VkDeviceSize stride, VkQueryResultFlags flags)
{
    const VkResult result =
        NEXT(vkGetQueryPoolResults)(owner, pool, first, count, bytes, data, stride, flags);
    for (size_t i = 0; i < counted_count; i++)
        if (counted[i] == pool)
            return result;
    for (uint32_t i = 0; i < count && result == VK_SUCCESS; i++) {
        uint64_t *stamp = (uint64_t *)((char *)data + i * stride);
        *stamp = stamp_change(*stamp);
    }
    return result;
}

const struct layer_function layer_functions[] = {
    OWN(vkGetPhysicalDeviceProperties, properties_get),
    OWN(vkGetPhysicalDeviceProperties2, properties_get_2),
    OWN(vkCreateQueryPool, pool_create),
    OWN(vkGetQueryPoolResults, results_get),
    { NULL, NULL },
};
