/* SPDX-License-Identifier: MIT */
/*
 * wide_planes.c: the planes on the device. What goes there is the picture; a kernel repeats it, so
 * that wide planes, which take gigabytes, are never made on the host.
 */
#include "bench/thread_group_tiling/wide_private.h"

#include "bench/common/device.h"

#include "thread_group_tiling.kernels.h"

enum { GROUP = 8 };

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

static struct gpu_kernel *mirror_create(struct gpu_scope *scope,
                                        const struct tiling_wide_input *input)
{
    const struct gpu_shader *image = input->format == GPU_RGBA16F
                                         ? &kernel_thread_group_tiling_mirror_halves
                                         : &kernel_thread_group_tiling_mirror_floats;
    if (input->layout == TILING_IMAGE)
        return kernel_create(scope, image);
    return kernel_create_with(scope, &kernel_thread_group_tiling_mirror_buffer,
                              (uint32_t)input->layout, tiling_wide_format_number(input));
}

/* One picture after another in one buffer, which goes when all are done. */
static bool planes_fill(struct gpu_scope *scope, const struct tiling_wide_input *input)
{
    const struct tiling_planes *planes = &input->planes;
    const uint64_t bytes = (uint64_t)planes->base_width * planes->base_height * 4 * sizeof(float);
    struct gpu_kernel *kernel = mirror_create(scope, input);
    struct gpu_buffer *picture = buffer_create(scope, "picture", bytes, NULL);
    bool filled = kernel && picture;
    for (uint32_t i = 0; filled && i < input->plane_count; i++) {
        struct gpu_commands *commands = gpu_commands_begin(scope);
        const struct push push = { { input->width, input->height },
                                   { input->planes.base_width, input->planes.base_height } };
        const bool images = input->layout == TILING_IMAGE;
        kernel_dispatch(
            commands, kernel, .buffers = { picture, images ? NULL : input->device->planes[i] },
            .images = { { 0 }, { .image = images ? input->device->images[i] : NULL } }, PUSH(push),
            .groups = { (input->width + GROUP - 1) / GROUP, (input->height + GROUP - 1) / GROUP,
                        1 });
        filled = gpu_buffer_write_by_threads(picture, 0, planes->base[i], bytes) &&
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
