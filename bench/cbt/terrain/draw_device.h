/* SPDX-License-Identifier: MIT */
/* draw_device.h: a scene on the device, and what draws it. */
#ifndef CLAIMCHECK_BENCH_CBT_TERRAIN_DRAW_DEVICE_H
#define CLAIMCHECK_BENCH_CBT_TERRAIN_DRAW_DEVICE_H

#include "bench/cbt/terrain/frame_scene.h"
#include "bench/cbt/tree/layout.h"
#include "harness/engine/gpu/raster.h"

/* Words of the arguments of indirect draws and dispatches; frame_arguments.comp writes them, too.
 */
enum {
    DRAW_ARGUMENTS_PLAIN = 0,   /* 4 words: a draw of vertices */
    DRAW_ARGUMENTS_INDEXED = 4, /* 5 words */
    DRAW_ARGUMENTS_MESH = 9,    /* 3 words: groups of frame_task, DRAW_TASK_LEAVES each */
    DRAW_ARGUMENTS_LEAVES = 12, /* 3 words: groups of DRAW_GROUP threads, a leaf each */
    DRAW_ARGUMENTS_WORDS = 15,
    DRAW_TASK_LEAVES = 32,
    DRAW_GROUP = 256,
};

struct draw_buffers {
    struct gpu_buffer *heap, *leaves, *heights, *arguments;
    struct gpu_buffer *views; /* FRAME_VIEWS of frames, then those of the light */
};

/* The heap, the list of leaves and the arguments of scene->start, heights, and all views. */
struct draw_buffers cbt_draw_buffers_create(struct gpu_scope *scope,
                                            const struct frame_scene *scene);

void cbt_draw_arguments(const struct frame_scene *scene, uint32_t leaf_count,
                        uint32_t words[DRAW_ARGUMENTS_WORDS]);

/* Constants of frame_draw.vert. */
struct draw_constants {
    enum layout layout;
    bool listed, indexed, parallel;
};

struct draw_shaders {
    const struct gpu_shader *vertex, *task, *mesh, *fragment; /* as gpu_pipeline_params has them */
    enum gpu_pixel colours[GPU_COLOURS_MAX];
};

struct gpu_pipeline *cbt_draw_pipeline_create(struct gpu_scope *scope,
                                              const struct frame_scene *scene,
                                              const struct draw_shaders *shaders,
                                              const struct draw_constants *constants);

/*
 * Indices of a meshlet of this level, i + 256 j for each corner of its 4^level triangles; in the
 * order of meshlet_corner() of frame_meshlet.glsl.
 */
struct gpu_indices *cbt_draw_indices_create(struct context *context, uint32_t meshlet);

#endif
