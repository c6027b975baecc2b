/* SPDX-License-Identifier: MIT */
/*
 * recorder_layer.c: a Vulkan layer that writes down what profilers would be told: names of objects,
 * labels, regions, and the commands between them, a line each, into the file that
 * CLAIMCHECK_RECORDER names. It hands on all but names and labels.
 */
#include "tests/recorder.h"

#include <vulkan/vk_layer.h>
#include <vulkan/vulkan.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of the last instance and device: claimcheck has one at a time. */
static PFN_vkGetInstanceProcAddr next_instance;
static PFN_vkGetDeviceProcAddr next_device;
static VkDevice device;

/* Names and labels ----------------------------------------------------------------------------- */

static const char *type_name(VkObjectType type)
{
    switch (type) {
    case VK_OBJECT_TYPE_QUEUE: return "queue";
    case VK_OBJECT_TYPE_COMMAND_BUFFER: return "commands";
    case VK_OBJECT_TYPE_DEVICE_MEMORY: return "memory";
    case VK_OBJECT_TYPE_BUFFER: return "buffer";
    case VK_OBJECT_TYPE_IMAGE: return "image";
    case VK_OBJECT_TYPE_SHADER_MODULE: return "module";
    case VK_OBJECT_TYPE_PIPELINE: return "pipeline";
    case VK_OBJECT_TYPE_PIPELINE_LAYOUT: return "layout";
    default: return "other";
    }
}

static VKAPI_ATTR VkResult VKAPI_CALL set_name(VkDevice of,
                                               const VkDebugUtilsObjectNameInfoEXT *info)
{
    (void)of;
    note("name %s %s", type_name(info->objectType), info->pObjectName);
    return VK_SUCCESS;
}

static VKAPI_ATTR void VKAPI_CALL label_begin(VkCommandBuffer commands,
                                              const VkDebugUtilsLabelEXT *label)
{
    (void)commands;
    note("begin %s", label->pLabelName);
}

static VKAPI_ATTR void VKAPI_CALL label_end(VkCommandBuffer commands)
{
    (void)commands;
    note("end");
}

static VKAPI_ATTR void VKAPI_CALL region_begin(VkQueue queue, const VkDebugUtilsLabelEXT *label)
{
    (void)queue;
    note("region %s", label->pLabelName);
}

static VKAPI_ATTR void VKAPI_CALL region_end(VkQueue queue)
{
    (void)queue;
    note("region_end");
}

/* Commands ------------------------------------------------------------------------------------- */

#define NEXT(name) ((PFN_##name)next_device(device, #name))

static VKAPI_ATTR void VKAPI_CALL dispatch(VkCommandBuffer commands, uint32_t x, uint32_t y,
                                           uint32_t z)
{
    note("dispatch %u %u %u", x, y, z);
    NEXT(vkCmdDispatch)(commands, x, y, z);
}

static VKAPI_ATTR void VKAPI_CALL dispatch_indirect(VkCommandBuffer commands, VkBuffer buffer,
                                                    VkDeviceSize offset)
{
    note("dispatch_indirect");
    NEXT(vkCmdDispatchIndirect)(commands, buffer, offset);
}

static VKAPI_ATTR void VKAPI_CALL fill(VkCommandBuffer commands, VkBuffer buffer,
                                       VkDeviceSize offset, VkDeviceSize bytes, uint32_t word)
{
    note("fill");
    NEXT(vkCmdFillBuffer)(commands, buffer, offset, bytes, word);
}

static VKAPI_ATTR void VKAPI_CALL timestamp(VkCommandBuffer commands, VkPipelineStageFlags2 stage,
                                            VkQueryPool pool, uint32_t query)
{
    note("timestamp");
    NEXT(vkCmdWriteTimestamp2)(commands, stage, pool, query);
}

static VKAPI_ATTR VkResult VKAPI_CALL submit(VkQueue queue, uint32_t count,
                                             const VkSubmitInfo2 *infos, VkFence fence)
{
    note("submit");
    return NEXT(vkQueueSubmit2)(queue, count, infos, fence);
}

static VKAPI_ATTR VkResult VKAPI_CALL allocate(VkDevice of, const VkMemoryAllocateInfo *info,
                                               const VkAllocationCallbacks *callbacks,
                                               VkDeviceMemory *memory)
{
    note("allocate");
    return NEXT(vkAllocateMemory)(of, info, callbacks, memory);
}

/* The chain ------------------------------------------------------------------------------------ */

static VKAPI_ATTR VkResult VKAPI_CALL create_instance(const VkInstanceCreateInfo *info,
                                                      const VkAllocationCallbacks *callbacks,
                                                      VkInstance *instance)
{
    VkLayerInstanceCreateInfo *link = (VkLayerInstanceCreateInfo *)info->pNext;
    while (link && (link->sType != VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO ||
                    link->function != VK_LAYER_LINK_INFO))
        link = (VkLayerInstanceCreateInfo *)link->pNext;
    if (!link)
        return VK_ERROR_INITIALIZATION_FAILED;
    next_instance = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;
    return ((PFN_vkCreateInstance)next_instance(NULL, "vkCreateInstance"))(info, callbacks,
                                                                           instance);
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
    const VkResult result = next(physical, info, callbacks, created);
    device = *created;
    return result;
}

static PFN_vkVoidFunction find(const char *name)
{
    static const struct {
        const char *name;
        PFN_vkVoidFunction function;
    } own[] = {
        { "vkCreateInstance", (PFN_vkVoidFunction)create_instance },
        { "vkCreateDevice", (PFN_vkVoidFunction)create_device },
        { "vkSetDebugUtilsObjectNameEXT", (PFN_vkVoidFunction)set_name },
        { "vkCmdBeginDebugUtilsLabelEXT", (PFN_vkVoidFunction)label_begin },
        { "vkCmdEndDebugUtilsLabelEXT", (PFN_vkVoidFunction)label_end },
        { "vkQueueBeginDebugUtilsLabelEXT", (PFN_vkVoidFunction)region_begin },
        { "vkQueueEndDebugUtilsLabelEXT", (PFN_vkVoidFunction)region_end },
        { "vkCmdDispatch", (PFN_vkVoidFunction)dispatch },
        { "vkCmdDispatchIndirect", (PFN_vkVoidFunction)dispatch_indirect },
        { "vkCmdFillBuffer", (PFN_vkVoidFunction)fill },
        { "vkCmdWriteTimestamp2", (PFN_vkVoidFunction)timestamp },
        { "vkQueueSubmit2", (PFN_vkVoidFunction)submit },
        { "vkAllocateMemory", (PFN_vkVoidFunction)allocate },
    };
    for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++)
        if (strcmp(own[i].name, name) == 0)
            return own[i].function;
    return NULL;
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL device_function(VkDevice of, const char *name)
{
    const PFN_vkVoidFunction own = find(name);
    return own ? own : next_device(of, name);
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL instance_function(VkInstance of, const char *name)
{
    const PFN_vkVoidFunction own = find(name);
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
