/* SPDX-License-Identifier: MIT */
/* representation.c: a kernel as the driver prints it, by VK_KHR_pipeline_executable_properties. */
#include "harness/base/need.h"
#include "harness/engine/gpu/objects.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct representation_list {
    struct gpu_representation *representations;
    size_t count;
};

/* Takes over the text. */
static void list_add(struct representation_list *list, const char *executable,
                     const VkPipelineExecutableInternalRepresentationKHR *from, char *text)
{
    list->representations =
        need_again(list->representations, (list->count + 1) * sizeof(*list->representations));
    struct gpu_representation *to = &list->representations[list->count++];
    snprintf(to->executable, sizeof(to->executable), "%s", executable);
    snprintf(to->name, sizeof(to->name), "%s", from->name);
    snprintf(to->description, sizeof(to->description), "%s", from->description);
    to->text = text;
}

/* Asked for twice: how large they are, and what they say. */
static void texts_read(struct gpu *gpu, const VkPipelineExecutableInfoKHR *info,
                       VkPipelineExecutableInternalRepresentationKHR *from, uint32_t count)
{
    if (gpu->vk.vkGetPipelineExecutableInternalRepresentationsKHR(gpu->device, info, &count,
                                                                  from) != VK_SUCCESS)
        return;
    for (uint32_t i = 0; i < count; i++)
        from[i].pData = from[i].isText ? calloc(1, from[i].dataSize + 1) : NULL;
    const VkResult result =
        gpu->vk.vkGetPipelineExecutableInternalRepresentationsKHR(gpu->device, info, &count, from);
    for (uint32_t i = 0; i < count && result != VK_SUCCESS; i++) {
        free(from[i].pData);
        from[i].pData = NULL;
    }
}

static void executable_read(struct gpu *gpu, VkPipeline pipeline, uint32_t index, const char *name,
                            struct representation_list *list)
{
    const VkPipelineExecutableInfoKHR info = { .sType =
                                                   VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR,
                                               .pipeline = pipeline,
                                               .executableIndex = index };
    uint32_t count = 0;
    if (gpu->vk.vkGetPipelineExecutableInternalRepresentationsKHR(gpu->device, &info, &count,
                                                                  NULL) != VK_SUCCESS ||
        count == 0)
        return;
    VkPipelineExecutableInternalRepresentationKHR *from = need_zeroed(count, sizeof(*from));
    for (uint32_t i = 0; i < count; i++)
        from[i].sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INTERNAL_REPRESENTATION_KHR;
    texts_read(gpu, &info, from, count);
    for (uint32_t i = 0; i < count; i++)
        if (from[i].pData)
            list_add(list, name, &from[i], from[i].pData);
    free(from);
}

static void pipeline_read(struct gpu *gpu, VkPipeline pipeline, struct representation_list *list)
{
    uint32_t count = 0;
    VkPipelineExecutablePropertiesKHR *properties = gpu_executables_read(gpu, pipeline, &count);
    for (uint32_t i = 0; i < count; i++)
        executable_read(gpu, pipeline, i, properties[i].name, list);
    free(properties);
}

struct gpu_representation *gpu_kernel_representations(struct gpu_kernel *kernel, size_t *count)
{
    struct gpu *gpu = kernel ? kernel->object.scope->gpu : NULL;
    struct representation_list list = { 0 };
    VkPipeline pipeline = VK_NULL_HANDLE;
    *count = 0;
    if (!gpu || gpu_failed(gpu) || !gpu_kernel_ready(kernel) ||
        !(gpu->info.features & GPU_PIPELINE_EXECUTABLE_PROPERTIES))
        return NULL;
    if (gpu_kernel_compile(gpu, kernel, VK_PIPELINE_CREATE_CAPTURE_INTERNAL_REPRESENTATIONS_BIT_KHR,
                           VK_NULL_HANDLE, &pipeline) == VK_SUCCESS)
        pipeline_read(gpu, pipeline, &list);
    gpu->vk.vkDestroyPipeline(gpu->device, pipeline, NULL);
    *count = list.count;
    return list.representations;
}

void gpu_representations_free(struct gpu_representation **representations, size_t count)
{
    for (size_t i = 0; *representations && i < count; i++)
        free((*representations)[i].text);
    free(*representations);
    *representations = NULL;
}
