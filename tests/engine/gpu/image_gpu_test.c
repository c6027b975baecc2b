/* SPDX-License-Identifier: MIT */
/* image_gpu_test.c: images and samplers, in kernels that write and look up known texels. */
#include "harness/half.h"
#include "tests/engine/gpu/image_scene.h"

enum { POISON = 0xA5 };

/* Texels -------------------------------------------------------------------------------------- */

static void assert_bytes(const unsigned char *bytes, uint64_t count, unsigned char first,
                         unsigned char step)
{
    for (uint64_t i = 0; i < count; i++)
        assert_int_equal(bytes[i], (unsigned char)(first + step * i));
}

static void check_texels(struct scene *scene, enum gpu_format format, uint32_t usage)
{
    static const uint32_t filled[GPU_FORMAT_COUNT][4] = {
        [GPU_RGBA8] = { 0x00FF00FF },
        [GPU_R32F] = { 0x3F800000 },
        [GPU_RGBA16F] = { 0x3C00, 0x3C00 },
        [GPU_RGBA32F] = { 0x3F800000, 0, 0x3F800000, 0 },
    };
    const uint32_t width = 37, height = 21, levels = gpu_image_levels(37, 21);
    unsigned char source[37 * 21 * 16], back[37 * 21 * 16];
    struct gpu_image *image =
        gpu_image_create(scene->scope, &(struct gpu_image_params){ "texels", width, height, levels,
                                                                   format, usage, NULL });
    assert_int_equal(levels, 6);
    for (size_t i = 0; i < sizeof(source); i++)
        source[i] = (unsigned char)(7 + 3 * i);
    for (uint32_t level = 0; level < levels; level++) {
        const uint64_t bytes = gpu_image_level_bytes(image, level);
        assert_true(gpu_image_read(image, level, back));
        assert_bytes(back, bytes, POISON, 0);
        assert_true(gpu_image_write(image, level, source));
        assert_true(gpu_image_read(image, level, back));
        assert_bytes(back, bytes, 7, 3);
    }
    assert_true(gpu_image_fill(image, 2, (const float[]){ 1, 0, 1, 0 }));
    assert_true(gpu_image_read(image, 2, back));
    for (uint32_t i = 0; i < gpu_image_level_bytes(image, 2); i += gpu_format_bytes(format))
        assert_memory_equal(back + i, filled[format], gpu_format_bytes(format));
    assert_true(gpu_image_read(image, 1, back));
    assert_bytes(back, gpu_image_level_bytes(image, 1), 7, 3);
    assert_true(gpu_image_poison(image, 0xA5A5A5A5));
    assert_true(gpu_image_read(image, 1, back));
    assert_bytes(back, gpu_image_level_bytes(image, 1), POISON, 0);
}

TEST(test_texels)
{
    CLEANUP(scene_finish) struct scene scene = scene_create();
    for (int format = 0; format < GPU_FORMAT_COUNT; format++)
        for (uint32_t usage = 1; usage <= (uint32_t)BOTH; usage++)
            check_texels(&scene, (enum gpu_format)format, usage);
}

TEST(test_sizes)
{
    CLEANUP(scene_finish) struct scene scene = scene_create();
    uint32_t size[2];
    struct gpu_image *image =
        gpu_image_create(scene.scope, &(struct gpu_image_params){ "sizes", 9, 2, 4, GPU_RGBA16F,
                                                                  GPU_IMAGE_STORAGE, NULL });
    gpu_image_size(image, 1, size);
    assert_int_equal(size[0], 4);
    assert_int_equal(size[1], 1);
    gpu_image_size(image, 4, size);
    assert_int_equal(size[0], 0);
    assert_int_equal(gpu_image_level_bytes(image, 0), 144);
    assert_int_equal(gpu_image_bytes(image), 8 * (18 + 4 + 2 + 1));
    assert_int_equal(gpu_scope_peak_bytes(scene.scope), gpu_image_bytes(image));
    assert_int_equal(gpu_image_levels(1, 1), 1);
    assert_int_equal(gpu_image_levels(0, 0), 0);
}

/* More than one step of staging, and a last one that is not full. */
TEST(test_bands)
{
    enum { WIDTH = 1 << 11, HEIGHT = 600 };
    CLEANUP(scene_finish) struct scene scene = scene_create();
    const size_t bytes = (size_t)16 * WIDTH * HEIGHT;
    CLEANUP(free_pointer) unsigned char *source = malloc(bytes), *back = malloc(bytes);
    assert_true(source && back);
    for (size_t i = 0; i < bytes; i++)
        source[i] = (unsigned char)(i % 251);
    struct gpu_image *image = gpu_image_create(
        scene.scope, &(struct gpu_image_params){ "bands", WIDTH, HEIGHT, 1, GPU_RGBA32F,
                                                 GPU_IMAGE_SAMPLED, source });
    assert_true(gpu_image_read(image, 0, back));
    assert_memory_equal(source, back, bytes);
}

/* Storage ------------------------------------------------------------------------------------- */

/* Level 1 is 10 x 10: some of the 16 x 16 invocations are outside. */
TEST(test_store)
{
    CLEANUP(scene_finish) struct scene scene = scene_create();
    struct gpu_image *images[4];
    unsigned char bytes[100][4], poison[20 * 20 * 16];
    float floats[100], quads[100][4];
    uint16_t halves[100][4];
    images_make(&scene, 2, images);
    const struct gpu_dispatch dispatch = store_into(&scene, images, 1);
    gpu_commands_dispatch(scene.commands, &dispatch);
    assert_true(gpu_commands_submit(scene.commands));
    assert_true(gpu_image_read(images[GPU_RGBA8], 1, bytes));
    assert_true(gpu_image_read(images[GPU_R32F], 1, floats));
    assert_true(gpu_image_read(images[GPU_RGBA16F], 1, halves));
    assert_true(gpu_image_read(images[GPU_RGBA32F], 1, quads));
    for (uint32_t i = 0; i < 100; i++) {
        const uint32_t number[4] = { i % 10, i / 10, 8 * (i / 10) + i % 10, 255 };
        for (int k = 0; k < 4; k++) {
            const float value = k < 3 ? (float)number[k] : -0.5f;
            assert_int_equal(bytes[i][k], number[k]);
            assert_int_equal(halves[i][k], half_from_float(value));
            assert_true(quads[i][k] == value);
        }
        assert_true(floats[i] == (float)number[2]);
    }
    for (int i = 0; i < 4; i++) {
        assert_true(gpu_image_read(images[i], 0, poison));
        assert_bytes(poison, gpu_image_level_bytes(images[i], 0), POISON, 0);
    }
}

/* Samplers ------------------------------------------------------------------------------------ */

/* Level 0 is 4 x 4 and holds 0..15, level 1 100..103, level 2 200; green is the level. */
static struct gpu_image *pyramid_make(struct scene *scene, uint32_t usage)
{
    uint16_t texels[16][4] = { { 0 } };
    struct gpu_image *image = image_make(scene, GPU_RGBA16F, 4, 3, usage);
    for (uint32_t level = 0; level < 3; level++) {
        for (uint32_t i = 0; i < 16u >> 2 * level; i++) {
            texels[i][0] = half_from_float((float)(100 * level + i));
            texels[i][1] = half_from_float((float)level);
        }
        assert_true(gpu_image_write(image, level, texels));
    }
    return image;
}

static void assert_samples(struct scene *scene, struct gpu_image *image,
                           struct gpu_sampler_params sampler, struct point point, float red)
{
    float colour[4];
    const struct gpu_dispatch dispatch = sample_of(scene, image, &sampler, &point, 1);
    gpu_commands_restart(scene->commands);
    gpu_commands_dispatch(scene->commands, &dispatch);
    assert_true(gpu_commands_submit(scene->commands));
    assert_true(gpu_buffer_read(dispatch.buffers[1], 0, colour, sizeof(colour)));
    if (fabsf(colour[0] - red) > 0.05f)
        fail_msg("at %g %g level %g: %g, wanted %g", (double)point.u, (double)point.v,
                 (double)point.level, (double)colour[0], (double)red);
}

static void check_samples(struct scene *scene, struct gpu_image *image)
{
    const struct gpu_sampler_params nearest = { GPU_NEAREST, GPU_NEAREST, GPU_CLAMP };
    const struct gpu_sampler_params linear = { GPU_LINEAR, GPU_NEAREST, GPU_CLAMP };
    const struct gpu_sampler_params between = { GPU_NEAREST, GPU_LINEAR, GPU_CLAMP };
    const struct gpu_sampler_params mirror = { GPU_NEAREST, GPU_NEAREST, GPU_MIRROR };
    const struct gpu_sampler_params repeat = { GPU_NEAREST, GPU_NEAREST, GPU_REPEAT };
    assert_samples(scene, image, nearest, (struct point){ 0.375f, 0.125f, 0, 0 }, 1);
    assert_samples(scene, image, nearest, (struct point){ 0.375f, 0.875f, 0, 0 }, 13);
    assert_samples(scene, image, nearest, (struct point){ 0.75f, 0.25f, 1, 0 }, 101);
    assert_samples(scene, image, nearest, (struct point){ 0.25f, 0.75f, 1.1f, 0 }, 102);
    assert_samples(scene, image, nearest, (struct point){ 0.5f, 0.5f, 2, 0 }, 200);
    assert_samples(scene, image, nearest, (struct point){ 0.5f, 0.5f, 9, 0 }, 200);
    assert_samples(scene, image, linear, (struct point){ 0.25f, 0.125f, 0, 0 }, 0.5f);
    assert_samples(scene, image, linear, (struct point){ 0.25f, 0.25f, 0, 0 }, 2.5f);
    assert_samples(scene, image, between, (struct point){ 0.125f, 0.125f, 0.5f, 0 }, 50);
    assert_samples(scene, image, nearest, (struct point){ 1.375f, 0.125f, 0, 0 }, 3);
    assert_samples(scene, image, mirror, (struct point){ 1.375f, 0.125f, 0, 0 }, 2);
    assert_samples(scene, image, repeat, (struct point){ 1.375f, 0.125f, 0, 0 }, 1);
    assert_samples(scene, image, repeat, (struct point){ 0.125f, -0.125f, 0, 0 }, 12);
}

TEST(test_sample)
{
    CLEANUP(scene_finish) struct scene scene = scene_create();
    check_samples(&scene, pyramid_make(&scene, GPU_IMAGE_SAMPLED));
    check_samples(&scene, pyramid_make(&scene, BOTH));
}

/* Descriptor sets are kept: one for another sampler, or for another level, is another set. */
TEST(test_sets)
{
    const struct gpu_sampler_params clamp = { GPU_NEAREST, GPU_NEAREST, GPU_CLAMP };
    const struct gpu_sampler_params repeat = { GPU_NEAREST, GPU_NEAREST, GPU_REPEAT };
    const struct point point = { 1.375f, 0.125f, 0, 0 };
    CLEANUP(scene_finish) struct scene scene = scene_create();
    struct gpu_image *images[4];
    float colour[4], quads[10 * 10][4];
    struct gpu_dispatch sample = sample_of(&scene, pyramid_make(&scene, BOTH), &clamp, &point, 1);
    images_make(&scene, 2, images);
    struct gpu_dispatch store = store_into(&scene, images, 0);
    for (int i = 0; i < 2; i++) {
        gpu_commands_restart(scene.commands);
        gpu_commands_dispatch(scene.commands, &sample);
        gpu_commands_dispatch(scene.commands, &store);
        assert_true(gpu_commands_submit(scene.commands));
        assert_true(gpu_buffer_read(sample.buffers[1], 0, colour, sizeof(colour)));
        assert_true(colour[0] == (i == 0 ? 3 : 1));
        sample.images[2].sampler = gpu_sampler_create(scene.scope, &repeat);
        for (int k = 0; k < 4; k++)
            store.images[k].level = 1;
    }
    assert_true(gpu_image_read(images[GPU_RGBA32F], 1, quads));
    assert_true(quads[99][2] == 81);
}

/* Barriers ------------------------------------------------------------------------------------ */

/* Stores into level 0 and looks it up, with a barrier from stores to `after`; 0 is none at all. */
static float store_and_sample(struct scene *scene, uint32_t after)
{
    const struct gpu_sampler_params nearest = { GPU_NEAREST, GPU_NEAREST, GPU_CLAMP };
    const struct point point = { 7.5f / 20, 2.5f / 20, 0, 0 };
    struct gpu_image *images[4];
    float colour[4] = { 0 };
    images_make(scene, 1, images);
    const struct gpu_dispatch store = store_into(scene, images, 0);
    const struct gpu_dispatch sample = sample_of(scene, images[GPU_RGBA32F], &nearest, &point, 1);
    gpu_commands_restart(scene->commands);
    gpu_commands_dispatch(scene->commands, &store);
    if (after)
        gpu_commands_barrier(scene->commands, GPU_COMPUTE, after);
    gpu_commands_dispatch(scene->commands, &sample);
    gpu_commands_barrier(scene->commands, GPU_SAMPLING, GPU_COMPUTE);
    gpu_commands_dispatch(scene->commands, &store);
    gpu_commands_submit(scene->commands);
    if (!gpu_failed(scene->gpu))
        assert_true(gpu_buffer_read(sample.buffers[1], 0, colour, sizeof(colour)));
    return colour[2];
}

TEST(test_barriers)
{
    CLEANUP(scene_finish) struct scene scene = scene_create();
    assert_true(store_and_sample(&scene, GPU_SAMPLING) == 23);
    assert_true(store_and_sample(&scene, GPU_ACCESS_ALL) == 23);
    store_and_sample(&scene, 0);
    assert_failed(scene.gpu, GPU_INVALID, "SYNC-HAZARD");
    store_and_sample(&scene, GPU_COMPUTE);
    assert_failed(scene.gpu, GPU_INVALID, "SYNC-HAZARD");
}

/* Lifetime ------------------------------------------------------------------------------------ */

/* A new image may lie where an old one lay, and must not be taken for it; nor may buffers. */
TEST(test_commands_outlive_image)
{
    const struct gpu_sampler_params nearest = { GPU_NEAREST, GPU_NEAREST, GPU_CLAMP };
    const struct point point = { 0.5f, 0.5f, 0, 0 };
    CLEANUP(scene_finish) struct scene scene = scene_create();
    struct gpu_dispatch dispatch = sample_of(&scene, NULL, &nearest, &point, 1);
    for (int round = 0; round < 80; round++) {
        const float texel = (float)round;
        float colour[4];
        CLEANUP(gpu_scope_destroy) struct gpu_scope *inner = gpu_scope_create(scene.gpu);
        dispatch.images[2].image =
            gpu_image_create(inner, &(struct gpu_image_params){ "inner", 1, 1, 1, GPU_R32F,
                                                                GPU_IMAGE_SAMPLED, &texel });
        gpu_commands_restart(scene.commands);
        gpu_commands_dispatch(scene.commands, &dispatch);
        assert_true(gpu_commands_submit(scene.commands));
        assert_true(gpu_buffer_read(dispatch.buffers[1], 0, colour, sizeof(colour)));
        assert_true(colour[0] == texel);
    }
}
