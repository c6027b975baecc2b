/* SPDX-License-Identifier: MIT */
#include "harness/engine/gpu/image.h"
#include "harness/engine/gpu/objects.h"

#include <assert.h>

struct gpu_sampler *gpu_sampler_create(struct gpu_scope *scope,
                                       const struct gpu_sampler_params *params)
{
    static const VkSamplerAddressMode addresses[] = {
        [GPU_CLAMP] = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
        [GPU_MIRROR] = VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT,
        [GPU_REPEAT] = VK_SAMPLER_ADDRESS_MODE_REPEAT,
    };
    assert(params->filter <= GPU_LINEAR && params->levels <= GPU_LINEAR &&
           params->address <= GPU_REPEAT);
    struct gpu_sampler *sampler = gpu_object_create(scope, OBJECT_SAMPLER, sizeof(*sampler));
    if (!sampler)
        return NULL;
    struct gpu *gpu = scope->gpu;
    const VkFilter filter = params->filter == GPU_LINEAR ? VK_FILTER_LINEAR : VK_FILTER_NEAREST;
    const VkSamplerAddressMode address = addresses[params->address];
    const VkSamplerCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
        .magFilter = filter,
        .minFilter = filter,
        .mipmapMode = params->levels == GPU_LINEAR ? VK_SAMPLER_MIPMAP_MODE_LINEAR
                                                   : VK_SAMPLER_MIPMAP_MODE_NEAREST,
        .addressModeU = address,
        .addressModeV = address,
        .addressModeW = address,
        .maxLod = VK_LOD_CLAMP_NONE,
    };
    sampler->filters = params->filter == GPU_LINEAR || params->levels == GPU_LINEAR;
    return VK(gpu, vkCreateSampler(gpu->device, &info, NULL, &sampler->handle)) ? sampler : NULL;
}

void gpu_sampler_release(struct gpu *gpu, struct gpu_sampler *sampler)
{
    gpu->vk.vkDestroySampler(gpu->device, sampler->handle, NULL);
}
