/* SPDX-License-Identifier: MIT */
/* input.h: maps and meshes that workloads are made of. */
#ifndef CLAIMCHECK_BENCH_TILE_SUBDIVISION_INPUT_INPUT_H
#define CLAIMCHECK_BENCH_TILE_SUBDIVISION_INPUT_INPUT_H

#include "bench/tile_subdivision/answer.h"
#include "harness/bench.h"
#include "harness/image.h"

/* Canvas --------------------------------------------------------------------------------------- */
/*
 * Shapes drawn into an importance map, in coordinates of the unit square, y downwards.
 *
 * The greater value wins, so the order of drawing does not matter. A pixel belongs to a shape when
 * its centre does; the pixel under a shape's own centre always belongs to it, so that nothing
 * vanishes at a coarse resolution. Values are quantised.
 */

struct canvas {
    float *values; /* side * side, row-major, owned by the caller */
    uint32_t side;
};

/*
 * The value as a multiple of 1/64, to nearest: exact in float32 and the same on every machine.
 * Positive values are at least 1/64, and at most 2^18 - 1/64; 0 and negative ones become 0.
 */
float tiles_canvas_quantise(double value);

/* Raises a pixel to the value; outside the map nothing happens. */
void tiles_canvas_raise(struct canvas *canvas, int64_t x, int64_t y, float value);

/* Map file ------------------------------------------------------------------------------------- */
/*
 * An importance map from a grey picture (PGM or PNG).
 *
 * The importance of a pixel is its grey level as it stands in the file: an integer, exact in
 * float32. The picture lies at the top left of a square whose side is the next power of two; the
 * padding has importance 0.
 */

struct map_file {
    struct grey_map grey;
    uint32_t top; /* of the padded square; 0..TILE_TOP_MAX */
};

/* False with a message when the file cannot be read or a side exceeds 4096 pixels. */
bool tiles_map_file_read(struct map_file *file, const char *path);

/* Accepts NULL and a zeroed struct. */
void tiles_map_file_finish(struct map_file *file);

/* Fills 4^top values, row-major. */
void tiles_map_file_fill(const struct map_file *file, float *values);

/* Pixels of the padding: 4^top - width * height. */
uint64_t tiles_map_file_padding(const struct map_file *file);

/* Mesh ----------------------------------------------------------------------------------------- */
/* Triangles with light-map coordinates, read from Wavefront OBJ. */

struct mesh_corner {
    uint32_t position, texcoord; /* indices from 0 */
};

struct mesh_triangle {
    struct mesh_corner corners[3];
};

struct mesh {
    float (*positions)[3]; /* object space */
    float (*texcoords)[2]; /* light map, whole map = unit square */
    struct mesh_triangle *triangles;
    size_t position_count, texcoord_count, triangle_count;
    size_t position_capacity, texcoord_capacity, triangle_capacity;
};

/* Accepts NULL and a zeroed mesh. */
void tiles_mesh_finish(struct mesh *mesh);

/*
 * Reads v, vt and f lines (v/vt or v/vt/vn, indices from 1 or negative; convex polygons become
 * fans, others are cut by ears) and ignores all others. False, with an empty mesh and a message
 * that names file and line, for: unreadable file, malformed number or face, index out of range,
 * face without vt, outline that crosses itself, no faces. On success it is that of obj_read().
 */
bool tiles_mesh_read_obj(struct mesh *mesh, const char *path);

/* Noise ---------------------------------------------------------------------------------------- */
/*
 * Fractal value noise over the unit square, a row of samples at a time.
 *
 * Only +, -, *, / and exact scaling of doubles: the same samples on every machine.
 */

enum { NOISE_CELLS_MAX = 256 };

/* Octave o has cells * 2^o lattice cells a side (at most NOISE_CELLS_MAX) and weight 2^-o. */
struct noise {
    uint32_t seed;
    uint32_t cells;
    uint32_t octaves;
};

/* 2^x, to a relative error below 1e-6; |x| < 1000. */
double tiles_noise_power_of_two(double x);

/* Source --------------------------------------------------------------------------------------- */
/* Where a workload's importance map comes from: a generator, a picture, or a mesh. */

/*
 * Makes the map that the axis `map` and the options --map and --mesh ask for: a pyramid in the
 * workload's memory with level 0 filled. A picture decides the pyramid's top itself, else it is the
 * axis `top`. *base is the threshold base that suits the map, or 0 when none is known. States the
 * facts of files and meshes. False when the workload has failed.
 */
bool tiles_source_load(struct bench_workload *workload, struct pyramid *pyramid, float *base);

/*
 * The same for `count` directions, drawn from the seed, of the mesh that the axis `map` and the
 * option --mesh ask for: a pyramid each. Maps that are no mesh are unsupported.
 */
bool tiles_source_load_directions(struct bench_workload *workload, uint32_t count,
                                  struct pyramid *pyramids, float *base);

/* True for "file.<stem>" and "mesh.<stem>": how the axis `map` names the file of an option. */
bool tiles_source_accepts(const char *value);

/* Teapot scene --------------------------------------------------------------------------------- */
/* The shipped mesh: the Utah teapot on a ground, unwrapped into one light map. */

enum { TEAPOT_SCENE_DICE = 16 }; /* quads along each side of a patch */

/*
 * Builds the mesh, y up: 32 patches of 16 x 16 quads, each with a square chart of its own, and a
 * ground quad with a chart of low density. The densities of the charts are spread over two decades,
 * in an order drawn from the seed; the charts fill the unit square without overlap.
 */
void tiles_teapot_scene_build(struct mesh *mesh, uint64_t seed);

/* Texel density -------------------------------------------------------------------------------- */
/*
 * Importance map of a mesh: its light-map texel density, seen along a direction.
 *
 * Tokuyoshi et al. (2013): the importance of a point is the light-map area over the object-space
 * area of its surface, constant per triangle; the map is the scene drawn orthographically along a
 * ray direction, and where surfaces overlap the greatest density wins. Foreshortening does not
 * enter.
 */

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
