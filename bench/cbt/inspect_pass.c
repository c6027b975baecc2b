/* SPDX-License-Identifier: MIT */
/* inspect_pass.c: a pass of cbt.draw as one picture: its images side by side, two to a row. */
#include "bench/cbt/cbt.h"

#include "bench/cbt/terrain/terrain.h"
#include "bench/cbt/tree/sequence.h"
#include "harness/image.h"

#include "cbt.kernels.h"

/* How near the nearest pixels are, and the farthest that show anything. */
struct range {
    float low, high;
};

static struct range range_of(const float *depths, size_t count)
{
    struct range range = { 1, 0 };
    for (size_t i = 0; i < count; i++) {
        if (depths[i] > 0 && depths[i] < range.low)
            range.low = depths[i];
        if (depths[i] > range.high)
            range.high = depths[i];
    }
    return range;
}

/* Colours a depth: near is bright, nothing is black. */
static void depth_colour(float depth, const struct range *range, uint8_t rgb[3])
{
    const float span = range->high > range->low ? range->high - range->low : 1;
    for (int i = 0; i < 3; i++)
        rgb[i] = depth > 0 ? (uint8_t)(40 + 215 * (depth - range->low) / span) : 0;
}

static void word_colour(uint32_t word, enum gpu_pixel pixel, uint8_t rgb[3])
{
    /* Numbers of leaves are told apart, no more. */
    const uint32_t shown =
        pixel == GPU_PIXEL_UINT && word != 0 ? cbt_sequence_hash(word) | 0x404040 : word;
    for (int i = 0; i < 3; i++)
        rgb[i] = (uint8_t)(shown >> 8 * i);
}

static void put_image(struct image *image, const struct draw_picture *picture, uint32_t tile,
                      enum gpu_pixel pixel, const void *words)
{
    const struct range range =
        range_of(words, pixel == GPU_PIXEL_NONE ? (size_t)picture->width * picture->height : 0);
    for (uint32_t y = 0; y < picture->height; y++)
        for (uint32_t x = 0; x < picture->width; x++) {
            const size_t at = (size_t)y * picture->width + x;
            uint8_t rgb[3];
            if (pixel == GPU_PIXEL_NONE)
                depth_colour(((const float *)words)[at], &range, rgb);
            else
                word_colour(((const uint32_t *)words)[at], pixel, rgb);
            image_set(image, (int64_t)(tile % 2) * picture->width + x,
                      (int64_t)(tile / 2) * picture->height + y, rgb);
        }
}

static struct gpu_pipeline *pipeline_create(struct gpu_scope *scope,
                                            const struct frame_scene *scene,
                                            const struct draw_pass_kind *kind)
{
    const struct draw_constants constants = { .listed = true, .parallel = kind->parallel };
    struct draw_shaders shaders = { .vertex = &kernel_cbt_frame_draw, .fragment = kind->fragment };
    for (int i = 0; i < GPU_COLOURS_MAX; i++)
        shaders.colours[i] = kind->colours[i];
    return cbt_draw_pipeline_create(scope, scene, &shaders, &constants);
}

bool cbt_inspect_pass(struct inspection *inspection, const struct frame_scene *scene,
                      enum draw_pass pass, struct image *image)
{
    const struct draw_pass_kind kind = cbt_draw_pass_kind(scene, pass);
    const struct draw_picture *picture = &kind.pictures[0];
    struct gpu_scope *scope = inspection_scope(inspection, GPU_GRAPHICS);
    if (!scope)
        return false;
    struct gpu_target *target = cbt_draw_target_create(scope, &kind, kind.colours);
    const struct draw_buffers buffers = cbt_draw_buffers_create(scope, scene);
    struct gpu_pipeline *pipeline = pipeline_create(scope, scene, &kind);
    struct gpu_commands *commands = gpu_commands_begin(scope);
    void *words = context_alloc(&inspection->context, gpu_target_bytes(target));
    const uint32_t images = gpu_target_images(target), tiles = images * kind.picture_count;
    if (!context_ok(&inspection->context) || !words)
        return false;
    if (!image_init(image, picture->width * (tiles > 1 ? 2 : 1),
                    picture->height * (tiles > 2 ? 2 : 1)))
        return context_error(&inspection->context, "not enough memory for the picture");
    for (uint32_t i = 0; i < kind.picture_count; i++) {
        const struct gpu_draw draw = {
            .pipeline = pipeline,
            .buffers = { buffers.heap, buffers.leaves, buffers.heights, buffers.views },
            .push = &kind.views[i],
            .push_bytes = sizeof(uint32_t),
            .vertices = 3u << 2 * scene->target.meshlet,
            .instances = scene->start.leaf_count,
        };
        gpu_commands_restart(commands);
        gpu_commands_pass_begin(commands, target, kind.clear);
        gpu_commands_draw(commands, &draw);
        gpu_commands_pass_end(commands);
        if (!gpu_commands_submit(commands))
            return false;
        for (uint32_t k = 0; k < images; k++) {
            if (!gpu_target_read(target, k, words))
                return false;
            put_image(image, picture, i * images + k, kind.colours[k], words);
        }
    }
    return true;
}
