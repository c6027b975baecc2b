/* SPDX-License-Identifier: MIT */
#include "harness/engine/gpu/gpu.h"

#include "harness/engine/gpu/private.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static const struct {
    VkFormat format;
    uint32_t bytes;
} formats[GPU_FORMAT_COUNT] = {
    [GPU_RGBA8] = { VK_FORMAT_R8G8B8A8_UNORM, 4 },
    [GPU_R32F] = { VK_FORMAT_R32_SFLOAT, 4 },
    [GPU_RGBA16F] = { VK_FORMAT_R16G16B16A16_SFLOAT, 8 },
    [GPU_RGBA32F] = { VK_FORMAT_R32G32B32A32_SFLOAT, 16 },
};

uint32_t gpu_format_bytes(enum gpu_format format)
{
    return formats[format].bytes;
}

uint32_t gpu_image_levels(uint32_t width, uint32_t height)
{
    uint32_t levels = 0;
    for (uint32_t size = width > height ? width : height; size > 0; size /= 2)
        levels++;
    return levels;
}

void gpu_image_size(const struct gpu_image *image, uint32_t level, uint32_t size[2])
{
    size[0] = size[1] = 0;
    if (!image || level >= image->levels)
        return;
    size[0] = image->width >> level > 0 ? image->width >> level : 1;
    size[1] = image->height >> level > 0 ? image->height >> level : 1;
}

uint64_t gpu_image_level_bytes(const struct gpu_image *image, uint32_t level)
{
    uint32_t size[2];
    gpu_image_size(image, level, size);
    return size[0] ? (uint64_t)size[0] * size[1] * gpu_format_bytes(image->format) : 0;
}

uint64_t gpu_image_bytes(const struct gpu_image *image)
{
    uint64_t bytes = 0;
    for (uint32_t level = 0; image && level < image->levels; level++)
        bytes += gpu_image_level_bytes(image, level);
    return bytes;
}

/* Creation ------------------------------------------------------------------------------------ */

static VkImageUsageFlags usage_flags(const struct gpu_image *image)
{
    VkImageUsageFlags flags = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    flags |= image->usage & GPU_IMAGE_SAMPLED ? VK_IMAGE_USAGE_SAMPLED_BIT : 0;
    return flags | (image->usage & GPU_IMAGE_STORAGE ? VK_IMAGE_USAGE_STORAGE_BIT : 0);
}

/* False, with the reason recorded, when there are no such images, or none on the device. */
static bool image_ok(struct gpu *gpu, struct gpu_image *image)
{
    const uint32_t levels = gpu_image_levels(image->width, image->height);
    if (image->width == 0 || image->height == 0)
        return gpu_fail_format(gpu, GPU_ERROR, "image %s: has no texels (%u x %u)", image->name,
                               image->width, image->height);
    if (image->levels > levels || image->levels > GPU_IMAGE_LEVELS_MAX)
        return gpu_fail_format(gpu, GPU_ERROR, "image %s: %u levels, %u x %u texels have %u",
                               image->name, image->levels, image->width, image->height, levels);
    const VkFormat format = formats[image->format].format;
    VkImageFormatProperties can;
    VkFormatProperties features;
    vkGetPhysicalDeviceFormatProperties(gpu->physical, format, &features);
    image->filters =
        features.optimalTilingFeatures & VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT;
    const VkResult result = vkGetPhysicalDeviceImageFormatProperties(
        gpu->physical, format, VK_IMAGE_TYPE_2D, VK_IMAGE_TILING_OPTIMAL, usage_flags(image), 0,
        &can);
    if (result == VK_ERROR_FORMAT_NOT_SUPPORTED)
        return gpu_fail_format(gpu, GPU_UNSUPPORTED,
                               "image %s: the device has no such images of %s", image->name,
                               gpu_format_name(image->format));
    if (!CHECK(gpu, result, "vkGetPhysicalDeviceImageFormatProperties"))
        return false;
    const uint32_t side = gpu->info.limits.image_side_max;
    const uint32_t width = can.maxExtent.width < side ? can.maxExtent.width : side;
    const uint32_t height = can.maxExtent.height < side ? can.maxExtent.height : side;
    return (image->width <= width && image->height <= height) ||
           gpu_fail_format(gpu, GPU_UNSUPPORTED,
                           "image %s: %u x %u texels, the device has at most %u x %u", image->name,
                           image->width, image->height, width, height);
}

static bool view_create(struct gpu *gpu, const struct gpu_image *image, uint32_t level,
                        uint32_t count, VkImageView *view)
{
    const VkImageViewCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
        .image = image->handle,
        .viewType = VK_IMAGE_VIEW_TYPE_2D,
        .format = formats[image->format].format,
        .subresourceRange = { VK_IMAGE_ASPECT_COLOR_BIT, level, count, 0, 1 },
    };
    return gpu->compile_only || VK(gpu, vkCreateImageView(gpu->device, &info, NULL, view));
}

VkImageLayout gpu_image_layout(const struct gpu_image *image)
{
    return image->usage & GPU_IMAGE_STORAGE ? VK_IMAGE_LAYOUT_GENERAL
                                            : VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
}

static void image_release(struct gpu *gpu, void *object)
{
    struct gpu_image *image = object;
    gpu->image_count--;
    gpu->vk.vkDestroyImageView(gpu->device, image->all, NULL);
    for (uint32_t i = 0; i < GPU_IMAGE_LEVELS_MAX; i++)
        gpu->vk.vkDestroyImageView(gpu->device, image->each[i], NULL);
    gpu->vk.vkDestroyImage(gpu->device, image->handle, NULL);
    gpu_memory_release(gpu, image->memory);
}

struct gpu_image *gpu_image_create(struct gpu_scope *scope, const struct gpu_image_params *params)
{
    assert(params->format < GPU_FORMAT_COUNT);
    assert(params->usage && !(params->usage & ~(uint32_t)(GPU_IMAGE_SAMPLED | GPU_IMAGE_STORAGE)));
    assert(params->name);
    struct gpu_image *image = gpu_object_create(scope, OBJECT_IMAGE, sizeof(*image), image_release);
    if (!image)
        return NULL;
    struct gpu *gpu = scope->gpu;
    image->name = params->name;
    image->width = params->width;
    image->height = params->height;
    image->levels = params->levels ? params->levels : 1;
    image->format = params->format;
    image->usage = params->usage;
    image->level_serial = gpu->serials + 1;
    gpu->serials += image->levels;
    gpu->image_count++;
    if (!image_ok(gpu, image))
        return NULL;
    const VkImageCreateInfo info = { .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                                     .imageType = VK_IMAGE_TYPE_2D,
                                     .format = formats[image->format].format,
                                     .extent = { image->width, image->height, 1 },
                                     .mipLevels = image->levels,
                                     .arrayLayers = 1,
                                     .samples = VK_SAMPLE_COUNT_1_BIT,
                                     .tiling = VK_IMAGE_TILING_OPTIMAL,
                                     .usage = usage_flags(image) };
    if (!gpu_memory_image_create(gpu, image->name, &info, &image->handle, &image->memory))
        return NULL;
    gpu_name(gpu, VK_OBJECT_TYPE_IMAGE, (uint64_t)image->handle, "%s", image->name);
    if (image->usage & GPU_IMAGE_SAMPLED && !view_create(gpu, image, 0, image->levels, &image->all))
        return NULL;
    for (uint32_t i = 0; image->usage & GPU_IMAGE_STORAGE && i < image->levels; i++)
        if (!view_create(gpu, image, i, 1, &image->each[i]))
            return NULL;
    if (!gpu_image_poison(image, new_word) ||
        (params->data && !gpu_image_write(image, 0, params->data)))
        return NULL;
    scope->bytes += gpu_image_bytes(image);
    return image;
}

/* Contents ------------------------------------------------------------------------------------ */

/* False, with the reason recorded, when there is no such level; quietly without an image, or on a
 * failed device. */
static bool level_ok(const struct gpu_image *image, uint32_t level)
{
    if (!image || gpu_failed(image->object.scope->gpu))
        return false;
    if (level >= image->levels)
        gpu_fail_format(image->object.scope->gpu, GPU_ERROR,
                        "image %s: there is no level %u; it has %u", image->name, level,
                        image->levels);
    return level < image->levels;
}

/* Rows of a level that fit into the staging memory. */
struct band {
    uint32_t level, y, width, rows, height;
    size_t row_bytes;
};

static bool band_first(struct gpu_image *image, uint32_t level, struct band *band)
{
    uint32_t size[2];
    if (!level_ok(image, level))
        return false;
    gpu_image_size(image, level, size);
    const size_t row_bytes = (size_t)size[0] * gpu_format_bytes(image->format);
    const uint32_t fit = (uint32_t)(STAGING_BYTES / row_bytes);
    *band = (struct band){ level, 0, size[0], size[1] < fit ? size[1] : fit, size[1], row_bytes };
    return true;
}

static void band_next(struct band *band)
{
    const uint32_t left = band->height - band->y - band->rows;
    band->y += band->rows;
    band->rows = left < band->rows ? left : band->rows;
}

static bool band_copy(struct gpu_image *image, const struct band *band, bool up)
{
    struct gpu *gpu = image->object.scope->gpu;
    const VkImageLayout rest = gpu_image_layout(image);
    VkImageLayout layout =
        up ? VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL : VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
    const VkBufferImageCopy copy = {
        .imageSubresource = { VK_IMAGE_ASPECT_COLOR_BIT, band->level, 0, 1 },
        .imageOffset = { 0, (int32_t)band->y, 0 },
        .imageExtent = { band->width, band->rows, 1 },
    };
    layout = rest == VK_IMAGE_LAYOUT_GENERAL ? rest : layout;
    if (gpu->compile_only) {
        memset(gpu->staging_mapped, 0, band->rows * band->row_bytes);
        return true;
    }
    if (!gpu_staging_begin(gpu))
        return false;
    if (layout != rest)
        gpu_layout_change(gpu, image->handle, VK_IMAGE_ASPECT_COLOR_BIT, rest, layout);
    if (up)
        gpu->vk.vkCmdCopyBufferToImage(gpu->staging_commands, gpu->staging, image->handle, layout,
                                       1, &copy);
    else
        gpu->vk.vkCmdCopyImageToBuffer(gpu->staging_commands, image->handle, layout, gpu->staging,
                                       1, &copy);
    if (layout != rest)
        gpu_layout_change(gpu, image->handle, VK_IMAGE_ASPECT_COLOR_BIT, layout, rest);
    return gpu_staging_end(gpu);
}

bool gpu_image_write(struct gpu_image *image, uint32_t level, const void *source)
{
    struct band band;
    if (!band_first(image, level, &band))
        return false;
    image->holds = true;
    for (; band.rows > 0; band_next(&band)) {
        memcpy(image->object.scope->gpu->staging_mapped,
               (const char *)source + band.y * band.row_bytes, band.rows * band.row_bytes);
        if (!band_copy(image, &band, true))
            return false;
    }
    return true;
}

bool gpu_image_read(struct gpu_image *image, uint32_t level, void *destination)
{
    struct band band;
    if (!band_first(image, level, &band))
        return false;
    for (; band.rows > 0; band_next(&band)) {
        if (!band_copy(image, &band, false))
            return false;
        memcpy((char *)destination + band.y * band.row_bytes,
               image->object.scope->gpu->staging_mapped, band.rows * band.row_bytes);
    }
    return true;
}

/* Levels first..first+count-1. The device fills images, which take gigabytes, by itself. */
static bool levels_clear(struct gpu_image *image, uint32_t first, uint32_t count,
                         const float colour[4])
{
    struct gpu *gpu = image->object.scope->gpu;
    const VkImageLayout rest = gpu_image_layout(image);
    const VkImageLayout layout =
        rest == VK_IMAGE_LAYOUT_GENERAL ? rest : VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL;
    const VkImageSubresourceRange levels = { VK_IMAGE_ASPECT_COLOR_BIT, first, count, 0, 1 };
    const VkClearColorValue value = { .float32 = { colour[0], colour[1], colour[2], colour[3] } };
    const VkImageLayout before = image->has_layout ? rest : VK_IMAGE_LAYOUT_UNDEFINED;
    if (gpu->compile_only || !gpu_staging_begin(gpu))
        return gpu->compile_only;
    if (before != layout)
        gpu_layout_change(gpu, image->handle, VK_IMAGE_ASPECT_COLOR_BIT, before, layout);
    gpu->vk.vkCmdClearColorImage(gpu->staging_commands, image->handle, layout, &value, 1, &levels);
    if (layout != rest)
        gpu_layout_change(gpu, image->handle, VK_IMAGE_ASPECT_COLOR_BIT, layout, rest);
    image->has_layout = true;
    return gpu_staging_end(gpu);
}

bool gpu_image_fill(struct gpu_image *image, uint32_t level, const float colour[4])
{
    if (!level_ok(image, level))
        return false;
    image->holds = true;
    return levels_clear(image, level, 1, colour);
}

bool gpu_image_poison(struct gpu_image *image, uint32_t word)
{
    if (!level_ok(image, 0))
        return false;
    float value; /* of the format, that the word's lowest bits stand for */
    memcpy(&value, &word, sizeof(value));
    if (image->format == GPU_RGBA8)
        value = (float)(word & 0xFF) / 255.0f;
    if (image->format == GPU_RGBA16F) { /* no infinity and no NaN */
        const int exponent = word >> 10 & 0x1F;
        const float fraction = (float)((word & 0x3FF) + (exponent > 0 ? 1024 : 0));
        const float number = ldexpf(fraction, (exponent > 0 ? exponent : 1) - 25);
        value = word & 0x8000 ? -number : number;
    }
    const float colour[] = { value, value, value, value };
    return levels_clear(image, 0, image->levels, colour);
}

/* Samplers ------------------------------------------------------------------------------------- */

static void sampler_release(struct gpu *gpu, void *object)
{
    struct gpu_sampler *sampler = object;
    gpu->vk.vkDestroySampler(gpu->device, sampler->handle, NULL);
}

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
    struct gpu_sampler *sampler =
        gpu_object_create(scope, OBJECT_OTHER, sizeof(*sampler), sampler_release);
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
