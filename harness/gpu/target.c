/* SPDX-License-Identifier: MIT */
#include "harness/gpu/private.h"

#include <assert.h>
#include <string.h>

enum { PIXEL_BYTES = 4 };

VkFormat gpu_pixel_format(enum gpu_pixel pixel)
{
    return pixel == GPU_PIXEL_UINT ? VK_FORMAT_R32_UINT : VK_FORMAT_R8G8B8A8_UNORM;
}

uint64_t gpu_target_bytes(const struct gpu_target *target)
{
    return target ? (uint64_t)PIXEL_BYTES * target->width * target->height : 0;
}

/* Creation ------------------------------------------------------------------------------------ */

static bool size_ok(struct gpu *gpu, const struct gpu_target *target)
{
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(gpu->physical, &properties);
    const VkPhysicalDeviceLimits *limits = &properties.limits;
    const uint32_t width_max = limits->maxFramebufferWidth < limits->maxImageDimension2D
                                   ? limits->maxFramebufferWidth
                                   : limits->maxImageDimension2D;
    const uint32_t height_max = limits->maxFramebufferHeight < limits->maxImageDimension2D
                                    ? limits->maxFramebufferHeight
                                    : limits->maxImageDimension2D;
    if (target->width == 0 || target->height == 0) {
        gpu_fail_format(gpu, GPU_ERROR, "target %s: has no pixels (%u x %u)", target->name,
                        target->width, target->height);
        return false;
    }
    if (target->width > width_max || target->height > height_max) {
        gpu_fail_format(gpu, GPU_UNSUPPORTED,
                        "target %s: %u x %u pixels, the device draws at most %u x %u", target->name,
                        target->width, target->height, width_max, height_max);
        return false;
    }
    return true;
}

static bool image_create(struct gpu *gpu, const struct gpu_target *target, VkFormat format,
                         VkImageUsageFlags usage, VkImage *image, VkDeviceMemory *memory)
{
    const VkImageCreateInfo info = { .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                                     .imageType = VK_IMAGE_TYPE_2D,
                                     .format = format,
                                     .extent = { target->width, target->height, 1 },
                                     .mipLevels = 1,
                                     .arrayLayers = 1,
                                     .samples = VK_SAMPLE_COUNT_1_BIT,
                                     .tiling = VK_IMAGE_TILING_OPTIMAL,
                                     .usage = usage };
    return gpu_memory_image_create(gpu, &info, image, memory);
}

static bool view_create(struct gpu *gpu, VkImage image, VkFormat format, VkImageAspectFlags aspect,
                        VkImageView *view)
{
    const VkImageViewCreateInfo info = { .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                         .image = image,
                                         .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                         .format = format,
                                         .subresourceRange = { aspect, 0, 1, 0, 1 } };
    return VK(gpu, vkCreateImageView(gpu->device, &info, NULL, view));
}

static bool colour_create(struct gpu *gpu, struct gpu_target *target)
{
    const VkImageUsageFlags usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT |
                                    VK_IMAGE_USAGE_TRANSFER_SRC_BIT |
                                    VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    return image_create(gpu, target, target->format, usage, &target->colour.handle,
                        &target->colour.memory) &&
           view_create(gpu, target->colour.handle, target->format, VK_IMAGE_ASPECT_COLOR_BIT,
                       &target->colour.view);
}

static bool depth_create(struct gpu *gpu, struct gpu_target *target)
{
    return image_create(gpu, target, depth_format, VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT,
                        &target->depth.handle, &target->depth.memory) &&
           view_create(gpu, target->depth.handle, depth_format, VK_IMAGE_ASPECT_DEPTH_BIT,
                       &target->depth.view);
}

struct gpu_target *gpu_target_create(struct gpu_scope *scope,
                                     const struct gpu_target_params *params)
{
    assert(params->name);
    struct gpu_target *target = gpu_object_create(scope, OBJECT_TARGET, sizeof(*target));
    if (!target)
        return NULL;
    struct gpu *gpu = scope->gpu;
    target->name = params->name;
    target->width = params->width;
    target->height = params->height;
    target->format = gpu_pixel_format(params->pixel);
    if (!(gpu->info.features & GPU_GRAPHICS)) {
        gpu_fail_format(gpu, GPU_UNSUPPORTED, "target %s: the device's queue does not draw",
                        target->name);
        return NULL;
    }
    if (!size_ok(gpu, target) || !colour_create(gpu, target) ||
        (!params->no_depth && !depth_create(gpu, target)) || !gpu_target_poison(target))
        return NULL;
    scope->bytes += gpu_target_bytes(target) * (params->no_depth ? 1 : 2);
    return target;
}

void gpu_target_release(struct gpu *gpu, struct gpu_target *target)
{
    gpu->vk.vkDestroyImageView(gpu->device, target->colour.view, NULL);
    gpu->vk.vkDestroyImageView(gpu->device, target->depth.view, NULL);
    gpu->vk.vkDestroyImage(gpu->device, target->colour.handle, NULL);
    gpu->vk.vkDestroyImage(gpu->device, target->depth.handle, NULL);
    gpu->vk.vkFreeMemory(gpu->device, target->colour.memory, NULL);
    gpu->vk.vkFreeMemory(gpu->device, target->depth.memory, NULL);
}

/* Contents ------------------------------------------------------------------------------------ */

bool gpu_target_poison(struct gpu_target *target)
{
    if (!target || gpu_failed(target->object.scope->gpu))
        return false;
    struct gpu *gpu = target->object.scope->gpu;
    VkClearColorValue poison;
    for (int i = 0; i < 4; i++)
        if (target->format == VK_FORMAT_R32_UINT)
            poison.uint32[i] = poison_word;
        else
            poison.float32[i] = (float)(poison_word & 0xFF) / 255.0f;
    const VkImageSubresourceRange all = { VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1 };
    if (!gpu_staging_begin(gpu))
        return false;
    gpu_layout_change(gpu, target->colour.handle, VK_IMAGE_LAYOUT_UNDEFINED,
                      VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    gpu->vk.vkCmdClearColorImage(gpu->staging_commands, target->colour.handle,
                                 VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, &poison, 1, &all);
    gpu_layout_change(gpu, target->colour.handle, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                      VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
    return gpu_staging_end(gpu);
}

bool gpu_target_read(struct gpu_target *target, void *destination)
{
    if (!target || gpu_failed(target->object.scope->gpu))
        return false;
    struct gpu *gpu = target->object.scope->gpu;
    const uint32_t row_bytes = PIXEL_BYTES * target->width;
    const uint32_t band = STAGING_BYTES / row_bytes; /* rows; a row is at most 64 KiB or so */
    for (uint32_t y = 0; y < target->height;) {
        const uint32_t rows = target->height - y < band ? target->height - y : band;
        const VkBufferImageCopy copy = { .imageSubresource = { VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1 },
                                         .imageOffset = { 0, (int32_t)y, 0 },
                                         .imageExtent = { target->width, rows, 1 } };
        if (!gpu_staging_begin(gpu))
            return false;
        gpu->vk.vkCmdCopyImageToBuffer(gpu->staging_commands, target->colour.handle,
                                       VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, gpu->staging, 1,
                                       &copy);
        if (!gpu_staging_end(gpu))
            return false;
        memcpy((char *)destination + (size_t)y * row_bytes, gpu->staging_mapped,
               (size_t)rows * row_bytes);
        y += rows;
    }
    return true;
}
