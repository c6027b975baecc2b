/* SPDX-License-Identifier: MIT */
/*
 * scene.h: bicubic patches and a camera: generated, or read from files.
 *
 * The report's four scenes are the teapot, which is shipped, and three that are not: BIGGUY and
 * KILLEROO bear no licence, HAIR was made by a program that is not public. Generated ones with the
 * same number of patches stand in for them, under names of their own: bigguy_standin,
 * killeroo_standin, hair_generated.
 */
#ifndef CLAIMCHECK_BENCH_REYES_SUBDIVISION_SCENE_SCENE_H
#define CLAIMCHECK_BENCH_REYES_SUBDIVISION_SCENE_SCENE_H

#include "bench/reyes_subdivision/bound.h"

enum { SCENE_PATCHES_MAX = 1 << 24 };

/* Coordinates are finite, and not beyond 1e12: reyes_bound() cannot overflow then. */
struct scene {
    struct bound_patch *patches; /* malloc'ed */
    uint32_t count;
    struct camera camera;
};

/* All of these start with no scene; finish takes what they made. False when memory runs out. */
bool reyes_scene_teapot(struct scene *scene);

/* The teapot, its camera on the surface: the eye plane cuts through patches. */
bool reyes_scene_eye_plane(struct scene *scene);

/*
 * Ribbons by the recipe recovered from the report's HAIR: roots on a square of side 10, upwards
 * with a random lean, twice a random bend; 0.05 wide; all scaled so that the longest side is 6.
 */
bool reyes_scene_hair(struct scene *scene, uint32_t ribbons);

/*
 * A torus with bumps, as Hermite-fitted bicubics, `columns` patches around and `rows` across;
 * `warp` crowds them on one side; the camera looks down at it from (0, -distance, distance).
 */
struct scene_torus {
    uint32_t columns, rows;
    double warp, distance;
};
bool reyes_scene_torus(struct scene *scene, const struct scene_torus *torus);
extern const struct scene_torus reyes_scene_bigguy_standin, reyes_scene_killeroo_standin;

/*
 * Patches from a file of little-endian floats, 16 x 3 each. False, with a message that names the
 * file, for: unreadable, empty or cut-short file, number not finite or beyond 1e12, more than
 * SCENE_PATCHES_MAX patches, a camera file of another number of patches.
 */
bool reyes_scene_read(struct scene *scene, const char *patches_path, const char *camera_path);

/* Takes the patches alone, which are `wanted` unless that is 0. Closes the file; NULL has left an
 * errno. */
bool reyes_scene_read_patches(struct scene *scene, FILE *file, const char *path, uint64_t wanted,
                              const char *camera_path);

/*
 * A mesh of quadrilaterals (Wavefront OBJ) as bicubic patches, one per face, by the geometry
 * patches of Loop and Schaefer 2008: interior control points are weighted means of the face's
 * corners, those of edges and corners the means of the interior ones around them; at the border the
 * curve is a cubic B-spline. The surface approximates the Catmull-Clark limit surface, and equals
 * it where all valences are 4. camera_path may be NULL: the camera then looks along -z at the whole
 * mesh. False, with a message, as reyes_scene_read(), and for a face that has not 4 corners, and an
 * edge of more than two faces. On success the message is that of obj_read().
 */
bool reyes_scene_read_mesh(struct scene *scene, const char *mesh_path, const char *camera_path);

/* Accepts a zeroed scene. */
void reyes_scene_finish(struct scene *scene);

/* Source --------------------------------------------------------------------------------------- */
/* Which scene: by its name, or by files. */

struct scene_source {
    const char *scene;   /* a name, or "file.STEM" */
    const char *patches; /* --patches FILE.f32; may be NULL */
    const char *mesh;    /* --mesh FILE.obj; may be NULL */
    const char *camera;  /* --camera FILE; may be NULL but with patches */
};

/* Names of scenes that need no file, then those of the report that need CLAIMCHECK_MODELS. Ends
 * with NULL. */
extern const char *const reyes_scene_names[];

/* Other legal values of the axis: hair_generated.N, file.STEM. */
bool reyes_scene_accepts(const char *value);
#define SCENE_ACCEPTS_HELP                                                                         \
    "hair_generated.N for N ribbons, or file.STEM with --patches FILE or --mesh FILE"

/* True for a scene of the report whose files are not there, with a message that names the file, the
 * variable and the remedy, but no path: that is for run files. */
bool reyes_scene_is_missing(const char *name);

/* False with a message. On success that of a mesh is what obj_read() says, and of others empty. */
bool reyes_scene_load(struct scene *scene, const struct scene_source *source);

#endif
