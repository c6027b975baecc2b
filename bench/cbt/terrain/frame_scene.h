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
#include "bench/cbt/tree/reference.h"
#include "bench/cbt/tree/row.h"
#include "harness/bench.h"

enum {
    FRAME_DEPTH_MIN = 8,
    FRAME_DEPTH_MAX = 28, /* so that vertices of meshlets are grid points */
    FRAME_MESHLET_MAX = 6,
    FRAME_WARM_UP = 72, /* even; a tree grows a level in two frames */
    FRAME_COUNT_MAX = 32,
    FRAME_START_VIEW = FRAME_WARM_UP - 1, /* that the tree `start` was made for */
    FRAME_VIEWS = FRAME_WARM_UP + FRAME_COUNT_MAX,
};

/* A tree, reduced, and its leaves in the order of their handles. */
struct frame_tree {
    struct heap heap;
    uint32_t *leaves;
    uint32_t leaf_count;
    struct row_leaves row; /* of the leaves; of the tree that the last frame leaves alone */
};

struct frame_scene {
    struct heightmap map;
    struct flight_target target;
    uint32_t depth, flight_frame;
    const struct flight_camera *camera; /* stands still; NULL: the flight's */
    uint32_t frame_count, leaves_max;
    struct frame_tree start, end; /* before and after the frames that are shown; end with them */
    struct flight_view views[FRAME_VIEWS];      /* of each frame */
    struct flight_view lights[FLIGHT_CASCADES]; /* of what FRAME_START_VIEW sees */
    struct reference_state states[FRAME_WARM_UP + FRAME_COUNT_MAX];
};

/* "island", or "file.STEM", which --heightmap FILE sets. */
bool cbt_frame_terrain_accepts(const char *value);
extern const char *const cbt_frame_terrain_names[];
extern const struct bench_option cbt_frame_options[];

/* Axes that both benches have. */
#define FRAME_AXIS(name_, help_, min_, max_, ...)                                                  \
    {                                                                                              \
        .name = name_, .help = help_, .min = min_, .max = max_, .values = { __VA_ARGS__ }          \
    }
#define FRAME_AXES                                                                                 \
    { .name = "terrain",                                                                           \
      .help = "51 x 51 km of land",                                                                \
      .names = cbt_frame_terrain_names,                                                            \
      .accepts = cbt_frame_terrain_accepts,                                                        \
      .accepts_help = "file.STEM, with --heightmap FILE",                                          \
      .values = { "island", "island", "island" } },                                                \
        FRAME_AXIS("map", "log2 of the heights per side of the island; a file brings its own",     \
                   HEIGHTMAP_LEVELS_MIN, HEIGHTMAP_LEVELS_MAX, "8", "11", "11"),                   \
        { .name = "depth",                                                                         \
          .help = "greatest depth D of the tree",                                                  \
          .min = FRAME_DEPTH_MIN,                                                                  \
          .max = FRAME_DEPTH_MAX,                                                                  \
          .values = { "18", "27,28", "27,28" },                                                    \
          .check = "10" },                                                                         \
        FRAME_AXIS("meshlet", "level of the meshlets: a leaf is drawn as 4^level triangles", 0,    \
                   FRAME_MESHLET_MAX, "2", "4", "4"),                                              \
        FRAME_AXIS("pixels", "how long the edges of triangles may be on the screen", 2, 16, "8",   \
                   "4", "4"),                                                                      \
        FRAME_AXIS("height", "pixels of the picture, 16/9 as wide", 180, 2160, "180", "1080",      \
                   "1080"),                                                                        \
        FRAME_AXIS("flight", "frame of the flight, 60 a second, that the first frame shows", 0,    \
                   FLIGHT_FRAMES - 1, "700", "700", "100,700,1500")

/*
 * Builds the scene from the axes and options of a workload, in its memory, with `frames` frames to
 * show; states its facts. False: the trouble is told.
 */
bool cbt_frame_scene_build(struct context *context, struct frame_scene *scene, uint32_t frames);

/* Builds the scene from given values, in memory of the context: map, target, depth and flight or
 * camera are set. */
bool cbt_frame_scene_init(struct context *context, struct frame_scene *scene, uint32_t frames);

/* The terrain of these axes; path NULL: the island. */
bool cbt_frame_map_init(struct context *context, struct heightmap *map, const char *path,
                        uint32_t levels);

/* States facts of the tree after the last frame: its leaves, their triangles, depths and hash. */
void cbt_frame_tree_facts(struct context *context, const struct frame_scene *scene);

/* Triangles of a number of leaves. */
uint64_t cbt_frame_triangles(const struct frame_scene *scene, uint32_t leaves);

#endif
