/* SPDX-License-Identifier: MIT */
/* ray_frame.h: for ray.c and ray_tree.c: a ray made ready for tests of many triangles. */
#ifndef CLAIMCHECK_BENCH_COMMON_RAY_FRAME_H
#define CLAIMCHECK_BENCH_COMMON_RAY_FRAME_H

#include "bench/common/ray.h"

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
