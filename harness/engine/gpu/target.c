/* SPDX-License-Identifier: MIT */
#include "harness/engine/gpu/names.h"
#include "harness/engine/gpu/objects.h"

#include <assert.h>
#include <string.h>

enum { PIXEL_BYTES = 4 };

/* Usage of images that are read; target_image() says which. */
static const VkImageUsageFlags read_usage =
    VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;

struct formats gpu_formats_of(const enum gpu_pixel colours[GPU_COLOURS_MAX])
{
    struct formats formats = { 0 };
    for (int i = 0; i < GPU_COLOURS_MAX && colours[i] != GPU_PIXEL_NONE; i++)
        formats.formats[formats.count++] =
            colours[i] == GPU_PIXEL_UINT ? VK_FORMAT_R32_UINT : VK_FORMAT_R8G8B8A8_UNORM;
    for (int i = (int)formats.count; i < GPU_COLOURS_MAX; i++)
        assert(colours[i] == GPU_PIXEL_NONE);
    return formats;
}

/* Image i of those that are read: a colour, or the depth. */
static struct attachment *target_image(struct gpu_target *target, uint32_t image)
{
    return target->formats.count == 0 ? &target->depth : &target->colours[image];
}

static VkImageAspectFlags target_aspect(const struct gpu_target *target)
{
    return target->formats.count == 0 ? VK_IMAGE_ASPECT_DEPTH_BIT : VK_IMAGE_ASPECT_COLOR_BIT;
}

uint32_t gpu_target_images(const struct gpu_target *target)
{
    if (!target)
        return 0;
    return target->formats.count == 0 ? 1 : target->formats.count;
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

static bool attachment_create(struct gpu *gpu, const struct gpu_target *target, VkFormat format,
                              VkImageUsageFlags usage, VkImageAspectFlags aspect,
                              struct attachment *attachment)
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
    if (!gpu_memory_image_create(gpu, target->name, &info, &attachment->handle,
                                 &attachment->memory))
        return false;
    gpu_name(gpu, VK_OBJECT_TYPE_IMAGE, (uint64_t)attachment->handle, "%s%s", target->name,
             aspect == VK_IMAGE_ASPECT_DEPTH_BIT ? ", depth" : "");
    const VkImageViewCreateInfo view = { .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                         .image = attachment->handle,
                                         .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                         .format = format,
                                         .subresourceRange = { aspect, 0, 1, 0, 1 } };
    return VK(gpu, vkCreateImageView(gpu->device, &view, NULL, &attachment->view));
}

static bool attachments_create(struct gpu *gpu, struct gpu_target *target, bool depth)
{
    const VkImageUsageFlags depth_usage = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
    for (uint32_t i = 0; i < target->formats.count; i++)
        if (!attachment_create(gpu, target, target->formats.formats[i],
                               VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | read_usage,
                               VK_IMAGE_ASPECT_COLOR_BIT, &target->colours[i]))
            return false;
    return !depth || attachment_create(gpu, target, depth_format,
                                       depth_usage | (target->formats.count == 0 ? read_usage : 0),
                                       VK_IMAGE_ASPECT_DEPTH_BIT, &target->depth);
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
    target->formats = gpu_formats_of(params->colours);
    assert(target->formats.count > 0 || !params->no_depth);
    if (!(gpu->info.features & GPU_GRAPHICS)) {
        gpu_fail_format(gpu, GPU_UNSUPPORTED, "target %s: the device's queue does not draw",
                        target->name);
        return NULL;
    }
    if (!size_ok(gpu, target) || !attachments_create(gpu, target, !params->no_depth) ||
        !gpu_target_poison(target, new_word))
        return NULL;
    scope->bytes += gpu_target_bytes(target) * (target->formats.count + (params->no_depth ? 0 : 1));
    return target;
}

static void attachment_release(struct gpu *gpu, struct attachment *attachment)
{
    gpu->vk.vkDestroyImageView(gpu->device, attachment->view, NULL);
    gpu->vk.vkDestroyImage(gpu->device, attachment->handle, NULL);
    gpu_memory_release(gpu, attachment->memory);
}

void gpu_target_release(struct gpu *gpu, struct gpu_target *target)
{
    for (int i = 0; i < GPU_COLOURS_MAX; i++)
        attachment_release(gpu, &target->colours[i]);
    attachment_release(gpu, &target->depth);
}

/* Contents ------------------------------------------------------------------------------------ */

static void image_poison(struct gpu *gpu, VkImage image, VkFormat format, uint32_t word)
{
    VkClearColorValue poison;
    for (int i = 0; i < 4; i++)
        poison.float32[i] = (float)(word >> 8 * i & 0xFF) / 255.0f;
    const VkImageSubresourceRange all = { VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1 };
    if (format == VK_FORMAT_R32_UINT)
        poison.uint32[0] = word;
    gpu->vk.vkCmdClearColorImage(gpu->staging_commands, image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                                 &poison, 1, &all);
}

static void depth_poison(struct gpu *gpu, VkImage image, uint32_t word)
{
    const VkClearDepthStencilValue poison = { .depth = (float)(word & 0xFF) / 255.0f };
    const VkImageSubresourceRange all = { VK_IMAGE_ASPECT_DEPTH_BIT, 0, 1, 0, 1 };
    gpu->vk.vkCmdClearDepthStencilImage(gpu->staging_commands, image,
                                        VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, &poison, 1, &all);
}

bool gpu_target_poison(struct gpu_target *target, uint32_t word)
{
    if (!target || gpu_failed(target->object.scope->gpu))
        return false;
    struct gpu *gpu = target->object.scope->gpu;
    const VkImageAspectFlags aspect = target_aspect(target);
    if (!gpu_staging_begin(gpu))
        return false;
    for (uint32_t i = 0; i < gpu_target_images(target); i++) {
        VkImage image = target_image(target, i)->handle;
        gpu_layout_change(gpu, image, aspect, VK_IMAGE_LAYOUT_UNDEFINED,
                          VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
        if (target->formats.count == 0)
            depth_poison(gpu, image, word);
        else
            image_poison(gpu, image, target->formats.formats[i], word);
        gpu_layout_change(gpu, image, aspect, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                          VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
    }
    return gpu_staging_end(gpu);
}

bool gpu_target_read(struct gpu_target *target, uint32_t image, void *destination)
{
    if (!target || gpu_failed(target->object.scope->gpu))
        return false;
    struct gpu *gpu = target->object.scope->gpu;
    if (image >= gpu_target_images(target)) {
        gpu_fail_format(gpu, GPU_ERROR, "target %s: image %u was read of %u", target->name, image,
                        gpu_target_images(target));
        return false;
    }
    const uint32_t row_bytes = PIXEL_BYTES * target->width;
    const uint32_t band = STAGING_BYTES / row_bytes; /* rows; a row is at most 64 KiB or so */
    for (uint32_t y = 0; y < target->height;) {
        const uint32_t rows = target->height - y < band ? target->height - y : band;
        const VkBufferImageCopy copy = { .imageSubresource = { target_aspect(target), 0, 0, 1 },
                                         .imageOffset = { 0, (int32_t)y, 0 },
                                         .imageExtent = { target->width, rows, 1 } };
        if (!gpu_staging_begin(gpu))
            return false;
        gpu->vk.vkCmdCopyImageToBuffer(gpu->staging_commands, target_image(target, image)->handle,
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
