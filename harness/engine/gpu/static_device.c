/* SPDX-License-Identifier: MIT */
/* static_device.c: a device that only compiles. No buffer or image has a handle there: calls that
 * would look into one are answered here, and commands outside of struct gpu_commands do nothing. */
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "harness/base/need.h"
#include "harness/engine/gpu/private.h"

/* Stated where the driver states none: without its hardware RADV has no memory. */
static const uint64_t memory_bytes = UINT64_C(16) << 30;

static VKAPI_ATTR VkResult VKAPI_CALL view_create(VkDevice device,
                                                  const VkImageViewCreateInfo *info,
                                                  const VkAllocationCallbacks *callbacks,
                                                  VkImageView *view)
{
    *view = VK_NULL_HANDLE;
    return VK_SUCCESS;
}

static VKAPI_ATTR VkDeviceAddress VKAPI_CALL buffer_address(VkDevice device,
                                                            const VkBufferDeviceAddressInfo *info)
{
    return 0;
}

static VKAPI_ATTR void VKAPI_CALL
acceleration_sizes(VkDevice device, VkAccelerationStructureBuildTypeKHR type,
                   const VkAccelerationStructureBuildGeometryInfoKHR *info,
                   const uint32_t *primitives, VkAccelerationStructureBuildSizesInfoKHR *sizes)
{
    sizes->accelerationStructureSize = sizes->buildScratchSize = sizes->updateScratchSize = 256;
}

static VKAPI_ATTR VkResult VKAPI_CALL acceleration_create(
    VkDevice device, const VkAccelerationStructureCreateInfoKHR *info,
    const VkAllocationCallbacks *callbacks, VkAccelerationStructureKHR *acceleration)
{
    *acceleration = VK_NULL_HANDLE;
    return VK_SUCCESS;
}

static VKAPI_ATTR VkDeviceAddress VKAPI_CALL
acceleration_address(VkDevice device, const VkAccelerationStructureDeviceAddressInfoKHR *info)
{
    return 0;
}

static VKAPI_ATTR void VKAPI_CALL barrier(VkCommandBuffer commands, const VkDependencyInfo *info)
{
}

static VKAPI_ATTR void VKAPI_CALL copy(VkCommandBuffer commands, VkBuffer source,
                                       VkBuffer destination, uint32_t count,
                                       const VkBufferCopy *regions)
{
}

static VKAPI_ATTR void VKAPI_CALL fill(VkCommandBuffer commands, VkBuffer buffer,
                                       VkDeviceSize offset, VkDeviceSize bytes, uint32_t word)
{
}

static VKAPI_ATTR void VKAPI_CALL image_write(VkCommandBuffer commands, VkBuffer source,
                                              VkImage image, VkImageLayout layout, uint32_t count,
                                              const VkBufferImageCopy *regions)
{
}

static VKAPI_ATTR void VKAPI_CALL image_read(VkCommandBuffer commands, VkImage image,
                                             VkImageLayout layout, VkBuffer destination,
                                             uint32_t count, const VkBufferImageCopy *regions)
{
}

static VKAPI_ATTR void VKAPI_CALL colour_clear(VkCommandBuffer commands, VkImage image,
                                               VkImageLayout layout,
                                               const VkClearColorValue *colour, uint32_t count,
                                               const VkImageSubresourceRange *ranges)
{
}

static VKAPI_ATTR void VKAPI_CALL depth_clear(VkCommandBuffer commands, VkImage image,
                                              VkImageLayout layout,
                                              const VkClearDepthStencilValue *depth, uint32_t count,
                                              const VkImageSubresourceRange *ranges)
{
}

void gpu_static_device_init(struct gpu *gpu)
{
    gpu->vk.vkCreateImageView = view_create;
    gpu->vk.vkGetBufferDeviceAddress = buffer_address;
    gpu->vk.vkGetAccelerationStructureBuildSizesKHR = acceleration_sizes;
    gpu->vk.vkCreateAccelerationStructureKHR = acceleration_create;
    gpu->vk.vkGetAccelerationStructureDeviceAddressKHR = acceleration_address;
    gpu->vk.vkCmdPipelineBarrier2 = barrier;
    gpu->vk.vkCmdCopyBuffer = copy;
    gpu->vk.vkCmdFillBuffer = fill;
    gpu->vk.vkCmdCopyBufferToImage = image_write;
    gpu->vk.vkCmdCopyImageToBuffer = image_read;
    gpu->vk.vkCmdClearColorImage = colour_clear;
    gpu->vk.vkCmdClearDepthStencilImage = depth_clear;
    gpu->barriers = GPU_BARRIERS_HOLD;
    if (gpu->info.limits.memory_bytes == 0)
        gpu->info.limits.memory_bytes = memory_bytes;
    gpu->staging_mapped = need_zeroed(1, STAGING_BYTES);
}
