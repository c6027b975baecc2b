/* SPDX-License-Identifier: MIT */
/*
 * terrain.h: whether a triangle of the bisection is fine enough for a frame (Deliot et al. 2021,
 * LOD Criteria), on the CPU. kernels/cbt/frame_terrain.glsl has the same functions.
 *
 * Triangles are (a, b, c) on the grid of heightmap.h, a-c the longest edge, b the apex.
 *
 * It is the criterion of the talk in integers, so that the leaf sets of all devices and of the CPU
 * are equal. What differs from the floating-point one: the eye is rounded to 4.86 cm and heights to
 * whole units; normals of the frustum have 14 bits, 10^-4 of an angle; the factor of the target
 * edge length 22, of which 16 at most are behind the point.
 */
#ifndef CLAIMCHECK_BENCH_CBT_TERRAIN_TERRAIN_H
#define CLAIMCHECK_BENCH_CBT_TERRAIN_TERRAIN_H

#include "bench/cbt/terrain/flight.h"

struct terrain_triangle {
    uint32_t x[3], y[3]; /* a, b, c */
};

/* True when the frame wants the triangle divided: it is not flat, not outside of the frustum, and
 * its longest edge is longer on the screen than the target. */
bool cbt_terrain_wants_division(const struct heightmap *map, const struct flight_view *view,
                                const struct terrain_triangle *triangle);

/* The ground within a triangle of the bisection varies less than the view's flat_variance. */
bool cbt_terrain_is_flat(const struct heightmap *map, const struct flight_view *view,
                         const struct terrain_triangle *triangle);

/* The bounding box of the displaced corners lies outside of a plane of the frustum. */
bool cbt_terrain_is_outside(const struct heightmap *map, const struct flight_view *view,
                            const struct terrain_triangle *triangle);

/* The displaced longest edge, seen from the eye, is longer than the target. */
bool cbt_terrain_edge_is_long(const struct heightmap *map, const struct flight_view *view,
                              const struct terrain_triangle *triangle);

#endif
