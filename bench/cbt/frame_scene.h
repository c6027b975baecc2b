/* SPDX-License-Identifier: MIT */
/*
 * frame_scene.h: what cbt.frame and cbt.draw work on: a terrain, a camera that flies over it, and
 * the tree that follows the camera, computed on the host from the definition.
 *
 * A frame updates the tree with the camera of one frame of the flight, then reduces it: even frames
 * split, odd ones merge. Before the frames that are shown, warm-up frames bring the tree from its
 * two roots to where it follows the camera.
 */
#ifndef CLAIMCHECK_BENCH_CBT_FRAME_SCENE_H
#define CLAIMCHECK_BENCH_CBT_FRAME_SCENE_H

#include "bench/cbt/flight.h"
#include "bench/cbt/heap.h"
#include "bench/cbt/heightmap.h"
#include "harness/bench.h"

enum {
    FRAME_DEPTH_MIN = 8,
    FRAME_DEPTH_MAX = 28, /* so that vertices of meshlets are grid points */
    FRAME_MESHLET_MAX = 6,
    FRAME_WARM_UP = 72, /* even; a tree grows a level in two frames */
    FRAMES_SHOWN = 16,
};

/* The tree after a frame. */
struct frame_state {
    uint32_t *leaves; /* in the order of their handles */
    uint32_t leaf_count;
    uint32_t changed; /* bits that the frame set or cleared */
};

struct frame_scene {
    struct heightmap map;
    struct flight_target target;
    uint32_t depth, flight_frame;
    const struct flight_camera *camera; /* stands still; NULL: the flight's */
    struct heap heap;                   /* reduced: as the first shown frame finds it */
    struct frame_state start;
    uint32_t frame_count;
    struct frame_state frames[FRAMES_SHOWN];    /* after each */
    struct flight_view views[1 + FRAMES_SHOWN]; /* of the last warm-up frame, and of each shown */
};

/* "island", or "file.STEM", which --heightmap FILE sets. */
bool frame_terrain_accepts(const char *value);
extern const char *const frame_terrain_names[];
extern const struct bench_option frame_options[];

/* Axes that both benches have: terrain, map, depth, meshlet, pixels, height, flight. */
#define FRAME_AXES_COUNT 7
extern const struct bench_axis frame_axes[FRAME_AXES_COUNT + 1];

/*
 * Builds the scene from the axes and options of the workload, whose memory it lives in, with
 * `frames` frames to show; states its facts. False: the workload has failed.
 */
bool frame_scene_build(struct bench_workload *workload, uint32_t frames, struct frame_scene *scene);

/* The same from given values; memory of the caller's, by `alloc`, zeroed. NULL from it ends in
 * false. */
struct frame_memory {
    void *(*alloc)(void *context, size_t bytes);
    void *context;
};

/* Terrain, target, depth and flight or camera are set. */
bool frame_scene_init(struct frame_scene *scene, const struct frame_memory *memory,
                      uint32_t frames);

/* The terrain of these axes, in memory of the caller's. False with a one-line message. */
bool frame_map_init(struct heightmap *map, const struct frame_memory *memory, const char *path,
                    uint32_t levels, char *message, size_t message_bytes);

/* Triangles of a number of leaves. */
uint64_t frame_triangles(const struct frame_scene *scene, uint32_t leaves);

#endif
