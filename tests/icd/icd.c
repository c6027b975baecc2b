/* SPDX-License-Identifier: MIT */
/*
 * icd.c: a Vulkan driver that is Mesa's CPU driver, CLAIMCHECK_ICD_DRIVER, with the name, limits,
 * features, memory, timestamps and failures of another GPU, as gpu.h describes them. It refuses
 * what a real driver refuses: features and extensions that it does not have, memory beyond its
 * heaps, and mapping memory that the host does not see. Vulkan's validation layers hold the limits.
 */
#include "tests/icd/icd.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef VkResult (*negotiate_function)(uint32_t *);

VkInstance icd_instance;
find_function icd_driver_find;
static find_function driver_find_physical;
static negotiate_function driver_negotiate;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void driver_load(void)
{
    const char *path = getenv("CLAIMCHECK_ICD_DRIVER");
    void *library = path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    if (!library) {
        fprintf(stderr, "tests/icd: CLAIMCHECK_ICD_DRIVER: %s\n", path ? dlerror() : "is not set");
        abort();
    }
    *(void **)&icd_driver_find = dlsym(library, "vk_icdGetInstanceProcAddr");
    *(void **)&driver_find_physical = dlsym(library, "vk_icdGetPhysicalDeviceProcAddr");
    *(void **)&driver_negotiate = dlsym(library, "vk_icdNegotiateLoaderICDInterfaceVersion");
}

static VKAPI_ATTR VkResult VKAPI_CALL create_instance(const VkInstanceCreateInfo *info,
                                                      const VkAllocationCallbacks *callbacks,
                                                      VkInstance *created)
{
    VkResult result;
    if (gpu_fails("vkCreateInstance", &result))
        return result;
    result =
        ((PFN_vkCreateInstance)icd_driver_find(NULL, "vkCreateInstance"))(info, callbacks, created);
    if (result == VK_SUCCESS)
        icd_instance = *created;
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL enumerate(VkInstance of, uint32_t *count,
                                                VkPhysicalDevice *list)
{
    VkResult result;
    if (!gpu_fails("vkEnumeratePhysicalDevices", &result))
        return BELOW(vkEnumeratePhysicalDevices)(of, count, list);
    *count = 0;
    return result;
}

static VKAPI_ATTR void VKAPI_CALL properties2(VkPhysicalDevice physical,
                                              VkPhysicalDeviceProperties2 *all)
{
    BELOW(vkGetPhysicalDeviceProperties2)(physical, all);
    gpu_describe(all);
}

static VKAPI_ATTR void VKAPI_CALL properties(VkPhysicalDevice physical,
                                             VkPhysicalDeviceProperties *some)
{
    VkPhysicalDeviceProperties2 all = { .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2 };
    properties2(physical, &all);
    *some = all.properties;
}

static VKAPI_ATTR void VKAPI_CALL features2(VkPhysicalDevice physical,
                                            VkPhysicalDeviceFeatures2 *all)
{
    BELOW(vkGetPhysicalDeviceFeatures2)(physical, all);
    gpu_describe(all);
}

static VKAPI_ATTR void VKAPI_CALL features(VkPhysicalDevice physical,
                                           VkPhysicalDeviceFeatures *some)
{
    VkPhysicalDeviceFeatures2 all = { .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2 };
    features2(physical, &all);
    *some = all.features;
}

static VKAPI_ATTR void VKAPI_CALL families2(VkPhysicalDevice physical, uint32_t *count,
                                            VkQueueFamilyProperties2 *list)
{
    BELOW(vkGetPhysicalDeviceQueueFamilyProperties2)(physical, count, list);
    for (uint32_t i = 0; list && i < *count; i++)
        gpu_describe(&list[i]);
}

static VKAPI_ATTR void VKAPI_CALL families(VkPhysicalDevice physical, uint32_t *count,
                                           VkQueueFamilyProperties *list)
{
    BELOW(vkGetPhysicalDeviceQueueFamilyProperties)(physical, count, list);
    for (uint32_t i = 0; list && i < *count; i++) {
        VkQueueFamilyProperties2 one = { VK_STRUCTURE_TYPE_QUEUE_FAMILY_PROPERTIES_2, NULL,
                                         list[i] };
        gpu_describe(&one);
        list[i] = one.queueFamilyProperties;
    }
}

static void memory_describe(VkPhysicalDeviceMemoryProperties *memory)
{
    const struct gpu_description *gpu = gpu_description();
    if (gpu->heap_count == 0)
        return;
    memory->memoryHeapCount = gpu->heap_count;
    memcpy(memory->memoryHeaps, gpu->heaps, sizeof(gpu->heaps));
    memory->memoryTypeCount = gpu->type_count;
    memcpy(memory->memoryTypes, gpu->types, sizeof(gpu->types));
}

static VKAPI_ATTR void VKAPI_CALL memory_properties(VkPhysicalDevice physical,
                                                    VkPhysicalDeviceMemoryProperties *memory)
{
    BELOW(vkGetPhysicalDeviceMemoryProperties)(physical, memory);
    memory_describe(memory);
}

static VKAPI_ATTR void VKAPI_CALL memory_properties2(VkPhysicalDevice physical,
                                                     VkPhysicalDeviceMemoryProperties2 *memory)
{
    BELOW(vkGetPhysicalDeviceMemoryProperties2)(physical, memory);
    memory_describe(&memory->memoryProperties);
}

static VKAPI_ATTR VkResult VKAPI_CALL extensions(VkPhysicalDevice physical, const char *layer,
                                                 uint32_t *count, VkExtensionProperties *list)
{
    uint32_t below = 0, kept = 0;
    const PFN_vkEnumerateDeviceExtensionProperties next =
        BELOW(vkEnumerateDeviceExtensionProperties);
    VkResult result = next(physical, layer, &below, NULL);
    VkExtensionProperties *all = calloc(below + 1, sizeof(*all));
    if (result != VK_SUCCESS || !all ||
        (result = next(physical, layer, &below, all)) != VK_SUCCESS) {
        free(all);
        return all ? result : VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    for (uint32_t i = 0; i < below; i++) {
        if (!gpu_has(all[i].extensionName))
            continue;
        if (list && kept == *count) {
            result = VK_INCOMPLETE;
            break;
        }
        if (list)
            list[kept] = all[i];
        kept++;
    }
    *count = kept;
    free(all);
    return result;
}

/* Returns true where all features that are asked for in `wanted` are in `has`, of so many bytes. */
static bool has_features(const void *wanted, const void *has, size_t bytes)
{
    const VkBool32 *a = wanted, *b = has;
    for (size_t i = sizeof(VkBaseOutStructure) / sizeof(*a); i < bytes / sizeof(*a); i++)
        if (a[i] && !b[i]) {
            fprintf(stderr, "tests/icd: feature %zu of structure %u is not there\n",
                    i - sizeof(VkBaseOutStructure) / sizeof(*a),
                    ((const VkBaseInStructure *)wanted)->sType);
            return false;
        }
    return true;
}

/* Drivers refuse what they have not. */
static VkResult device_allowed(VkPhysicalDevice physical, const VkDeviceCreateInfo *info)
{
    VkPhysicalDeviceVulkan13Features has_13 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES
    };
    VkPhysicalDeviceVulkan12Features has_12 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, .pNext = &has_13
    };
    VkPhysicalDeviceVulkan11Features has_11 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES, .pNext = &has_12
    };
    VkPhysicalDeviceFeatures2 has = { .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                      .pNext = &has_11 };
    const struct {
        const void *has;
        size_t bytes;
    } all[] = {
        /* up to the last member: what is behind it is no feature */
        { &has, offsetof(VkPhysicalDeviceFeatures2, features.inheritedQueries) + 4 },
        { &has_11, offsetof(VkPhysicalDeviceVulkan11Features, shaderDrawParameters) + 4 },
        { &has_12, offsetof(VkPhysicalDeviceVulkan12Features, subgroupBroadcastDynamicId) + 4 },
        { &has_13, offsetof(VkPhysicalDeviceVulkan13Features, maintenance4) + 4 },
    };
    features2(physical, &has);
    for (uint32_t i = 0; i < info->enabledExtensionCount; i++)
        if (!gpu_has(info->ppEnabledExtensionNames[i])) {
            fprintf(stderr, "tests/icd: %s is not there\n", info->ppEnabledExtensionNames[i]);
            return VK_ERROR_EXTENSION_NOT_PRESENT;
        }
    for (const VkBaseInStructure *at = info->pNext; at; at = at->pNext)
        for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
            if (((const VkBaseInStructure *)all[i].has)->sType == at->sType &&
                !has_features(at, all[i].has, all[i].bytes))
                return VK_ERROR_FEATURE_NOT_PRESENT;
    return VK_SUCCESS;
}

static VKAPI_ATTR VkResult VKAPI_CALL create_device(VkPhysicalDevice physical,
                                                    const VkDeviceCreateInfo *info,
                                                    const VkAllocationCallbacks *callbacks,
                                                    VkDevice *created)
{
    VkResult result;
    if (gpu_fails("vkCreateDevice", &result))
        return result;
    result = device_allowed(physical, info);
    if (result == VK_SUCCESS)
        result = BELOW(vkCreateDevice)(physical, info, callbacks, created);
    if (result != VK_SUCCESS)
        return result;
    icd_device_made(*created, BELOW(vkGetDeviceProcAddr));
    return VK_SUCCESS;
}

static PFN_vkVoidFunction find_own(const char *name);

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL device_function(VkDevice of, const char *name)
{
    const PFN_vkVoidFunction below = BELOW(vkGetDeviceProcAddr)(of, name);
    const PFN_vkVoidFunction own = find_own(name);
    return below && own ? own : below;
}

static const struct {
    const char *name;
    PFN_vkVoidFunction function;
} functions[] = {
    { "vkCreateInstance", (PFN_vkVoidFunction)create_instance },
    { "vkEnumeratePhysicalDevices", (PFN_vkVoidFunction)enumerate },
    { "vkGetPhysicalDeviceProperties", (PFN_vkVoidFunction)properties },
    { "vkGetPhysicalDeviceProperties2", (PFN_vkVoidFunction)properties2 },
    { "vkGetPhysicalDeviceProperties2KHR", (PFN_vkVoidFunction)properties2 },
    { "vkGetPhysicalDeviceFeatures", (PFN_vkVoidFunction)features },
    { "vkGetPhysicalDeviceFeatures2", (PFN_vkVoidFunction)features2 },
    { "vkGetPhysicalDeviceFeatures2KHR", (PFN_vkVoidFunction)features2 },
    { "vkGetPhysicalDeviceQueueFamilyProperties", (PFN_vkVoidFunction)families },
    { "vkGetPhysicalDeviceQueueFamilyProperties2", (PFN_vkVoidFunction)families2 },
    { "vkGetPhysicalDeviceMemoryProperties", (PFN_vkVoidFunction)memory_properties },
    { "vkGetPhysicalDeviceMemoryProperties2", (PFN_vkVoidFunction)memory_properties2 },
    { "vkEnumerateDeviceExtensionProperties", (PFN_vkVoidFunction)extensions },
    { "vkCreateDevice", (PFN_vkVoidFunction)create_device },
    { "vkGetDeviceProcAddr", (PFN_vkVoidFunction)device_function },
};

static PFN_vkVoidFunction find_own(const char *name)
{
    for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++)
        if (strcmp(functions[i].name, name) == 0)
            return functions[i].function;
    return icd_device_find(name);
}

bool icd_can_fail(const char *function)
{
    return find_own(function);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vk_icdGetInstanceProcAddr(VkInstance of, const char *name);
VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vk_icdGetPhysicalDeviceProcAddr(VkInstance of,
                                                                         const char *name);
VKAPI_ATTR VkResult VKAPI_CALL vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t *version);

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vk_icdGetInstanceProcAddr(VkInstance of, const char *name)
{
    pthread_once(&once, driver_load);
    const PFN_vkVoidFunction own = find_own(name);
    return own ? own : icd_driver_find(of, name);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vk_icdGetPhysicalDeviceProcAddr(VkInstance of,
                                                                         const char *name)
{
    pthread_once(&once, driver_load);
    const PFN_vkVoidFunction below = driver_find_physical ? driver_find_physical(of, name) : NULL;
    const PFN_vkVoidFunction own = below ? find_own(name) : NULL;
    return own ? own : below;
}

VKAPI_ATTR VkResult VKAPI_CALL vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t *version)
{
    pthread_once(&once, driver_load);
    return driver_negotiate(version);
}
