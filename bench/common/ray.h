/* SPDX-License-Identifier: MIT */
/*
 * ray.h: the triangles that rays meet, found through a tree of boxes. What a query answers depends
 * on the triangles and the ray alone, not on the tree: of hits at the same distance the triangle of
 * the lower index is the closest. Queries change nothing, so any number of threads may ask at once.
 *
 * Watertight along shared edges: a ray through an edge or a corner that triangles share, bit by
 * bit, hits one of them at least (Woop, Benthin, Wald, «Watertight Ray/Triangle Intersection», JCGT
 * 2(1), 2013). Both sides can be hit. A triangle with two equal corners never is; one whose corners
 * lie on a line otherwise may be, as rounding has it.
 */
#ifndef CLAIMCHECK_BENCH_COMMON_RAY_H
#define CLAIMCHECK_BENCH_COMMON_RAY_H

#include "bench/common/vector.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ray_triangle {
    struct vector corners[3];
};

/* Points origin + t * direction with nearest < t < farthest, nearest at least 0; all finite but
 * farthest, which may be INFINITY; the direction has any length but 0. */
struct ray {
    struct vector origin, direction;
    float nearest, farthest;
};

struct ray_hit {
    float t;           /* in lengths of the direction */
    uint32_t triangle; /* index */
    float u, v;        /* weights of corners 1 and 2 at the point; that of corner 0 is 1 - u - v */
};

struct ray_tree;

/* Makes a tree of triangles with finite corners, which are copied. No triangles at all are allowed.
 */
struct ray_tree *ray_tree_create(const struct ray_triangle *triangles, uint32_t count);
void ray_tree_destroy(struct ray_tree **tree);

/* The closest hit; false, and *hit is as it was, where there is none. */
bool ray_tree_closest(const struct ray_tree *tree, const struct ray *ray, struct ray_hit *hit);

/* Is there any hit? */
bool ray_tree_any(const struct ray_tree *tree, const struct ray *ray);

/* Frames --------------------------------------------------------------------------------------- */
/* A ray made ready for tests of many triangles: for ray.c and its test. */

/* The space in which the ray runs from the origin along +z: axes are renamed so that the ray's
 * greatest component is z, then x and y are sheared. */
struct ray_frame {
    int x, y, z; /* what the axes were */
    float origin[3], shear_x, shear_y, scale_z;
    float nearest, farthest;
};

void ray_frame_init(struct ray_frame *frame, const struct ray *ray);

/* True where the ray hits the triangle; otherwise *hit is as it was. The hit's `triangle` is left
 * alone. */
bool ray_frame_hits(const struct ray_frame *frame, const struct ray_triangle *triangle,
                    struct ray_hit *hit);

#endif
