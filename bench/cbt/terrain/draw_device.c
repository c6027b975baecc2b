/* SPDX-License-Identifier: MIT */
#include "bench/cbt/terrain/terrain.h"

#include "bench/common/device.h"

#include "cbt.kernels.h"

#include <stdlib.h>
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
    memcpy(words, wanted, sizeof(wanted));
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

void cbt_draw_colours_settle(uint32_t *wanted, const uint32_t *got, uint64_t pixels, uint32_t clear)
{
    for (uint64_t k = 0; k < pixels; k++) {
        bool near = wanted[k] != clear && got[k] != clear && wanted[k] >> 24 == got[k] >> 24;
        for (int shift = 0; shift < 24; shift += 8)
            near =
                near && abs((int)(wanted[k] >> shift & 0xFF) - (int)(got[k] >> shift & 0xFF)) <= 1;
        if (near)
            wanted[k] = got[k];
    }
}
