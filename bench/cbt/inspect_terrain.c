/* SPDX-License-Identifier: MIT */
#include "bench/cbt/cbt.h"
#include "bench/cbt/terrain/terrain.h"
#include "bench/cbt/tree/sequence.h"
#include "bench/common/device.h"
#include "harness/image.h"

#include "cbt.kernels.h"

enum { SAMPLES = 3, HEIGHT_MAX = 1440 }; /* per pixel, across and down */

struct request {
    size_t style; /* as the names below */
    struct frame_scene scene;
};

static bool read_request(struct inspection *inspection, struct request *request)
{
    static const char *const styles[] = { "terrain", "wireframe", "leaves", NULL };
    int64_t depth = 27, flight = 700, meshlet = 2, pixels = 8, height = 720, map = 11;
    struct context *context = &inspection->context;
    struct frame_scene *scene = &request->scene;
    if (!inspection_choice(inspection, "view", styles, &request->style) ||
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
    return cbt_frame_map_init(context, &scene->map, inspection_text(inspection, "heightmap"),
                              (uint32_t)map) &&
           cbt_frame_scene_init(context, scene, 0);
}

/* The mean of the samples of each pixel, over the sky where nothing was drawn. */
static void image_reduce(const struct frame_scene *scene, const uint8_t *samples,
                         struct image *image)
{
    /* The sky is blue above, pale at the horizon. */
    static const double low[3] = { 0.78, 0.84, 0.90 }, high[3] = { 0.32, 0.52, 0.80 };
    const struct flight_view *view = &scene->views[FRAME_START_VIEW];
    for (uint32_t y = 0; y < image->height; y++) {
        /* How far up it looks: z of the direction, with the rows of clip space turned around. */
        const double down = (2 * (double)y / image->height - 1) * flight_tangent_y;
        const double up = view->clip[2][2] + down * (view->clip[1][2] * flight_tangent_y);
        const double t = up < 0 ? 0 : up > 0.5 ? 1 : up / 0.5;
        for (uint32_t x = 0; x < image->width; x++) {
            double sum[3] = { 0 };
            for (uint32_t i = 0; i < SAMPLES * SAMPLES; i++) {
                const size_t row = (size_t)y * SAMPLES + i / SAMPLES;
                const size_t column = (size_t)x * SAMPLES + i % SAMPLES;
                const uint8_t *from = samples + 4 * (row * image->width * SAMPLES + column);
                for (int k = 0; k < 3; k++)
                    sum[k] += from[3] ? from[k] / 255.0 : low[k] + (high[k] - low[k]) * t;
            }
            uint8_t rgb[3];
            for (int k = 0; k < 3; k++)
                rgb[k] = (uint8_t)(sum[k] / (SAMPLES * SAMPLES) * 255 + 0.5);
            image_set(image, x, y, rgb);
        }
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
    return !image || draw(inspection, request, image);
}
