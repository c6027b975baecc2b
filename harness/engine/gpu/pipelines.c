/* SPDX-License-Identifier: MIT */
/* pipelines.c: compiled pipelines as the driver gives them, for later processes. */
#include "harness/engine/gpu/private.h"

#include <stdlib.h>

bool gpu_pipelines_load(struct gpu *gpu, const void *data, size_t bytes)
{
    const VkPipelineCacheCreateInfo info = { .sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO,
                                             .initialDataSize = bytes,
                                             .pInitialData = data };
    VkPipelineCache cache = VK_NULL_HANDLE;
    if (gpu_failed(gpu) || !gpu->pipeline_cache ||
        gpu->vk.vkCreatePipelineCache(gpu->device, &info, NULL, &cache) != VK_SUCCESS)
        return false;
    gpu->vk.vkDestroyPipelineCache(gpu->device, gpu->pipeline_cache, NULL);
    gpu->pipeline_cache = cache;
    gpu->pipelines_loaded = bytes;
    return true;
}

void *gpu_pipelines_save(struct gpu *gpu, size_t *bytes)
{
    void *data = NULL;
    *bytes = 0;
    if (gpu_failed(gpu) || !gpu->pipeline_cache ||
        gpu->vk.vkGetPipelineCacheData(gpu->device, gpu->pipeline_cache, bytes, NULL) !=
            VK_SUCCESS ||
        *bytes <= gpu->pipelines_loaded)
        return NULL;
    data = malloc(*bytes);
    if (data &&
        gpu->vk.vkGetPipelineCacheData(gpu->device, gpu->pipeline_cache, bytes, data) == VK_SUCCESS)
        return data;
    free(data);
    return NULL;
}
