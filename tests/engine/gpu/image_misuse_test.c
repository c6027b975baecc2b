/* SPDX-License-Identifier: MIT */
/* image_misuse_test.c: images where they do not fit: one line each, and the device goes on. */
#include "tests/engine/gpu/image_scene.h"

#include "harness/engine/gpu/engine.h"

static void assert_dispatch_fails(struct scene *scene, const struct gpu_dispatch *dispatch,
                                  const char *says)
{
    gpu_commands_restart(scene->commands);
    gpu_commands_dispatch(scene->commands, dispatch);
    assert_failed(scene->gpu, GPU_ERROR, says);
}

TEST(test_wrong_sampled)
{
    const struct gpu_sampler_params nearest = { GPU_NEAREST, GPU_NEAREST, GPU_CLAMP };
    const struct point point = { 0, 0, 0, 0 };
    CLEANUP(scene_finish) struct scene scene = scene_create();
    struct gpu_image *image = image_make(&scene, GPU_RGBA8, 4, 3, GPU_IMAGE_SAMPLED);
    const struct gpu_dispatch right = sample_of(&scene, image, &nearest, &point, 1);
    struct gpu_dispatch wrong = right;
    wrong.images[2].image = NULL;
    assert_dispatch_fails(&scene, &wrong, "binding 2 is a sampled_image, got nothing");
    wrong.buffers[2] = wrong.buffers[0];
    assert_dispatch_fails(&scene, &wrong, "binding 2 is a sampled_image, got a buffer");
    wrong.images[2] = right.images[2];
    assert_dispatch_fails(&scene, &wrong, "got a buffer and an image");
    wrong = right;
    wrong.images[1] = right.images[2];
    wrong.buffers[1] = NULL;
    assert_dispatch_fails(&scene, &wrong, "binding 1 is a storage_buffer, got an image");
    wrong = right;
    wrong.images[2].sampler = NULL;
    assert_dispatch_fails(&scene, &wrong, "image image came without a sampler");
    wrong = right;
    wrong.images[2].level = 1;
    assert_dispatch_fails(&scene, &wrong, "came with a level");
    wrong = right;
    wrong.images[2].image = image_make(&scene, GPU_RGBA8, 4, 1, GPU_IMAGE_STORAGE);
    assert_dispatch_fails(&scene, &wrong, "was made without GPU_IMAGE_SAMPLED");
    gpu_commands_restart(scene.commands);
    gpu_commands_dispatch(scene.commands, &right);
    assert_true(gpu_commands_submit(scene.commands));
}

TEST(test_wrong_storage)
{
    CLEANUP(scene_finish) struct scene scene = scene_create();
    struct gpu_image *images[4];
    images_make(&scene, 2, images);
    const struct gpu_dispatch right = store_into(&scene, images, 1);
    struct gpu_dispatch wrong = right;
    wrong.images[3].image = images[GPU_R32F];
    assert_dispatch_fails(&scene, &wrong,
                          "binding 3 is a storage image of rgba32f, got level 1 of image image, "
                          "which has 2 of r32f");
    wrong = right;
    wrong.images[0].level = 2;
    assert_dispatch_fails(&scene, &wrong, "got level 2 of image image, which has 2 of rgba8");
    wrong = right;
    wrong.images[0].sampler = gpu_sampler_create(
        scene.scope, &(struct gpu_sampler_params){ GPU_NEAREST, GPU_NEAREST, GPU_CLAMP });
    assert_dispatch_fails(&scene, &wrong, "came with a sampler");
    wrong = right;
    wrong.images[0].image = image_make(&scene, GPU_RGBA8, 20, 2, GPU_IMAGE_SAMPLED);
    assert_dispatch_fails(&scene, &wrong, "was made without GPU_IMAGE_STORAGE");
}

TEST(test_wrong_image)
{
    CLEANUP(scene_finish) struct scene scene = scene_create();
    uint32_t texel[4] = { 0 };
    assert_null(image_make(&scene, GPU_RGBA8, 0, 1, BOTH));
    assert_failed(scene.gpu, GPU_ERROR, "image image: has no texels (0 x 0)");
    assert_null(image_make(&scene, GPU_RGBA8, 8, 5, BOTH));
    assert_failed(scene.gpu, GPU_ERROR, "image image: 5 levels, 8 x 8 texels have 4");
    assert_null(image_make(&scene, GPU_RGBA8, 1u << 24, 1, BOTH));
    assert_failed(scene.gpu, GPU_UNSUPPORTED, "texels, the device has at most");
    struct gpu_image *image = image_make(&scene, GPU_RGBA8, 8, 2, BOTH);
    assert_false(gpu_image_read(image, 2, texel));
    assert_failed(scene.gpu, GPU_ERROR, "image image: there is no level 2; it has 2");
    assert_null(gpu_pipeline_create(
        scene.scope, &(struct gpu_pipeline_params){ .vertex = &kernel_planted_raster_triangles,
                                                    .fragment = &kernel_planted_image_fragment }));
    assert_failed(scene.gpu, GPU_ERROR, "binding 1: draws take storage buffers alone");
    gpu_fault_plant(scene.gpu, GPU_OUT_OF_MEMORY);
    assert_null(image_make(&scene, GPU_RGBA8, 8, 2, BOTH));
    assert_failed(scene.gpu, GPU_OUT_OF_MEMORY, "planted");
    assert_non_null(image_make(&scene, GPU_RGBA8, 8, 2, BOTH));
}

static void call_everything(struct gpu_scope *scope, struct gpu_image *image)
{
    uint32_t texel[4] = { 0 };
    const struct gpu_image_params params = { "image", 4, 4, 1, GPU_RGBA8, BOTH, NULL };
    assert_null(gpu_image_create(scope, &params));
    assert_null(gpu_sampler_create(scope, &(struct gpu_sampler_params){ 0 }));
    assert_false(gpu_image_write(image, 0, texel));
    assert_false(gpu_image_read(image, 0, texel));
    assert_false(gpu_image_fill(image, 0, (const float[4]){ 0 }));
    assert_false(gpu_image_poison(image, 0xA5A5A5A5));
    assert_int_equal(texel[0], 0);
}

TEST(test_failed_device)
{
    CLEANUP(scene_finish) struct scene scene = scene_create();
    struct gpu_image *image = image_make(&scene, GPU_RGBA8, 1, 1, BOTH);
    call_everything(NULL, NULL);
    assert_int_equal(gpu_image_bytes(NULL), 0);
    gpu_fail(scene.gpu, GPU_ERROR, "planted");
    call_everything(scene.scope, image);
    assert_true(gpu_recover(scene.gpu));
}
