/* SPDX-License-Identifier: MIT */
/*
 * recorder_layer.c: a Vulkan layer that writes down what profilers would be told: names of objects,
 * labels, regions, and the commands between them, a line each, into the file that
 * CLAIMCHECK_RECORDER names. It hands on all but names and labels.
 */
#include "tests/engine/gpu/layer.h"
#include "tests/recorder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    note("name %s %s", type_name(info->objectType), info->pObjectName);
    return VK_SUCCESS;
}

static VKAPI_ATTR void VKAPI_CALL label_begin(VkCommandBuffer commands,
                                              const VkDebugUtilsLabelEXT *label)
{
    note("begin %s", label->pLabelName);
}

static VKAPI_ATTR void VKAPI_CALL label_end(VkCommandBuffer commands)
{
    note("end");
}

static VKAPI_ATTR void VKAPI_CALL region_begin(VkQueue queue, const VkDebugUtilsLabelEXT *label)
{
    note("region %s", label->pLabelName);
}

static VKAPI_ATTR void VKAPI_CALL region_end(VkQueue queue)
{
    note("region_end");
}

/* Commands ------------------------------------------------------------------------------------- */

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

void layer_instance_made(void)
{
}

const struct layer_function layer_functions[] = {
    OWN(vkSetDebugUtilsObjectNameEXT, set_name),
    OWN(vkCmdBeginDebugUtilsLabelEXT, label_begin),
    OWN(vkCmdEndDebugUtilsLabelEXT, label_end),
    OWN(vkQueueBeginDebugUtilsLabelEXT, region_begin),
    OWN(vkQueueEndDebugUtilsLabelEXT, region_end),
    OWN(vkCmdDispatch, dispatch),
    OWN(vkCmdDispatchIndirect, dispatch_indirect),
    OWN(vkCmdFillBuffer, fill),
    OWN(vkCmdWriteTimestamp2, timestamp),
    OWN(vkQueueSubmit2, submit),
    OWN(vkAllocateMemory, allocate),
    { NULL, NULL },
};
