/* SPDX-License-Identifier: MIT */
/* rays.c: what a device has of rays.h, and memory that it finds by its address. */
#include "harness/engine/gpu/rays.h"

#include "harness/engine/gpu/objects.h"

#include <string.h>

/* Features ------------------------------------------------------------------------------------ */

uint32_t gpu_rays_features(VkPhysicalDevice physical)
{
    VkPhysicalDeviceRayQueryFeaturesKHR query = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_RAY_QUERY_FEATURES_KHR
    };
    VkPhysicalDeviceRayTracingPipelineFeaturesKHR pipeline = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_RAY_TRACING_PIPELINE_FEATURES_KHR
    };
    VkPhysicalDeviceAccelerationStructureFeaturesKHR acceleration = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ACCELERATION_STRUCTURE_FEATURES_KHR
    };
    VkPhysicalDeviceVulkan12Features vulkan12 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, .pNext = &acceleration
    };
    VkPhysicalDeviceFeatures2 all = { .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                      .pNext = &vulkan12 };
    if (!gpu_has_extension(physical, VK_KHR_ACCELERATION_STRUCTURE_EXTENSION_NAME) ||
        !gpu_has_extension(physical, VK_KHR_DEFERRED_HOST_OPERATIONS_EXTENSION_NAME))
        return 0;
    void **next = &acceleration.pNext;
    if (gpu_has_extension(physical, VK_KHR_RAY_TRACING_PIPELINE_EXTENSION_NAME)) {
        *next = &pipeline;
        next = &pipeline.pNext;
    }
    if (gpu_has_extension(physical, VK_KHR_RAY_QUERY_EXTENSION_NAME))
        *next = &query;
    vkGetPhysicalDeviceFeatures2(physical, &all);
    if (!acceleration.accelerationStructure || !vulkan12.bufferDeviceAddress)
        return 0;
    return (pipeline.rayTracingPipeline ? GPU_RAY_TRACING_PIPELINE : 0) |
           (query.rayQuery ? GPU_RAY_QUERY : 0);
}

void *gpu_rays_enable(uint32_t features, struct rays_enabled *enabled, void *next,
                      const char **extensions, uint32_t *count)
{
    enabled->acceleration = (VkPhysicalDeviceAccelerationStructureFeaturesKHR){
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ACCELERATION_STRUCTURE_FEATURES_KHR,
        .accelerationStructure = VK_TRUE
    };
    enabled->pipeline = (VkPhysicalDeviceRayTracingPipelineFeaturesKHR){
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_RAY_TRACING_PIPELINE_FEATURES_KHR,
        .rayTracingPipeline = VK_TRUE
    };
    enabled->query = (VkPhysicalDeviceRayQueryFeaturesKHR){
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_RAY_QUERY_FEATURES_KHR, .rayQuery = VK_TRUE
    };
    if (!(features & (GPU_RAY_TRACING_PIPELINE | GPU_RAY_QUERY)))
        return next;
    extensions[(*count)++] = VK_KHR_ACCELERATION_STRUCTURE_EXTENSION_NAME;
    extensions[(*count)++] = VK_KHR_DEFERRED_HOST_OPERATIONS_EXTENSION_NAME;
    enabled->acceleration.pNext = next;
    next = &enabled->acceleration;
    if (features & GPU_RAY_TRACING_PIPELINE) {
        extensions[(*count)++] = VK_KHR_RAY_TRACING_PIPELINE_EXTENSION_NAME;
        enabled->pipeline.pNext = next;
        next = &enabled->pipeline;
    }
    if (features & GPU_RAY_QUERY) {
        extensions[(*count)++] = VK_KHR_RAY_QUERY_EXTENSION_NAME;
        enabled->query.pNext = next;
        next = &enabled->query;
    }
    return next;
}

void gpu_rays_limits_read(struct gpu *gpu)
{
    VkPhysicalDeviceRayTracingPipelinePropertiesKHR pipeline = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_RAY_TRACING_PIPELINE_PROPERTIES_KHR
    };
    VkPhysicalDeviceAccelerationStructurePropertiesKHR acceleration = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ACCELERATION_STRUCTURE_PROPERTIES_KHR
    };
    VkPhysicalDeviceProperties2 all = { .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                        .pNext = &acceleration };
    if (!(gpu->info.features & (GPU_RAY_TRACING_PIPELINE | GPU_RAY_QUERY)))
        return;
    if (gpu->info.features & GPU_RAY_TRACING_PIPELINE)
        acceleration.pNext = &pipeline;
    vkGetPhysicalDeviceProperties2(gpu->physical, &all);
    gpu->rays = (struct rays_limits){
        .triangles = acceleration.maxPrimitiveCount,
        .scratch_alignment = acceleration.minAccelerationStructureScratchOffsetAlignment,
        .handle = pipeline.shaderGroupHandleSize,
        .handle_alignment = pipeline.shaderGroupHandleAlignment,
        .base_alignment = pipeline.shaderGroupBaseAlignment,
        .rays = pipeline.maxRayDispatchInvocationCount,
    };
}

bool gpu_rays_ok(struct gpu *gpu, uint32_t features, const char *what, const char *name)
{
    const uint32_t any = features ? features : GPU_RAY_TRACING_PIPELINE | GPU_RAY_QUERY;
    if (gpu->info.features & any)
        return true;
    gpu_fail_format(
        gpu, GPU_UNSUPPORTED, "%s %s: the device has no %s", what, name,
        gpu_feature_name(features ? (enum gpu_feature)features : GPU_RAY_TRACING_PIPELINE));
    return false;
}

/* Memory -------------------------------------------------------------------------------------- */

VkDeviceAddress gpu_buffer_address(struct gpu *gpu, VkBuffer buffer)
{
    const VkBufferDeviceAddressInfo info = { .sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
                                             .buffer = buffer };
    return gpu->vk.vkGetBufferDeviceAddress(gpu->device, &info);
}

/* A buffer's address is no better aligned than its memory: room for the step up is added. */
bool gpu_addressed_create(struct gpu *gpu, uint64_t bytes, uint64_t alignment,
                          VkBufferUsageFlags usage, struct addressed *memory)
{
    const uint64_t mask = alignment > 0 ? alignment - 1 : 0;
    if (!gpu_memory_buffer_create(gpu, "acceleration structure", bytes + mask,
                                  usage | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT, GPU_MEMORY_NEW,
                                  &memory->handle, &memory->memory))
        return false;
    memory->address = (gpu_buffer_address(gpu, memory->handle) + mask) & ~mask;
    return true;
}

void gpu_addressed_release(struct gpu *gpu, struct addressed *memory)
{
    gpu->vk.vkDestroyBuffer(gpu->device, memory->handle, NULL);
    gpu->vk.vkFreeMemory(gpu->device, memory->memory, NULL);
}

bool gpu_addressed_write(struct gpu *gpu, const struct addressed *memory, const void *source,
                         uint64_t bytes)
{
    const VkBufferCopy up = { .dstOffset =
                                  memory->address - gpu_buffer_address(gpu, memory->handle),
                              .size = bytes };
    memcpy(gpu->staging_mapped, source, bytes);
    if (!gpu_staging_begin(gpu))
        return false;
    gpu->vk.vkCmdCopyBuffer(gpu->staging_commands, gpu->staging, memory->handle, 1, &up);
    return gpu_staging_end(gpu);
}
