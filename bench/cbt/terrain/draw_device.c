/* SPDX-License-Identifier: MIT */
#include "bench/cbt/terrain/terrain.h"

#include "bench/common/device.h"

#include "cbt.kernels.h"

#include <string.h>

void cbt_draw_arguments(const struct frame_scene *scene, uint32_t leaf_count,
                        uint32_t words[DRAW_ARGUMENTS_WORDS])
{
    const uint32_t vertices = 3u << 2 * scene->target.meshlet;
    const uint32_t wanted[DRAW_ARGUMENTS_WORDS] = {
        [DRAW_ARGUMENTS_PLAIN] = vertices,
        [DRAW_ARGUMENTS_PLAIN + 1] = leaf_count,
        [DRAW_ARGUMENTS_INDEXED] = vertices,
        [DRAW_ARGUMENTS_INDEXED + 1] = leaf_count,
        [DRAW_ARGUMENTS_MESH] = (leaf_count + DRAW_TASK_LEAVES - 1) / DRAW_TASK_LEAVES,
        [DRAW_ARGUMENTS_MESH + 1] = 1,
        [DRAW_ARGUMENTS_MESH + 2] = 1,
        [DRAW_ARGUMENTS_LEAVES] = (leaf_count + DRAW_GROUP - 1) / DRAW_GROUP,
        [DRAW_ARGUMENTS_LEAVES + 1] = 1,
        [DRAW_ARGUMENTS_LEAVES + 2] = 1,
    };
    for (int i = 0; i < DRAW_ARGUMENTS_WORDS; i++)
        words[i] = wanted[i];
}

struct draw_buffers cbt_draw_buffers_create(struct gpu_scope *scope,
                                            const struct frame_scene *scene)
{
    const struct heightmap *map = &scene->map;
    const struct frame_tree *tree = &scene->start;
    const uint64_t heights = 2 * cbt_heightmap_height_count(map->levels);
    uint32_t arguments[DRAW_ARGUMENTS_WORDS];
    struct flight_view views[FRAME_VIEWS + FLIGHT_CASCADES];
    memcpy(views, scene->views, sizeof(scene->views));
    memcpy(views + FRAME_VIEWS, scene->lights, sizeof(scene->lights));
    cbt_draw_arguments(scene, tree->leaf_count, arguments);
    return (struct draw_buffers){
        .heap = buffer_create(scope, "heap", 4 * cbt_heap_words(scene->depth), tree->heap.words),
        .leaves = buffer_create(scope, "leaves", 4 * (uint64_t)tree->leaf_count, tree->leaves),
        .heights = buffer_create(scope, "heights", heights, map->heights),
        .views = buffer_create(scope, "views", sizeof(views), views),
        .arguments = buffer_create(scope, "arguments", sizeof(arguments), arguments),
    };
}

struct gpu_pipeline *cbt_draw_pipeline_create(struct gpu_scope *scope,
                                              const struct frame_scene *scene,
                                              const struct draw_shaders *shaders,
                                              const struct draw_constants *constants)
{
    struct gpu_pipeline_params params = {
        .vertex = shaders->vertex,
        .task = shaders->task,
        .mesh = shaders->mesh,
        .fragment = shaders->fragment,
        CONSTANTS(scene->depth, constants->layout, 0, scene->map.levels, scene->target.meshlet,
                  constants->listed, constants->indexed, 0, 0, constants->parallel),
    };
    memcpy(params.colours, shaders->colours, sizeof(params.colours));
    return gpu_pipeline_create(scope, &params);
}

/* Indices -------------------------------------------------------------------------------------- */

struct corner {
    uint32_t i, j;
};

struct gpu_indices *cbt_draw_indices_create(struct context *context, uint32_t meshlet)
{
    const uint32_t side = 1u << meshlet, triangles = side * side;
    uint32_t *indices = context_alloc(context, 3 * triangles * sizeof(*indices));
    for (uint32_t t = 0; indices && t < triangles; t++) {
        struct corner a = { side, 0 }, b = { 0, 0 }, c = { 0, side };
        for (uint32_t bit = 2 * meshlet; bit-- > 0;) {
            const struct corner m = { (a.i + c.i) / 2, (a.j + c.j) / 2 };
            if (t >> bit & 1)
                a = b;
            else
                c = b;
            b = m;
        }
        indices[3 * t] = a.i | a.j << 8;
        indices[3 * t + 1] = b.i | b.j << 8;
        indices[3 * t + 2] = c.i | c.j << 8;
    }
    return indices ? gpu_indices_create(context->scope, indices, 3 * triangles) : NULL;
}

/* Passes -------------------------------------------------------------------------------------- */

const char *const cbt_draw_pass_names[] = { "colour", "gbuffer", "shadow", "cascades", NULL };

struct draw_pass_kind cbt_draw_pass_kind(const struct frame_scene *scene, enum draw_pass pass)
{
    static const uint32_t sky = 0xFFE6D2B4; /* a light blue */
    struct draw_pass_kind kind = {
        .fragment = &kernel_cbt_frame_shade,
        .colours = { GPU_PIXEL_RGBA8 },
        .clear = sky,
        .picture_count = 1,
        .pictures = { { &scene->views[FRAME_START_VIEW], cbt_flight_picture_width(&scene->target),
                        scene->target.height } },
        .views = { FRAME_START_VIEW },
    };
    if (pass == DRAW_COLOUR)
        return kind;
    if (pass == DRAW_GBUFFER) {
        kind.fragment = &kernel_cbt_frame_gbuffer;
        kind.clear = 0;
        for (int i = 1; i < GPU_COLOURS_MAX; i++)
            kind.colours[i] = i == DRAW_GBUFFER_LEAVES ? GPU_PIXEL_UINT : GPU_PIXEL_RGBA8;
        return kind;
    }
    kind = (struct draw_pass_kind){
        .parallel = true,
        .picture_count = pass == DRAW_SHADOW ? 1 : FLIGHT_CASCADES,
    };
    uint32_t side = 1;
    while (2 * side <= scene->target.height)
        side *= 2;
    for (uint32_t i = 0; i < kind.picture_count; i++) {
        kind.pictures[i] = (struct draw_picture){ &scene->lights[i], side, side };
        kind.views[i] = FRAME_VIEWS + i;
    }
    return kind;
}

struct gpu_target *cbt_draw_target_create(struct gpu_scope *scope,
                                          const struct draw_pass_kind *kind,
                                          const enum gpu_pixel colours[GPU_COLOURS_MAX])
{
    struct gpu_target_params params = { .name = "picture",
                                        .width = kind->pictures[0].width,
                                        .height = kind->pictures[0].height };
    memcpy(params.colours, colours, sizeof(params.colours));
    return gpu_target_create(scope, &params);
}

/* Whether no byte of a colour is more than 1 from that of another. */
static bool colours_near(uint32_t a, uint32_t b)
{
    for (uint32_t shift = 0; shift < 32; shift += 8) {
        const int difference = (int)(a >> shift & 0xFF) - (int)(b >> shift & 0xFF);
        if (difference < -1 || difference > 1)
            return false;
    }
    return true;
}

void cbt_draw_colours_settle(uint32_t *wanted, const uint32_t *got, uint64_t pixels, uint32_t clear)
{
    for (uint64_t k = 0; k < pixels; k++)
        if (wanted[k] != clear && got[k] != clear && wanted[k] >> 24 == got[k] >> 24 &&
            colours_near(wanted[k], got[k]))
            wanted[k] = got[k];
}
