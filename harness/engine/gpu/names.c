/* SPDX-License-Identifier: MIT */
/* names.c: what profilers and layers are told of objects and passes, by VK_EXT_debug_utils. */
#include "harness/engine/gpu/engine.h"
#include "harness/engine/gpu/private.h"

#include <stdarg.h>
#include <stdio.h>

enum { NAME_BYTES = 320 };

void gpu_names_read(struct gpu *gpu, bool labels)
{
    gpu->names = vkSetDebugUtilsObjectNameEXT;
    gpu->labels = labels && vkCmdBeginDebugUtilsLabelEXT && vkCmdEndDebugUtilsLabelEXT &&
                  vkQueueBeginDebugUtilsLabelEXT && vkQueueEndDebugUtilsLabelEXT;
}

void gpu_name(struct gpu *gpu, VkObjectType type, uint64_t handle, const char *format, ...)
{
    char name[NAME_BYTES];
    va_list arguments;
    if (!gpu->names || handle == 0)
        return;
    va_start(arguments, format);
    vsnprintf(name, sizeof(name), format, arguments);
    va_end(arguments);
    /* Only memory can fail here, and a name is no answer. */
    vkSetDebugUtilsObjectNameEXT(gpu->device,
                                 &(VkDebugUtilsObjectNameInfoEXT){
                                     .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT,
                                     .objectType = type,
                                     .objectHandle = handle,
                                     .pObjectName = name });
}

static VkDebugUtilsLabelEXT label_of(const char *name)
{
    return (VkDebugUtilsLabelEXT){ .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT,
                                   .pLabelName = name };
}

void gpu_label_begin(struct gpu *gpu, VkCommandBuffer commands, const struct gpu_span *span)
{
    if (!gpu->labels || span->kind == GPU_SPAN_BARRIER || span->kind == GPU_SPAN_TIMESTAMP)
        return;
    gpu_span_title(span->kind, span->name, gpu->label, sizeof(gpu->label));
    const VkDebugUtilsLabelEXT label = label_of(gpu->label);
    vkCmdBeginDebugUtilsLabelEXT(commands, &label);
    gpu->labelled = commands;
}

void gpu_label_end(struct gpu *gpu, VkCommandBuffer commands)
{
    if (!gpu->labelled || gpu->labelled != commands)
        return;
    vkCmdEndDebugUtilsLabelEXT(commands);
    gpu->labelled = VK_NULL_HANDLE;
}

void gpu_label_forget(struct gpu *gpu, VkCommandBuffer commands)
{
    if (gpu->labelled == commands)
        gpu->labelled = VK_NULL_HANDLE;
}

void gpu_region_begin(struct gpu *gpu, const char *name)
{
    if (!gpu || gpu_failed(gpu) || !gpu->labels)
        return;
    const VkDebugUtilsLabelEXT label = label_of(name);
    vkQueueBeginDebugUtilsLabelEXT(gpu->queue, &label);
    gpu->regions++;
}

void gpu_region_end(struct gpu *gpu)
{
    if (!gpu || gpu->regions == 0)
        return;
    vkQueueEndDebugUtilsLabelEXT(gpu->queue);
    gpu->regions--;
}
