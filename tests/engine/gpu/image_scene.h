/* SPDX-License-Identifier: MIT */
/* image_scene.h: what tests of images run in: a device under validation, images and kernels. */
#ifndef CLAIMCHECK_TESTS_ENGINE_GPU_IMAGE_SCENE_H
#define CLAIMCHECK_TESTS_ENGINE_GPU_IMAGE_SCENE_H

#include "harness/engine/gpu/gpu.h"

#include "planted.kernels.h"

#include "tests/engine/gpu/gpu_parts.h"

enum { BOTH = GPU_IMAGE_SAMPLED | GPU_IMAGE_STORAGE };

struct scene {
    struct gpu *gpu;
    struct gpu_scope *scope;
    struct gpu_commands *commands;
};

static inline struct scene scene_create(void)
{
    struct scene scene = { .gpu = device_create(true) };
    scene.scope = gpu_scope_create(scene.gpu);
    scene.commands = gpu_commands_begin(scene.scope);
    assert_non_null(scene.commands);
    return scene;
}

static inline void scene_finish(struct scene *scene)
{
    device_finish_whole(scene->gpu, scene->scope);
}

static inline struct gpu_image *image_make(struct scene *scene, enum gpu_format format,
                                           uint32_t size, uint32_t levels, uint32_t usage)
{
    return gpu_image_create(scene->scope, &(struct gpu_image_params){ .name = "image",
                                                                      .width = size,
                                                                      .height = size,
                                                                      .levels = levels,
                                                                      .format = format,
                                                                      .usage = usage });
}

static inline struct gpu_dispatch store_into(struct scene *scene, struct gpu_image *const images[4],
                                             uint32_t level)
{
    struct gpu_dispatch dispatch = {
        .kernel = kernel_create(scene->scope, &kernel_planted_image_store),
        .groups = { 2, 2, 1 },
    };
    for (int i = 0; i < 4; i++)
        dispatch.images[i] = (struct gpu_image_binding){ .image = images[i], .level = level };
    return dispatch;
}

static inline void images_make(struct scene *scene, uint32_t levels, struct gpu_image *images[4])
{
    for (int format = 0; format < GPU_FORMAT_COUNT; format++)
        images[format] = image_make(scene, (enum gpu_format)format, 20, levels, BOTH);
}

struct point {
    float u, v, level, unused;
};

static inline struct gpu_dispatch sample_of(struct scene *scene, struct gpu_image *image,
                                            const struct gpu_sampler_params *sampler,
                                            const struct point *points, uint32_t count)
{
    return (struct gpu_dispatch){
        .kernel = kernel_create(scene->scope, &kernel_planted_image_sample),
        .buffers = { buffer_create(scene->scope, "points", 16 * count, points),
                     buffer_create(scene->scope, "colours", 16 * count, NULL) },
        .images = { [2] = { image, gpu_sampler_create(scene->scope, sampler), 0 } },
        .groups = { 1, 1, 1 },
    };
}

#endif
