/* SPDX-License-Identifier: MIT */
/*
 * wide_planes.c: the planes. What goes to the device is the picture; a kernel repeats it, so that
 * wide planes, which take gigabytes, are never made on the host.
 */
#include "bench/thread_group_tiling/wide_private.h"

#include "bench/common/device.h"

#include "thread_group_tiling.kernels.h"

#include <stdio.h>
#include <string.h>

enum { GROUP = 8 };

/* Reflects the nearest of 0..size-1; counted there and back again through 0..base-1. */
static uint32_t mirrored(int64_t at, uint32_t size, uint32_t base)
{
    const uint32_t within = at < 0 ? 0 : at >= size ? size - 1 : (uint32_t)at;
    if (size == base)
        return within;
    const uint32_t turn = within % (2 * base);
    return turn < base ? turn : 2 * base - 1 - turn;
}

const float *tiling_wide_texel(const struct tiling_wide_input *input, uint32_t plane, int64_t x,
                               int64_t y)
{
    const struct tiling_gbuffer *planes = &input->planes;
    const size_t column = mirrored(x, input->width, planes->width);
    const size_t row = mirrored(y, input->height, planes->height);
    return &planes->planes[plane][4 * (row * planes->width + column)];
}

/* Gives a texel of plane 0 the values of another; planes that are altered are not shared. */
static bool planes_alter(struct context *context, struct tiling_gbuffer *planes, uint64_t altered)
{
    const uint32_t count = planes->width * planes->height;
    const size_t bytes = 4 * sizeof(float) * count;
    float *base = context_alloc(context, bytes);
    if (!base)
        return false;
    memcpy(base, planes->planes[0], bytes);
    float *texel = &base[4 * (altered % count)], *other = texel;
    for (uint32_t i = 1; i < count && memcmp(texel, other, 4 * sizeof(float)) == 0; i++)
        other = &base[4 * ((altered + i) % count)];
    memcpy(texel, other, 4 * sizeof(float));
    planes->planes[0] = base;
    return true;
}

static bool picture_make(struct context *context, void *state, const void *argument)
{
    const uint32_t *size = argument;
    return tiling_gbuffer_render(context, size[0], size[1], state);
}

/* The picture is shared with others (context_share()). */
bool tiling_wide_planes_make(struct context *context, struct tiling_wide_input *input,
                             uint64_t altered)
{
    const uint32_t size[2] = {
        input->width < TILING_GBUFFER_WIDTH ? input->width : TILING_GBUFFER_WIDTH,
        input->height < TILING_GBUFFER_HEIGHT ? input->height : TILING_GBUFFER_HEIGHT
    };
    char key[64];
    snprintf(key, sizeof(key), "thread_group_tiling picture %ux%u", size[0], size[1]);
    const struct tiling_gbuffer *picture =
        context_share(context, key, sizeof(*picture), picture_make, size);
    if (!picture)
        return false;
    input->planes = *picture;
    return altered == 0 || planes_alter(context, &input->planes, altered);
}

/* The push constants of mirror.glsl. */
struct push {
    uint32_t size[2], base[2];
};

static struct gpu_image *image_create(struct gpu_scope *scope,
                                      const struct tiling_wide_input *input, uint32_t width,
                                      uint32_t height)
{
    return gpu_image_create(
        scope, &(struct gpu_image_params){ .name = "plane",
                                           .width = width,
                                           .height = height,
                                           .format = input->format,
                                           .usage = GPU_IMAGE_SAMPLED | GPU_IMAGE_STORAGE });
}

/* One picture after another in one buffer, which goes when all are done. */
static bool planes_fill(struct gpu_scope *scope, const struct tiling_wide_input *input)
{
    const struct tiling_gbuffer *planes = &input->planes;
    const uint64_t bytes = (uint64_t)planes->width * planes->height * 4 * sizeof(float);
    const struct gpu_shader *mirror = input->format == GPU_RGBA16F
                                          ? &kernel_thread_group_tiling_mirror_halves
                                          : &kernel_thread_group_tiling_mirror_floats;
    struct gpu_kernel *kernel =
        input->layout == TILING_IMAGE
            ? kernel_create(scope, mirror)
            : kernel_create_with(scope, &kernel_thread_group_tiling_mirror_buffer,
                                 (uint32_t)input->layout, tiling_wide_format_number(input));
    struct gpu_buffer *picture = buffer_create(scope, "picture", bytes, NULL);
    bool filled = kernel && picture;
    for (uint32_t i = 0; filled && i < input->plane_count; i++) {
        struct gpu_commands *commands = gpu_commands_begin(scope);
        const struct push push = { { input->width, input->height },
                                   { planes->width, planes->height } };
        const bool images = input->layout == TILING_IMAGE;
        kernel_dispatch(
            commands, kernel, .buffers = { picture, images ? NULL : input->device->planes[i] },
            .images = { { 0 }, { .image = images ? input->device->images[i] : NULL } }, PUSH(push),
            .groups = { (input->width + GROUP - 1) / GROUP, (input->height + GROUP - 1) / GROUP,
                        1 });
        filled = gpu_buffer_write_by_threads(picture, 0, planes->planes[i], bytes) &&
                 gpu_commands_submit(commands);
    }
    return filled;
}

bool tiling_wide_planes_upload(struct context *context, struct tiling_wide_input *input)
{
    struct gpu_scope *scope = gpu_scope_create(gpu_scope_device(context->scope));
    struct tiling_wide_device *device = input->device;
    const bool images = input->layout == TILING_IMAGE;
    device->sampler = gpu_sampler_create(
        context->scope, &(struct gpu_sampler_params){ GPU_NEAREST, GPU_NEAREST, GPU_CLAMP });
    if (images)
        device->planes[0] = buffer_create(context->scope, "no plane", 16, NULL);
    else
        device->images[0] = image_create(context->scope, input, 1, 1);
    for (uint32_t i = 0; i < input->plane_count; i++)
        if (images)
            device->images[i] = image_create(context->scope, input, input->width, input->height);
        else
            device->planes[i] = tiling_wide_buffer(context->scope, input, "plane");
    const bool uploaded = device->planes[0] && device->images[0] && planes_fill(scope, input);
    gpu_scope_destroy(&scope);
    return uploaded;
}
