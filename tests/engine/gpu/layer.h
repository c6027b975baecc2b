/* SPDX-License-Identifier: MIT */
/*
 * layer.h: what a layer of the tests needs to be one: its place in the chain of the loader. The one
 * file that includes it defines the functions layer_*().
 */
#ifndef CLAIMCHECK_TESTS_ENGINE_GPU_LAYER_H
#define CLAIMCHECK_TESTS_ENGINE_GPU_LAYER_H

#include <vulkan/vk_layer.h>
#include <vulkan/vulkan.h>

#include <string.h>

#pragma GCC diagnostic ignored "-Wunused-parameter"

/* The last instance and device: claimcheck has one at a time. */
static VkInstance instance;
static VkDevice device;
static PFN_vkGetInstanceProcAddr next_instance;
static PFN_vkGetDeviceProcAddr next_device;

/* The function of that name below the layer; of the instance in layer_instance_made() alone, since
 * later the loader names the uppermost. */
#define NEXT(name) ((PFN_##name)next_device(device, #name))
#define NEXT_INSTANCE(name) ((PFN_##name)next_instance(instance, #name))

/* The layer's own functions; a name of NULL ends them. */
struct layer_function {
    const char *name;
    PFN_vkVoidFunction function;
};
extern const struct layer_function layer_functions[];
#define OWN(name, function)                                                                        \
    {                                                                                              \
#name, (PFN_vkVoidFunction)function                                                        \
    }

void layer_instance_made(void);

/* Lists the extensions of the device below the layer, and one more. */
static inline VkResult extension_add(PFN_vkEnumerateDeviceExtensionProperties next,
                                     VkPhysicalDevice physical, const VkExtensionProperties *own,
                                     uint32_t *count, VkExtensionProperties *list)
{
    uint32_t below = 0;
    const VkResult result = next(physical, NULL, &below, NULL);
    if (result != VK_SUCCESS || !list) {
        *count = below + 1;
        return result;
    }
    if (*count < below + 1)
        return VK_INCOMPLETE;
    *count = below + 1;
    list[below] = *own;
    return next(physical, NULL, &below, list);
}

/* Hands on to `next`, as it likes; undefined in a layer whose devices are as they are. */
VkResult __attribute__((weak))
layer_create_device(PFN_vkCreateDevice next, VkPhysicalDevice physical,
                    const VkDeviceCreateInfo *info, const VkAllocationCallbacks *callbacks,
                    VkDevice *created);

static VKAPI_ATTR VkResult VKAPI_CALL create_instance(const VkInstanceCreateInfo *info,
                                                      const VkAllocationCallbacks *callbacks,
                                                      VkInstance *created)
{
    VkLayerInstanceCreateInfo *link = (VkLayerInstanceCreateInfo *)info->pNext;
    while (link && (link->sType != VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO ||
                    link->function != VK_LAYER_LINK_INFO))
        link = (VkLayerInstanceCreateInfo *)link->pNext;
    if (!link)
        return VK_ERROR_INITIALIZATION_FAILED;
    next_instance = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;
    const VkResult result =
        ((PFN_vkCreateInstance)next_instance(NULL, "vkCreateInstance"))(info, callbacks, created);
    instance = *created;
    if (result == VK_SUCCESS)
        layer_instance_made();
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL create_device(VkPhysicalDevice physical,
                                                    const VkDeviceCreateInfo *info,
                                                    const VkAllocationCallbacks *callbacks,
                                                    VkDevice *created)
{
    VkLayerDeviceCreateInfo *link = (VkLayerDeviceCreateInfo *)info->pNext;
    while (link && (link->sType != VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO ||
                    link->function != VK_LAYER_LINK_INFO))
        link = (VkLayerDeviceCreateInfo *)link->pNext;
    if (!link)
        return VK_ERROR_INITIALIZATION_FAILED;
    const PFN_vkCreateDevice next =
        (PFN_vkCreateDevice)link->u.pLayerInfo->pfnNextGetInstanceProcAddr(NULL, "vkCreateDevice");
    next_device = link->u.pLayerInfo->pfnNextGetDeviceProcAddr;
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;
    const VkResult result = layer_create_device
                                ? layer_create_device(next, physical, info, callbacks, created)
                                : next(physical, info, callbacks, created);
    device = *created;
    return result;
}

static PFN_vkVoidFunction find_own(const char *name)
{
    if (strcmp(name, "vkCreateInstance") == 0)
        return (PFN_vkVoidFunction)create_instance;
    if (strcmp(name, "vkCreateDevice") == 0)
        return (PFN_vkVoidFunction)create_device;
    for (const struct layer_function *own = layer_functions; own->name; own++)
        if (strcmp(own->name, name) == 0)
            return own->function;
    return NULL;
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL device_function(VkDevice of, const char *name)
{
    const PFN_vkVoidFunction own = find_own(name);
    return own ? own : next_device(of, name);
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL instance_function(VkInstance of, const char *name)
{
    const PFN_vkVoidFunction own = find_own(name);
    if (strcmp(name, "vkGetDeviceProcAddr") == 0)
        return (PFN_vkVoidFunction)device_function;
    return own || !next_instance ? own : next_instance(of, name);
}

VKAPI_ATTR VkResult VKAPI_CALL
vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface *interface);

VKAPI_ATTR VkResult VKAPI_CALL
vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface *interface)
{
    interface->loaderLayerInterfaceVersion = 2;
    interface->pfnGetInstanceProcAddr = instance_function;
    interface->pfnGetDeviceProcAddr = device_function;
    interface->pfnGetPhysicalDeviceProcAddr = NULL;
    return VK_SUCCESS;
}

#endif
