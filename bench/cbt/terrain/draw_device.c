/* SPDX-License-Identifier: MIT */
#include "bench/cbt/terrain/terrain.h"

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

static struct gpu_buffer *buffer_create(struct gpu_scope *scope, const char *name, uint64_t bytes,
                                        const void *data)
{
    return gpu_buffer_create(
        scope, &(struct gpu_buffer_params){ .name = name, .bytes = bytes, .data = data });
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
        .constants = { scene->depth, constants->layout, 0, scene->map.levels, scene->target.meshlet,
                       constants->listed, constants->indexed, 0, 0, constants->parallel },
        .constant_count = 10,
    };
    memcpy(params.colours, shaders->colours, sizeof(params.colours));
    return gpu_pipeline_create(scope, &params);
}

/* Indices -------------------------------------------------------------------------------------- */

struct corner {
    uint32_t i, j;
};

static void triangle_indices(uint32_t meshlet, uint32_t triangle, uint32_t indices[3])
{
    const uint32_t side = 1u << meshlet;
    struct corner a = { side, 0 }, b = { 0, 0 }, c = { 0, side };
    for (uint32_t bit = 2 * meshlet; bit-- > 0;) {
        const struct corner m = { (a.i + c.i) / 2, (a.j + c.j) / 2 };
        if (triangle >> bit & 1)
            a = b;
        else
            c = b;
        b = m;
    }
    indices[0] = a.i | a.j << 8;
    indices[1] = b.i | b.j << 8;
    indices[2] = c.i | c.j << 8;
}

struct gpu_indices *cbt_draw_indices_create(struct context *context, uint32_t meshlet)
{
    const uint32_t triangles = 1u << 2 * meshlet;
    uint32_t *indices = context_alloc(context, 3 * triangles * sizeof(*indices));
    for (uint32_t t = 0; indices && t < triangles; t++)
        triangle_indices(meshlet, t, indices + 3 * (size_t)t);
    return indices ? gpu_indices_create(context->scope, indices, 3 * triangles) : NULL;
}
