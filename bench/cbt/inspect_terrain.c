/* SPDX-License-Identifier: MIT */
#include "bench/cbt/cbt.h"
#include "bench/cbt/terrain/terrain.h"
#include "bench/cbt/tree/sequence.h"
#include "bench/common/device.h"
#include "harness/image.h"

#include "cbt.kernels.h"

enum { SAMPLES = 3, HEIGHT_MAX = 1440 }; /* per pixel, across and down */
enum { STYLE_PASSES = 3 };               /* from here on they are passes of cbt.draw */

struct request {
    size_t style, camera; /* as the names below */
    struct flight_camera overview;
    struct frame_scene scene;
};

static bool read_request(struct inspection *inspection, struct request *request)
{
    static const char *const styles[] = { "terrain", "wireframe", "leaves", "gbuffer",
                                          "shadow",  "cascades",  NULL };
    static const char *const cameras[] = { "flight", "overview", NULL };
    int64_t depth = 27, flight = 700, meshlet = 2, pixels = 8, height = 720, map = 11;
    struct context *context = &inspection->context;
    struct frame_scene *scene = &request->scene;
    if (!inspection_choice(inspection, "view", styles, &request->style) ||
        !inspection_choice(inspection, "camera", cameras, &request->camera) ||
        !inspection_integer(inspection, "depth", FRAME_DEPTH_MIN, FRAME_DEPTH_MAX, &depth) ||
        !inspection_integer(inspection, "flight", 0, FLIGHT_FRAMES - 1, &flight) ||
        !inspection_integer(inspection, "meshlet", 0, FRAME_MESHLET_MAX, &meshlet) ||
        !inspection_integer(inspection, "pixels", 2, 16, &pixels) ||
        !inspection_integer(inspection, "height", 180, HEIGHT_MAX, &height) ||
        !inspection_integer(inspection, "map", HEIGHTMAP_LEVELS_MIN, HEIGHTMAP_LEVELS_MAX, &map))
        return false;
    scene->depth = (uint32_t)depth;
    scene->flight_frame = (uint32_t)flight;
    scene->target = (struct flight_target){ (uint32_t)height, (uint32_t)pixels, (uint32_t)meshlet };
    if (!cbt_frame_map_init(context, &scene->map, inspection_text(inspection, "heightmap"),
                            (uint32_t)map))
        return false;
    request->overview = cbt_flight_overview(&scene->map);
    scene->camera = request->camera == 1 ? &request->overview : NULL;
    return cbt_frame_scene_init(context, scene, 0);
}

/* Blue above, pale at the horizon; `line` of the picture's lines. */
static void sky_colour(const struct flight_view *view, double line, double lines, double rgb[3])
{
    static const double low[3] = { 0.78, 0.84, 0.90 }, high[3] = { 0.32, 0.52, 0.80 };
    /* How far up it looks: z of the direction, with the rows of clip space turned around. */
    const double down = (2 * line / lines - 1) * flight_tangent_y;
    const double up = view->clip[2][2] + down * (view->clip[1][2] * flight_tangent_y);
    const double t = up < 0 ? 0 : up > 0.5 ? 1 : up / 0.5;
    for (int i = 0; i < 3; i++)
        rgb[i] = low[i] + (high[i] - low[i]) * t;
}

/* The mean of the samples of each pixel, over the sky where nothing was drawn. */
static void image_reduce(const struct frame_scene *scene, const uint8_t *samples,
                         struct image *image)
{
    for (uint32_t y = 0; y < image->height; y++)
        for (uint32_t x = 0; x < image->width; x++) {
            double sum[3] = { 0 }, sky[3];
            sky_colour(&scene->views[FRAME_START_VIEW], y, image->height, sky);
            for (uint32_t i = 0; i < SAMPLES * SAMPLES; i++) {
                const size_t row = (size_t)y * SAMPLES + i / SAMPLES;
                const size_t column = (size_t)x * SAMPLES + i % SAMPLES;
                const uint8_t *from = samples + 4 * (row * image->width * SAMPLES + column);
                for (int k = 0; k < 3; k++)
                    sum[k] += from[3] ? from[k] / 255.0 : sky[k];
            }
            uint8_t rgb[3];
            for (int k = 0; k < 3; k++)
                rgb[k] = (uint8_t)(sum[k] / (SAMPLES * SAMPLES) * 255 + 0.5);
            image_set(image, x, y, rgb);
        }
}

static bool draw(struct inspection *inspection, const struct request *request, struct image *image)
{
    const struct frame_scene *scene = &request->scene;
    const uint32_t width = cbt_flight_picture_width(&scene->target), height = scene->target.height;
    const uint32_t view_index = FRAME_START_VIEW;
    struct gpu_scope *scope = inspection_scope(inspection, GPU_GRAPHICS);
    uint8_t *samples =
        context_alloc(&inspection->context, UINT64_C(4) * width * height * SAMPLES * SAMPLES);
    if (!scope || !samples)
        return false;
    image_init(image, width, height);
    const struct draw_buffers buffers = cbt_draw_buffers_create(scope, scene);
    struct gpu_target *target =
        gpu_target_create(scope, &(struct gpu_target_params){ .name = "picture",
                                                              .width = width * SAMPLES,
                                                              .height = height * SAMPLES,
                                                              .colours = { GPU_PIXEL_RGBA8 } });
    const struct gpu_draw draw = {
        .pipeline = gpu_pipeline_create(
            scope,
            &(struct gpu_pipeline_params){ .vertex = &kernel_cbt_frame_wire,
                                           .fragment = &kernel_cbt_frame_picture,
                                           CONSTANTS(scene->depth, LAYOUT_FULL, 0,
                                                     scene->map.levels, scene->target.meshlet, 1, 0,
                                                     (uint32_t)request->style, SAMPLES, 0),
                                           .colours = { GPU_PIXEL_RGBA8 } }),
        .buffers = { buffers.heap, buffers.leaves, buffers.heights, buffers.views },
        PUSH(view_index),
        .vertices = 3u << 2 * scene->target.meshlet,
        .instances = scene->start.leaf_count,
    };
    struct gpu_commands *commands = gpu_commands_begin(scope);
    gpu_commands_pass_begin(commands, target, 0);
    gpu_commands_draw(commands, &draw);
    gpu_commands_pass_end(commands);
    if (!gpu_commands_submit(commands) || !gpu_target_read(target, 0, samples))
        return false;
    image_reduce(scene, samples, image);
    return true;
}

/* A pass of cbt.draw as one picture: its images side by side, two to a row -------------------- */

static void put_image(struct image *image, const struct draw_picture *picture, uint32_t tile,
                      enum gpu_pixel pixel, const void *words)
{
    const size_t pixels = (size_t)picture->width * picture->height;
    const float *depths = words;
    float low = 1,
          high = 0; /* how near the farthest pixels are that show anything, and the nearest */
    for (size_t i = 0; pixel == GPU_PIXEL_NONE && i < pixels; i++) {
        low = depths[i] > 0 && depths[i] < low ? depths[i] : low;
        high = depths[i] > high ? depths[i] : high;
    }
    const float span = high > low ? high - low : 1;
    for (uint32_t y = 0; y < picture->height; y++)
        for (uint32_t x = 0; x < picture->width; x++) {
            const size_t at = (size_t)y * picture->width + x;
            uint32_t word = ((const uint32_t *)words)[at];
            uint8_t rgb[3];
            /* Numbers of leaves are told apart, no more. Near is bright, nothing is black. */
            if (pixel == GPU_PIXEL_UINT && word != 0)
                word = cbt_sequence_hash(word) | 0x404040;
            for (int i = 0; i < 3; i++)
                rgb[i] = pixel != GPU_PIXEL_NONE ? (uint8_t)(word >> 8 * i)
                         : depths[at] > 0        ? (uint8_t)(40 + 215 * (depths[at] - low) / span)
                                                 : 0;
            image_set(image, (int64_t)(tile % 2) * picture->width + x,
                      (int64_t)(tile / 2) * picture->height + y, rgb);
        }
}

/* Makes the image. */
static bool draw_pass(struct inspection *inspection, const struct frame_scene *scene,
                      enum draw_pass pass, struct image *image)
{
    const struct draw_pass_kind kind = cbt_draw_pass_kind(scene, pass);
    const struct draw_picture *picture = &kind.pictures[0];
    struct gpu_scope *scope = inspection_scope(inspection, GPU_GRAPHICS);
    if (!scope)
        return false;
    struct gpu_target *target = cbt_draw_target_create(scope, &kind, kind.colours);
    const struct draw_buffers buffers = cbt_draw_buffers_create(scope, scene);
    const struct draw_constants constants = { .listed = true, .parallel = kind.parallel };
    struct draw_shaders shaders = { .vertex = &kernel_cbt_frame_draw, .fragment = kind.fragment };
    for (int i = 0; i < GPU_COLOURS_MAX; i++)
        shaders.colours[i] = kind.colours[i];
    struct gpu_pipeline *pipeline = cbt_draw_pipeline_create(scope, scene, &shaders, &constants);
    struct gpu_commands *commands = gpu_commands_begin(scope);
    void *words = context_alloc(&inspection->context, gpu_target_bytes(target));
    const uint32_t images = gpu_target_images(target), tiles = images * kind.picture_count;
    if (!context_ok(&inspection->context) || !words)
        return false;
    image_init(image, picture->width * (tiles > 1 ? 2 : 1), picture->height * (tiles > 2 ? 2 : 1));
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

bool cbt_inspect_terrain(struct inspection *inspection)
{
    struct context *context = &inspection->context;
    struct request *request = context_alloc(context, sizeof(*request));
    if (!request || !read_request(inspection, request))
        return false;
    context_fact_count(context, "depth", request->scene.depth);
    context_fact_count(context, "heap_bytes", 4 * cbt_heap_words(request->scene.depth));
    cbt_frame_tree_facts(context, &request->scene);
    struct image *image = inspection_picture(inspection);
    if (image && request->style >= STYLE_PASSES)
        return draw_pass(inspection, &request->scene,
                         DRAW_GBUFFER + (enum draw_pass)(request->style - STYLE_PASSES), image);
    return !image || draw(inspection, request, image);
}
