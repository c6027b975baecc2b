/* SPDX-License-Identifier: MIT */
/* executable.c: what the driver made of a kernel, in figures and as it prints it, by
 * VK_KHR_pipeline_executable_properties. */
#include "harness/base/need.h"
#include "harness/engine/gpu/private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Statistics of one shader with one set of constants. */
struct capture {
    struct capture *next;
    const uint32_t *words;
    uint32_t constants[GPU_CONSTANTS_MAX];
    uint32_t constant_count;
    uint32_t wanted_subgroup, subgroup_size; /* as it was asked for, and as the driver says; 0 */
    struct gpu_statistic *statistics;
    size_t count;
};

void gpu_captures_finish(struct gpu *gpu)
{
    while (gpu->captures) {
        struct capture *capture = gpu->captures;
        gpu->captures = capture->next;
        free(capture->statistics);
        free(capture);
    }
}

static struct capture *capture_find(struct gpu *gpu, const struct gpu_kernel *kernel)
{
    for (struct capture *c = gpu->captures; c; c = c->next)
        if (c->words == kernel->shader->words && c->wanted_subgroup == kernel->subgroup_size &&
            c->constant_count == kernel->constant_count &&
            memcmp(c->constants, kernel->constants, 4 * (size_t)c->constant_count) == 0)
            return c;
    return NULL;
}

static void statistic_take(struct gpu_statistic *to, const char *executable,
                           const VkPipelineExecutableStatisticKHR *from)
{
    snprintf(to->executable, sizeof(to->executable), "%s", executable);
    snprintf(to->name, sizeof(to->name), "%s", from->name);
    switch (from->format) {
    case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_BOOL32_KHR:
        to->kind = GPU_BOOL;
        to->truth = from->value.b32 != VK_FALSE;
        break;
    case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_INT64_KHR:
        to->kind = GPU_INT64;
        to->integer = from->value.i64;
        break;
    case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_UINT64_KHR:
        to->kind = GPU_UINT64;
        to->count = from->value.u64;
        break;
    default:
        to->kind = GPU_FLOAT64;
        to->number = from->value.f64;
        break;
    }
}

/* Appends the statistics of executable `index`. */
static void executable_read(struct gpu *gpu, VkPipeline pipeline, uint32_t index, const char *name,
                            struct capture *capture)
{
    const VkPipelineExecutableInfoKHR info = { .sType =
                                                   VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR,
                                               .pipeline = pipeline,
                                               .executableIndex = index };
    uint32_t count = 0;
    if (gpu->vk.vkGetPipelineExecutableStatisticsKHR(gpu->device, &info, &count, NULL) !=
            VK_SUCCESS ||
        count == 0)
        return;
    VkPipelineExecutableStatisticKHR *from = need_zeroed(count, sizeof(*from));
    capture->statistics =
        need_again(capture->statistics, (capture->count + count) * sizeof(*capture->statistics));
    for (uint32_t i = 0; i < count; i++)
        from[i].sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_STATISTIC_KHR;
    if (gpu->vk.vkGetPipelineExecutableStatisticsKHR(gpu->device, &info, &count, from) ==
        VK_SUCCESS)
        for (uint32_t i = 0; i < count; i++)
            statistic_take(&capture->statistics[capture->count++], name, &from[i]);
    free(from);
}

/* Reads the executables that the driver made of a pipeline, malloc'ed, in its order. NULL and 0
 * where it does not say. */
static VkPipelineExecutablePropertiesKHR *executables_read(struct gpu *gpu, VkPipeline pipeline,
                                                           uint32_t *count)
{
    const VkPipelineInfoKHR info = { .sType = VK_STRUCTURE_TYPE_PIPELINE_INFO_KHR,
                                     .pipeline = pipeline };
    uint32_t found = 0;
    *count = 0;
    if (gpu->vk.vkGetPipelineExecutablePropertiesKHR(gpu->device, &info, &found, NULL) !=
            VK_SUCCESS ||
        found == 0)
        return NULL;
    VkPipelineExecutablePropertiesKHR *properties = need_zeroed(found, sizeof(*properties));
    for (uint32_t i = 0; i < found; i++)
        properties[i].sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_PROPERTIES_KHR;
    if (gpu->vk.vkGetPipelineExecutablePropertiesKHR(gpu->device, &info, &found, properties) ==
        VK_SUCCESS)
        *count = found;
    return properties;
}

static VkResult compile_captured(struct gpu *gpu, const void *kernel, VkPipeline *pipeline)
{
    return gpu_kernel_compile(gpu, kernel, VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR,
                              VK_NULL_HANDLE, pipeline);
}

bool gpu_kernel_is_read_as_made(const struct gpu *gpu)
{
    return gpu->compile_only && (gpu->info.features & GPU_PIPELINE_EXECUTABLE_PROPERTIES);
}

void gpu_kernel_capture(struct gpu_kernel *kernel)
{
    struct gpu *gpu = kernel->object.scope->gpu;
    if (!(gpu->info.features & GPU_PIPELINE_EXECUTABLE_PROPERTIES) || kernel->captured.make ||
        gpu_kernel_is_read_as_made(gpu) || capture_find(gpu, kernel))
        return;
    gpu_compile_start(gpu, &kernel->captured, compile_captured, kernel);
    kernel->program->captured = true;
}

static struct capture *capture_create(struct gpu *gpu, struct gpu_kernel *kernel)
{
    struct capture *capture = need_zeroed(1, sizeof(*capture));
    capture->words = kernel->shader->words;
    capture->constant_count = kernel->constant_count;
    capture->wanted_subgroup = kernel->subgroup_size;
    memcpy(capture->constants, kernel->constants, sizeof(capture->constants));
    gpu_kernel_capture(kernel);
    struct gpu_compile *made =
        gpu_kernel_is_read_as_made(gpu) ? &kernel->program->timed : &kernel->captured;
    if (gpu_compile_wait(made) == VK_SUCCESS) {
        uint32_t count;
        VkPipelineExecutablePropertiesKHR *made_of = executables_read(gpu, made->pipeline, &count);
        /* If there are several, for different subgroup sizes, the driver chooses one later and does
         * not say which. */
        bool alike = count > 0;
        for (uint32_t i = 0; i < count; i++) {
            executable_read(gpu, made->pipeline, i, made_of[i].name, capture);
            alike = alike && made_of[i].subgroupSize == made_of[0].subgroupSize;
        }
        capture->subgroup_size = alike ? made_of[0].subgroupSize : 0;
        free(made_of);
    }
    gpu_compile_release(gpu, &kernel->captured);
    capture->next = gpu->captures;
    gpu->captures = capture;
    return capture;
}

/* Asks the driver for its statistics of the kernel; NULL where it has none. */
static struct capture *capture_of(struct gpu_kernel *kernel)
{
    struct gpu *gpu = kernel ? kernel->object.scope->gpu : NULL;
    if (!gpu || gpu_failed(gpu) || !gpu_kernel_ready(kernel) ||
        !(gpu->info.features & GPU_PIPELINE_EXECUTABLE_PROPERTIES))
        return NULL;
    struct capture *capture = capture_find(gpu, kernel);
    if (!capture)
        return capture_create(gpu, kernel);
    gpu_compile_release(gpu, &kernel->captured); /* where a kernel just like it was begun, too */
    return capture;
}

const struct gpu_statistic *gpu_kernel_statistics(struct gpu_kernel *kernel, size_t *count)
{
    const struct capture *capture = capture_of(kernel);
    *count = capture ? capture->count : 0;
    return *count > 0 ? capture->statistics : NULL;
}

uint32_t gpu_kernel_subgroup_size(struct gpu_kernel *kernel)
{
    const struct gpu_info *info = &kernel->object.scope->gpu->info;
    const struct capture *capture = capture_of(kernel);
    const uint32_t said = capture ? capture->subgroup_size : 0;
    if (said > 0 && kernel->subgroup_size > 0 && said != kernel->subgroup_size)
        gpu_fail_format(kernel->object.scope->gpu, GPU_UNSUPPORTED,
                        "kernel %s: the driver compiled it for subgroups of %u, %u were required",
                        kernel->name, said, kernel->subgroup_size);
    if (said > 0)
        return said;
    if (info->subgroup_size_min == info->subgroup_size_max)
        return info->subgroup_size_min;
    return kernel->subgroup_size;
}

/* Representations ------------------------------------------------------------------------------ */

struct representation_list {
    struct gpu_representation *representations;
    size_t count;
};

static void executable_print_read(struct gpu *gpu, VkPipeline pipeline, uint32_t index,
                                  const char *name, struct representation_list *list)
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
    /* Asked for twice more: how large they are, and what they say. */
    VkResult result =
        gpu->vk.vkGetPipelineExecutableInternalRepresentationsKHR(gpu->device, &info, &count, from);
    if (result == VK_SUCCESS) {
        for (uint32_t i = 0; i < count; i++)
            from[i].pData = from[i].isText ? calloc(1, from[i].dataSize + 1) : NULL;
        result = gpu->vk.vkGetPipelineExecutableInternalRepresentationsKHR(gpu->device, &info,
                                                                           &count, from);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (result != VK_SUCCESS || !from[i].pData) {
            free(from[i].pData);
            continue;
        }
        list->representations =
            need_again(list->representations, (list->count + 1) * sizeof(*list->representations));
        struct gpu_representation *to = &list->representations[list->count++];
        snprintf(to->executable, sizeof(to->executable), "%s", name);
        snprintf(to->name, sizeof(to->name), "%s", from[i].name);
        snprintf(to->description, sizeof(to->description), "%s", from[i].description);
        to->text = from[i].pData;
    }
    free(from);
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
                           VK_NULL_HANDLE, &pipeline) == VK_SUCCESS) {
        uint32_t executables;
        VkPipelineExecutablePropertiesKHR *made_of = executables_read(gpu, pipeline, &executables);
        for (uint32_t i = 0; i < executables; i++)
            executable_print_read(gpu, pipeline, i, made_of[i].name, &list);
        free(made_of);
    }
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
