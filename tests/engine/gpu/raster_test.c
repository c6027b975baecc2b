/* SPDX-License-Identifier: MIT */
/* Drawing: targets, pipelines, passes and draws, on a device, under the validation layers. */
#include "tests/engine/gpu/gpu_parts.h"

#include "planted.kernels.h"

enum { SIDE = 32, PIXELS = SIDE * SIDE };

static const uint32_t background = 0x04030201, red_word = 0xFF0000FF, green_word = 0xFF00FF00;

struct vertex {
    float x, y, z;
    uint32_t colour;
};

/*
 * Two triangles. The red one has its right angle at the top left and covers the half of the target
 * above the other diagonal; the green one the left half, nearer in its upper part only.
 */
static const struct vertex list[6] = {
    { -1, -1, 0.5f, 0xFF0000FF }, { 1, -1, 0.5f, 0xFF0000FF }, { -1, 1, 0.5f, 0xFF0000FF },
    { -1, -1, 0.9f, 0xFF00FF00 }, { 0, -1, 0.9f, 0xFF00FF00 }, { -1, 1, 0.1f, 0xFF00FF00 },
};

struct scene {
    struct gpu *gpu;
    struct gpu_scope *scope;
    struct gpu_buffer *vertices, *count;
    struct gpu_target *target;
    struct gpu_commands *commands;
    uint32_t pixels[PIXELS];
};

static struct scene scene_create(enum gpu_pixel pixel)
{
    struct scene scene = { .gpu = device_create(true) };
    const uint32_t zero = 0;
    if (!(gpu_info(scene.gpu)->features & GPU_GRAPHICS)) {
        gpu_destroy(&scene.gpu);
        skip();
    }
    scene.scope = gpu_scope_create(scene.gpu);
    scene.vertices = buffer_create(scene.scope, "test", sizeof(list), list);
    scene.count = buffer_create(scene.scope, "test", sizeof(zero), &zero);
    scene.target = gpu_target_create(
        scene.scope, &(struct gpu_target_params){
                         .name = "t", .width = SIDE, .height = SIDE, .colours = { pixel } });
    scene.commands = gpu_commands_begin(scene.scope);
    return scene;
}

static void scene_finish(struct scene *scene)
{
    device_finish_whole(scene->gpu, scene->scope);
}

static struct gpu_pipeline *pipeline_create(struct scene *scene, const struct gpu_shader *fragment)
{
    const bool numbers = fragment == &kernel_planted_raster_number;
    return gpu_pipeline_create(
        scene->scope,
        &(struct gpu_pipeline_params){ .vertex = &kernel_planted_raster_triangles,
                                       .fragment = fragment,
                                       .constants = { 7 },
                                       .constant_count = 1,
                                       .colours = { numbers ? GPU_PIXEL_UINT : GPU_PIXEL_RGBA8 } });
}

static const float no_offset;

static struct gpu_draw draw_of(const struct scene *scene, struct gpu_pipeline *pipeline)
{
    return (struct gpu_draw){ .pipeline = pipeline,
                              .buffers = { scene->vertices, scene->count },
                              .push = &no_offset,
                              .push_bytes = sizeof(no_offset),
                              .vertices = 3,
                              .instances = 2 };
}

static void pass_record(struct scene *scene, struct gpu_target *target, const struct gpu_draw *draw)
{
    gpu_commands_pass_begin(scene->commands, target, background);
    gpu_commands_draw(scene->commands, draw);
    gpu_commands_pass_end(scene->commands);
}

static void submit_and_read(struct scene *scene)
{
    assert_true(gpu_commands_submit(scene->commands));
    assert_true(gpu_target_read(scene->target, 0, scene->pixels));
}

/* Draws alone. */
static void draw_and_read(struct scene *scene, const struct gpu_draw *draw)
{
    gpu_commands_restart(scene->commands);
    pass_record(scene, scene->target, draw);
    submit_and_read(scene);
}

static uint32_t pixel_at(const struct scene *scene, uint32_t x, uint32_t y)
{
    return scene->pixels[y * SIDE + x];
}

/* Returns the expected colour of a pixel; centres on the diagonals are never asked for. */
static uint32_t wanted_at(uint32_t x, uint32_t y, uint32_t triangles)
{
    const bool red = triangles > 0 && x + y < SIDE - 1;
    /* Depth of the green one falls from 0.9 to 0.1 downwards, and is 0.5 in the middle. */
    const bool green = triangles > 1 && 2 * x + y < SIDE - 2;
    if (green && (!red || y < SIDE / 2))
        return green_word;
    return red ? red_word : background;
}

static void assert_picture(const struct scene *scene, uint32_t triangles, uint32_t added)
{
    uint32_t seen = 0;
    for (uint32_t y = 0; y < SIDE; y++)
        for (uint32_t x = 0; x < SIDE; x++) {
            if (x + y == SIDE - 1 || 2 * x + y == SIDE - 1 || 2 * x + y == SIDE - 2)
                continue;
            const uint32_t wanted = wanted_at(x, y, triangles);
            if (pixel_at(scene, x, y) != wanted + (wanted == background ? 0 : added))
                fail_msg("pixel %u, %u is %08x, wanted %08x", x, y, pixel_at(scene, x, y), wanted);
            seen |= wanted == green_word ? 2u : wanted == red_word ? 1u : 4u;
        }
    assert_int_equal(seen, triangles == 2 ? 7 : triangles == 1 ? 5 : 4);
}

TEST(test_draw)
{
    CLEANUP(scene_finish) struct scene scene = scene_create(GPU_PIXEL_RGBA8);
    assert_int_equal(gpu_target_bytes(scene.target), 4 * PIXELS);
    assert_true(gpu_target_read(scene.target, 0, scene.pixels));
    assert_int_equal(pixel_at(&scene, 0, 0), 0xA5A5A5A5);
    assert_int_equal(pixel_at(&scene, SIDE - 1, SIDE - 1), 0xA5A5A5A5);

    struct gpu_draw draw = draw_of(&scene, pipeline_create(&scene, &kernel_planted_raster_plain));
    draw_and_read(&scene, &draw);
    assert_picture(&scene, 2, 0);
    assert_int_equal(gpu_commands_counters(scene.commands).draws, 1);
    assert_int_equal(gpu_commands_counters(scene.commands).barriers, 0);

    /* Executing the commands again clears the earlier drawing. */
    assert_true(gpu_target_poison(scene.target, 0xA5A5A5A5));
    submit_and_read(&scene);
    assert_picture(&scene, 2, 0);

    draw.instances = 1;
    draw_and_read(&scene, &draw);
    assert_picture(&scene, 1, 0);

    const float far_right = 4;
    draw.push = &far_right;
    draw_and_read(&scene, &draw);
    assert_picture(&scene, 0, 0);
}

/* The depth test keeps the nearer fragment, whatever the order; of equals the first. */
TEST(test_depth)
{
    CLEANUP(scene_finish) struct scene scene = scene_create(GPU_PIXEL_RGBA8);
    const struct gpu_draw draw =
        draw_of(&scene, pipeline_create(&scene, &kernel_planted_raster_plain));
    struct vertex turned[6];
    memcpy(turned, list + 3, 3 * sizeof(*list));
    memcpy(turned + 3, list, 3 * sizeof(*list));
    assert_true(gpu_buffer_write(scene.vertices, 0, turned, sizeof(turned)));
    draw_and_read(&scene, &draw);
    assert_picture(&scene, 2, 0);

    for (int i = 0; i < 6; i++)
        turned[i].z = 0.25f;
    assert_true(gpu_buffer_write(scene.vertices, 0, turned, sizeof(turned)));
    draw_and_read(&scene, &draw);
    assert_int_equal(pixel_at(&scene, 0, SIDE - 4), green_word);
    assert_int_equal(pixel_at(&scene, SIDE - 4, 0), red_word);
}

/* Numbers instead of colours, a specialization constant, and a buffer that fragments write. */
TEST(test_numbers)
{
    CLEANUP(scene_finish) struct scene scene = scene_create(GPU_PIXEL_UINT);
    struct gpu_draw draw = draw_of(&scene, pipeline_create(&scene, &kernel_planted_raster_number));
    uint32_t count = 0, covered = 0;
    draw.instances = 1;
    pass_record(&scene, scene.target, &draw);
    gpu_commands_barrier(scene.commands, GPU_DRAW, GPU_TRANSFER);
    gpu_commands_read_back(scene.commands, scene.count, 0, sizeof(count), &count);
    submit_and_read(&scene);
    assert_picture(&scene, 1, 7);
    for (uint32_t i = 0; i < PIXELS; i++)
        covered += scene.pixels[i] == red_word + 7u;
    assert_int_equal(count, covered);
}

/* Counts from a buffer that a transfer wrote in the same commands; indices from another. */
TEST(test_indirect)
{
    CLEANUP(scene_finish) struct scene scene = scene_create(GPU_PIXEL_RGBA8);
    const uint32_t words[] = { 3, 1, 0, 0, 3, 2, 0, 0, 0 }, indices[] = { 2, 0, 1 };
    struct gpu_buffer *from = buffer_create(scene.scope, "test", sizeof(words), words);
    struct gpu_buffer *arguments = buffer_create(scene.scope, "test", sizeof(words), NULL);
    struct gpu_draw draw = draw_of(&scene, pipeline_create(&scene, &kernel_planted_raster_plain));
    draw.vertices = draw.instances = 0;
    draw.indirect = arguments;
    gpu_commands_copy(scene.commands, arguments, 0, from, 0, sizeof(words));
    gpu_commands_barrier(scene.commands, GPU_TRANSFER, GPU_INDIRECT);
    pass_record(&scene, scene.target, &draw);
    submit_and_read(&scene);
    assert_picture(&scene, 1, 0);

    draw.indirect_offset = 4 * GPU_DRAW_WORDS;
    draw.indices = gpu_indices_create(scene.scope, indices, 3);
    draw_and_read(&scene, &draw);
    assert_picture(&scene, 2, 0);

    draw.indirect = NULL;
    draw.vertices = 3;
    draw.instances = 1;
    draw_and_read(&scene, &draw);
    assert_picture(&scene, 1, 0);
}

/* Four colours of two kinds in one pass. */
TEST(test_colours)
{
    CLEANUP(scene_finish) struct scene scene = scene_create(GPU_PIXEL_RGBA8);
    static uint32_t images[4][PIXELS];
    const struct gpu_target_params params = { .name = "four",
                                              .width = SIDE,
                                              .height = SIDE,
                                              .colours = { GPU_PIXEL_RGBA8, GPU_PIXEL_UINT,
                                                           GPU_PIXEL_RGBA8, GPU_PIXEL_UINT } };
    struct gpu_pipeline_params drawn = { .vertex = &kernel_planted_raster_triangles,
                                         .fragment = &kernel_planted_raster_colours };
    memcpy(drawn.colours, params.colours, sizeof(drawn.colours));
    const uint64_t before = gpu_scope_peak_bytes(scene.scope);
    struct gpu_target *target = gpu_target_create(scene.scope, &params);
    assert_int_equal(gpu_target_images(target), 4);
    assert_int_equal(gpu_target_bytes(target), 4 * PIXELS);
    assert_int_equal(gpu_scope_peak_bytes(scene.scope) - before, 5 * 4 * PIXELS);
    const struct gpu_draw draw = draw_of(&scene, gpu_pipeline_create(scene.scope, &drawn));
    pass_record(&scene, target, &draw);
    assert_true(gpu_commands_submit(scene.commands));
    for (uint32_t i = 0; i < 4; i++)
        assert_true(gpu_target_read(target, i, images[i]));
    memcpy(scene.pixels, images[0], sizeof(scene.pixels));
    assert_picture(&scene, 2, 0);
    for (uint32_t i = 0; i < PIXELS; i++) {
        const uint32_t word = images[0][i];
        assert_int_equal(images[1][i], word);
        assert_int_equal(images[2][i], word == background ? word : __builtin_bswap32(word));
        assert_int_equal(images[3][i], images[2][i]);
    }
    assert_true(gpu_target_poison(target, 0xA5A5A5A5));
    for (uint32_t i = 0; i < 4; i++) {
        assert_true(gpu_target_read(target, i, images[i]));
        assert_int_equal(images[i][PIXELS - 1], 0xA5A5A5A5);
    }
    assert_false(gpu_target_read(target, 4, images[0]));
    assert_failed(scene.gpu, GPU_ERROR, "image 4 was read of 4");
}

/* A target without colours, and a pipeline without a fragment shader. */
TEST(test_depth_alone)
{
    CLEANUP(scene_finish) struct scene scene = scene_create(GPU_PIXEL_RGBA8);
    static float depths[PIXELS];
    struct gpu_target *target = gpu_target_create(
        scene.scope, &(struct gpu_target_params){ .name = "depth", .width = SIDE, .height = SIDE });
    const struct gpu_draw draw = draw_of(
        &scene, gpu_pipeline_create(scene.scope, &(struct gpu_pipeline_params){
                                                     .vertex = &kernel_planted_raster_triangles }));
    assert_int_equal(gpu_target_images(target), 1);
    assert_true(gpu_target_read(target, 0, depths));
    assert_true(depths[0] == 0xA5 / 255.0f && depths[PIXELS - 1] == 0xA5 / 255.0f);
    pass_record(&scene, target, &draw);
    for (int i = 0; i < 2; i++) {
        assert_true(gpu_target_poison(target, 0xA5A5A5A5));
        assert_true(gpu_commands_submit(scene.commands));
        assert_true(gpu_target_read(target, 0, depths));
    }
    /* Colours follow wanted_at(): the red one at 0.5, the green one nearer above. */
    for (uint32_t y = 0; y < SIDE; y++)
        for (uint32_t x = 0; x < SIDE; x++) {
            const uint32_t wanted = wanted_at(x, y, 2);
            const float depth = depths[y * SIDE + x];
            if (x + y == SIDE - 1 || 2 * x + y == SIDE - 1 || 2 * x + y == SIDE - 2)
                continue;
            const float green = 0.9f - 0.8f * ((float)y + 0.5f) / SIDE;
            const float right = wanted == red_word ? 0.5f : wanted == green_word ? green : 0;
            assert_true(depth > right - 1e-4f && depth < right + 1e-4f);
        }
    assert_false(gpu_target_read(target, 1, depths));
    assert_failed(scene.gpu, GPU_ERROR, "image 1 was read of 1");
    gpu_commands_restart(scene.commands);
    gpu_commands_pass_begin(scene.commands, scene.target, 0);
    gpu_commands_draw(scene.commands, &draw);
    assert_failed(scene.gpu, GPU_ERROR, "is for another kind of target than t");
    gpu_commands_pass_end(scene.commands);
}

TEST(test_edges)
{
    CLEANUP(scene_finish) struct scene scene = scene_create(GPU_PIXEL_RGBA8);
    struct gpu_draw draw = draw_of(&scene, pipeline_create(&scene, &kernel_planted_raster_edges));
    draw.instances = 1;
    draw_and_read(&scene, &draw);
    for (uint32_t i = 0; i < SIDE - 2; i++) {
        assert_int_equal(pixel_at(&scene, i, 0), 0xFFFFFFFF);
        assert_int_equal(pixel_at(&scene, 0, i), 0xFFFFFFFF);
        assert_int_equal(pixel_at(&scene, i, SIDE - 2 - i), 0xFFFFFFFF);
    }
    for (uint32_t i = 2; i < 10; i++)
        assert_int_equal(pixel_at(&scene, i, i), red_word);
    assert_int_equal(pixel_at(&scene, SIDE - 3, SIDE - 3), background);
}

/* Task and mesh shaders draw an equal picture; devices without them say so. */
TEST(test_mesh)
{
    CLEANUP(scene_finish) struct scene scene = scene_create(GPU_PIXEL_RGBA8);
    const struct gpu_pipeline_params params = { .task = &kernel_planted_raster_task,
                                                .mesh = &kernel_planted_raster_mesh,
                                                .fragment = &kernel_planted_raster_plain,
                                                .colours = { GPU_PIXEL_RGBA8 } };
    const uint32_t words[GPU_DRAW_MESH_WORDS] = { 1, 1, 1 };
    struct gpu_pipeline *pipeline = gpu_pipeline_create(scene.scope, &params);
    if (!(gpu_info(scene.gpu)->features & GPU_MESH_SHADER)) {
        assert_null(pipeline);
        assert_int_equal(gpu_failure(scene.gpu)->result, GPU_UNSUPPORTED);
        assert_holds(gpu_failure(scene.gpu)->message, "mesh_shader");
        assert_true(gpu_recover(scene.gpu));
        return;
    }
    struct gpu_draw draw = draw_of(&scene, pipeline);
    draw.groups[0] = draw.groups[1] = draw.groups[2] = 1;
    draw_and_read(&scene, &draw);
    assert_picture(&scene, 2, 0);
    draw.groups[1] = 1 << 16;
    gpu_commands_restart(scene.commands);
    gpu_commands_pass_begin(scene.commands, scene.target, 0);
    gpu_commands_draw(scene.commands, &draw);
    assert_failed(scene.gpu, GPU_ERROR, "draws 1 x 65536 x 1 work-groups");
    draw.indirect = buffer_create(scene.scope, "test", sizeof(words), words);
    draw.groups[0] = 0;
    draw_and_read(&scene, &draw);
    assert_picture(&scene, 2, 0);
}

TEST(test_wrong_use)
{
    CLEANUP(scene_finish) struct scene scene = scene_create(GPU_PIXEL_RGBA8);
    struct gpu_pipeline *pipeline = pipeline_create(&scene, &kernel_planted_raster_plain);
    struct gpu_draw draw = draw_of(&scene, pipeline);
    gpu_commands_draw(scene.commands, &draw);
    assert_failed(scene.gpu, GPU_ERROR, "outside of a pass");
    gpu_commands_pass_end(scene.commands);
    assert_failed(scene.gpu, GPU_ERROR, "not begun");
    gpu_commands_pass_begin(scene.commands, scene.target, 0);
    gpu_commands_pass_begin(scene.commands, scene.target, 0);
    assert_failed(scene.gpu, GPU_ERROR, "within a pass");
    gpu_commands_barrier(scene.commands, GPU_DRAW, GPU_DRAW);
    assert_failed(scene.gpu, GPU_ERROR, "in a pass");
    assert_false(gpu_commands_submit(scene.commands));
    assert_failed(scene.gpu, GPU_ERROR, "in a pass");
    draw.push_bytes = 0;
    gpu_commands_draw(scene.commands, &draw);
    assert_failed(scene.gpu, GPU_ERROR, "push bytes");
    draw = draw_of(&scene, pipeline);
    draw.buffers[0] = NULL;
    gpu_commands_draw(scene.commands, &draw);
    assert_failed(scene.gpu, GPU_ERROR, "binding 0 is a storage_buffer, got nothing");
    draw = draw_of(&scene, pipeline);
    draw.indices = gpu_indices_create(scene.scope, (const uint32_t[]){ 0, 1 }, 2);
    gpu_commands_draw(scene.commands, &draw);
    assert_failed(scene.gpu, GPU_ERROR, "3 indices of 2");
    draw = draw_of(&scene, pipeline);
    draw.indirect = scene.count;
    gpu_commands_draw(scene.commands, &draw);
    assert_failed(scene.gpu, GPU_ERROR, "16 bytes at 0 reach past its 4 bytes");
    draw = draw_of(&scene, pipeline_create(&scene, &kernel_planted_raster_number));
    gpu_commands_draw(scene.commands, &draw);
    assert_failed(scene.gpu, GPU_ERROR, "is for another kind of target than t");
    assert_null(gpu_indices_create(scene.scope, NULL, 0));
    assert_failed(scene.gpu, GPU_ERROR, "at least 1");
    gpu_commands_pass_end(scene.commands);
    assert_true(gpu_commands_submit(scene.commands));

    assert_null(pipeline_create(&scene, &kernel_planted_raster_triangles));
    assert_failed(scene.gpu, GPU_ERROR, "another stage");
    assert_null(gpu_pipeline_create(scene.scope, &(struct gpu_pipeline_params){ 0 }));
    assert_failed(scene.gpu, GPU_ERROR, "vertex shader, or a mesh shader");
    assert_null(kernel_create(scene.scope, &kernel_planted_raster_plain));
    assert_failed(scene.gpu, GPU_ERROR, "not a compute shader");
    assert_null(gpu_target_create(
        scene.scope,
        &(struct gpu_target_params){ .name = "vast", .width = 1u << 20, .height = 1 }));
    assert_failed(scene.gpu, GPU_UNSUPPORTED, "vast");
    assert_null(gpu_target_create(scene.scope, &(struct gpu_target_params){ .name = "empty" }));
    assert_failed(scene.gpu, GPU_ERROR, "has no pixels");
}

/* Calls on nothing, and on a failed device, do nothing. */
TEST(test_nothing)
{
    uint32_t pixel = 7;
    const struct gpu_draw draw = { 0 };
    gpu_commands_pass_begin(NULL, NULL, 0);
    gpu_commands_draw(NULL, &draw);
    gpu_commands_pass_end(NULL);
    assert_int_equal(gpu_target_bytes(NULL), 0);
    assert_int_equal(gpu_target_images(NULL), 0);
    assert_false(gpu_target_read(NULL, 0, &pixel));
    assert_false(gpu_target_poison(NULL, 0xA5A5A5A5));
    assert_null(gpu_target_create(NULL, &(struct gpu_target_params){ .name = "n" }));
    assert_null(gpu_pipeline_create(NULL, &(struct gpu_pipeline_params){ 0 }));
    assert_null(gpu_indices_create(NULL, &pixel, 1));

    CLEANUP(scene_finish) struct scene scene = scene_create(GPU_PIXEL_RGBA8);
    gpu_fail(scene.gpu, GPU_OUT_OF_MEMORY, "planted");
    pass_record(&scene, scene.target, &draw);
    assert_false(gpu_target_read(scene.target, 0, &pixel));
    assert_false(gpu_target_poison(scene.target, 0xA5A5A5A5));
    assert_int_equal(pixel, 7);
    assert_string_equal(gpu_failure(scene.gpu)->message, "planted");
    assert_true(gpu_recover(scene.gpu));
}
