/* SPDX-License-Identifier: MIT */
/*
 * frame_scene.h: what cbt.frame and cbt.draw work on: a terrain, a camera that flies over it, and
 * the tree that follows the camera, computed on the host from the definition.
 *
 * A frame updates the tree with the camera of one frame of the flight, then reduces it: even frames
 * split, odd ones merge. Before the frames that are shown, warm-up frames bring the tree from its
 * two roots to where it follows the camera.
 */
#ifndef CLAIMCHECK_BENCH_CBT_TERRAIN_FRAME_SCENE_H
#define CLAIMCHECK_BENCH_CBT_TERRAIN_FRAME_SCENE_H

#include "bench/cbt/terrain/flight.h"
#include "bench/cbt/terrain/heightmap.h"
#include "bench/cbt/tree/heap.h"
#include "harness/bench.h"

enum {
    FRAME_DEPTH_MIN = 8,
    FRAME_DEPTH_MAX = 28, /* so that vertices of meshlets are grid points */
    FRAME_MESHLET_MAX = 6,
    FRAME_WARM_UP = 72, /* even; a tree grows a level in two frames */
    FRAME_COUNT_MAX = 32,
    FRAME_START_VIEW = FRAME_WARM_UP - 1, /* that the tree `start` was made for */
};

/* What a frame left. */
struct frame_state {
    uint32_t leaf_count;
    uint32_t changed; /* bits that it set or cleared */
    uint32_t tiles;   /* of reduction.h that these lie in */
    uint64_t hash;    /* hash_bytes() of the leaves in the order of their handles */
};

/* A tree, reduced, and its leaves in the order of their handles. */
struct frame_tree {
    struct heap heap;
    uint32_t *leaves;
    uint32_t leaf_count;
};

struct frame_scene {
    struct heightmap map;
    struct flight_target target;
    uint32_t depth, flight_frame;
    const struct flight_camera *camera; /* stands still; NULL: the flight's */
    uint32_t frame_count, leaves_max;
    struct frame_tree start, end; /* before and after the frames that are shown; end with them */
    struct flight_view views[FRAME_WARM_UP + FRAME_COUNT_MAX]; /* of each frame */
    struct frame_state states[FRAME_WARM_UP + FRAME_COUNT_MAX];
};

/* "island", or "file.STEM", which --heightmap FILE sets. */
bool cbt_frame_terrain_accepts(const char *value);
extern const char *const cbt_frame_terrain_names[];
extern const struct bench_option cbt_frame_options[];

/* Axes that both benches have; depths and levels of meshlets by profile. */
#define FRAME_AXES(depth_quick, depth_paper, depth_full, level_quick, level_paper, level_full)     \
    { .name = "terrain",                                                                           \
      .help = "51 x 51 km of land",                                                                \
      .names = cbt_frame_terrain_names,                                                            \
      .accepts = cbt_frame_terrain_accepts,                                                        \
      .accepts_help = "file.STEM, with --heightmap FILE",                                          \
      .values = { "island", "island", "island" } },                                                \
        { .name = "map",                                                                           \
          .help = "log2 of the heights per side of the island; a file brings its own",             \
          .min = HEIGHTMAP_LEVELS_MIN,                                                             \
          .max = HEIGHTMAP_LEVELS_MAX,                                                             \
          .values = { "8", "11", "11" } },                                                         \
        { .name = "depth",                                                                         \
          .help = "greatest depth D of the tree",                                                  \
          .min = FRAME_DEPTH_MIN,                                                                  \
          .max = FRAME_DEPTH_MAX,                                                                  \
          .values = { depth_quick, depth_paper, depth_full } },                                    \
        { .name = "meshlet",                                                                       \
          .help = "level of the meshlets: a leaf is drawn as 4^level triangles",                   \
          .min = 0,                                                                                \
          .max = FRAME_MESHLET_MAX,                                                                \
          .values = { level_quick, level_paper, level_full } },                                    \
        { .name = "pixels",                                                                        \
          .help = "how long the edges of triangles may be on the screen",                          \
          .min = 2,                                                                                \
          .max = 16,                                                                               \
          .values = { "8", "4", "4" } },                                                           \
        { .name = "height",                                                                        \
          .help = "pixels of the picture, 16/9 as wide",                                           \
          .min = 180,                                                                              \
          .max = 2160,                                                                             \
          .values = { "180", "1080", "1080" } },                                                   \
    {                                                                                              \
        .name = "flight", .help = "frame of the flight, 60 a second, that the first frame shows",  \
        .min = 0, .max = FLIGHT_FRAMES - 1, .values = {                                            \
            "700",                                                                                 \
            "700",                                                                                 \
            "100,700,1500"                                                                         \
        }                                                                                          \
    }

/*
 * Builds the scene from the axes and options of the workload, whose memory it lives in, with
 * `frames` frames to show; states its facts. False: the workload has failed.
 */
bool cbt_frame_scene_build(struct bench_workload *workload, uint32_t frames,
                           struct frame_scene *scene);

/* The same from given values; memory of the caller's, by `alloc`, zeroed. NULL from it ends in
 * false. */
struct frame_memory {
    void *(*alloc)(void *context, size_t bytes);
    void *context;
};

/* Terrain, target, depth and flight or camera are set. */
bool cbt_frame_scene_init(struct frame_scene *scene, const struct frame_memory *memory,
                          uint32_t frames);

/* The terrain of these axes, in memory of the caller's. False with a one-line message. */
bool cbt_frame_map_init(struct heightmap *map, const struct frame_memory *memory, const char *path,
                        uint32_t levels, char *message, size_t message_bytes);

/* Triangles of a number of leaves. */
uint64_t cbt_frame_triangles(const struct frame_scene *scene, uint32_t leaves);

#endif
