/* SPDX-License-Identifier: MIT */
/*
 * flight.h: a camera that flies over the terrain of cbt.frame, and what a frame needs of it.
 *
 * The flight is fixed: a spline through fixed places at a fixed time step, a frame's position is a
 * function of its number alone. It is computed with the operations of IEEE 754 that are exact in
 * their rounding (+ - * / and the square root), so the same frame is the same on every machine.
 */
#ifndef CLAIMCHECK_BENCH_CBT_TERRAIN_FLIGHT_H
#define CLAIMCHECK_BENCH_CBT_TERRAIN_FLIGHT_H

#include "bench/cbt/terrain/heightmap.h"

enum {
    FLIGHT_FRAMES = 2048, /* of the flight, at 60 a second */
    FLIGHT_PLANES = 5,    /* of the frustum, all through the eye: four sides, and what is ahead */
    FLIGHT_NORMAL_ONE = 1 << 14,
    FLIGHT_CASCADES = 4, /* pictures that a light has of what a camera sees */
};

/* x to the east, y to the south, z up, in grid units of the heightmap. */
struct flight_camera {
    double position[3];
    double right[3], down[3], forward[3]; /* of the picture; unit length */
};

/* Half the vertical field of view is atan(1/2), 26.6 degrees; pictures are 16:9. */
static const double flight_tangent_y = 0.5, flight_tangent_x = 0.5 * 16 / 9;

/* Frame 0..FLIGHT_FRAMES-1 of the flight over this map, above all ground that it passes. */
struct flight_camera cbt_flight_at(const struct heightmap *map, uint32_t frame);

/* A height for pictures: all of the island from the south-west, as on a postcard. */
struct flight_camera cbt_flight_overview(const struct heightmap *map);

/*
 * What a frame's kernels and shaders need, as it lies in a storage buffer: struct View of
 * kernels/cbt/frame_view.glsl.
 *
 * The target edge length, in integers: an edge is too long when
 *     |c - a|^2 * edge_factor > |a + c - 2 * position|^2 << edge_shift.
 */
struct flight_view {
    int32_t position[3]; /* the eye, rounded to the grid */
    uint32_t edge_factor, edge_shift;
    uint32_t flat_variance;           /* ground of less variance is flat, square units */
    int32_t planes[FLIGHT_PLANES][3]; /* normals into the frustum, times FLIGHT_NORMAL_ONE */
    float clip[3][3]; /* rows that take a place relative to the eye to clip x, y and w */
    float near;       /* clip z: reversed depth, its far plane at infinity */
    /* 1: rays are parallel. Clip w is then 1, and what row 2 makes is added to z. */
    uint32_t parallel;
};

struct flight_target {
    uint32_t height;  /* of the picture, in pixels; its width is 16/9 of it */
    uint32_t pixels;  /* how long the edges of triangles may be */
    uint32_t meshlet; /* level: a leaf is drawn as 4^level triangles */
};

/* In pixels. */
uint32_t cbt_flight_picture_width(const struct flight_target *target);

/*
 * Asserts that 1 <= height <= 2160, and that 2^meshlet * pixels is at least height / 1080 and at
 * most 1024. The factor is rounded to 22 bits.
 */
struct flight_view cbt_flight_view_of(const struct flight_camera *camera,
                                      const struct flight_target *target);

/*
 * What the sun sees of it, for a square picture: along parallel rays, what lies within a radius
 * around a point that far ahead of the camera. The radius is 2^13 units, 0.4 km, for the first
 * cascade, and four times as much for each next one: the last, 25 km, holds most of the island. All
 * of the land lies between the near and the far plane.
 */
struct flight_view cbt_flight_light_view(const struct flight_view *camera, uint32_t cascade);

#endif
