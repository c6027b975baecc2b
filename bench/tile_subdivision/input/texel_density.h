/* SPDX-License-Identifier: MIT */
/*
 * texel_density.h: importance map of a mesh: its light-map texel density, seen along a direction.
 *
 * Tokuyoshi et al. (2013): the importance of a point is the light-map area over the object-space
 * area of its surface, constant per triangle; the map is the scene drawn orthographically along a
 * ray direction, and where surfaces overlap the greatest density wins. Foreshortening does not
 * enter.
 */
#ifndef CLAIMCHECK_BENCH_TILE_SUBDIVISION_INPUT_TEXEL_DENSITY_H
#define CLAIMCHECK_BENCH_TILE_SUBDIVISION_INPUT_TEXEL_DENSITY_H

#include "bench/tile_subdivision/input/mesh.h"

/* Texels of the light map (2048 x 2048), over its unit square. */
#define TEXEL_DENSITY_LIGHT_MAP_TEXELS 4194304.0

/*
 * Density of a triangle: light-map area [texels] / object-space area [units^2], with `unit` the
 * length of a unit in object space. 0 when the triangle is degenerate: no area, or one that is not
 * finite.
 */
double tiles_texel_density_of_triangle(const struct mesh *mesh, size_t triangle, double unit);

/* 1/1024 of the diagonal of the mesh's bounding box: makes densities independent of the scale of
 * the model and of the direction. 0 for a mesh without extent. */
double tiles_texel_density_unit(const struct mesh *mesh);

/*
 * Draws the densities into a map of side 2^top, row-major: looking along `direction` (any length
 * but 0; the y axis points up in the map, or the z axis when direction is along y), fitted to the
 * bounding square of the projected mesh. A triangle covers the pixels whose centres lie in it or on
 * its edges, and the pixel of its centroid, so that no triangle vanishes. The background is exactly
 * 0; densities are quantised as tiles_canvas_quantise() does. Degenerate triangles are skipped and
 * counted. False when the mesh has no extent.
 */
bool tiles_texel_density_draw(const struct mesh *mesh, const double direction[3], uint32_t top,
                              float *values, size_t *degenerate_count);

#endif
