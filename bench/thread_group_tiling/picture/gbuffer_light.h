/* SPDX-License-Identifier: MIT */
/* gbuffer_light.h: for gbuffer.c: what light arrives at a point of a scene. */
#ifndef CLAIMCHECK_BENCH_THREAD_GROUP_TILING_PICTURE_GBUFFER_LIGHT_H
#define CLAIMCHECK_BENCH_THREAD_GROUP_TILING_PICTURE_GBUFFER_LIGHT_H

#include "bench/common/scene.h"

struct tiling_world {
    struct scene scene;
    struct ray_tree *tree;
    float aspect;
};

struct tiling_surface {
    struct vector position, normal; /* of length 1, towards the viewer */
    uint32_t triangle;
    float depth; /* along the view, of what the camera sees */
};

struct tiling_light_sample {
    struct vector irradiance; /* over pi */
    float distance;           /* of what the ray of the hemisphere hit, at most TILING_FAR */
};

/* Finds the hit of a ray; false where there is none. */
bool tiling_surface_hit(const struct tiling_world *world, const struct ray *ray,
                        struct tiling_surface *surface);

/* One sample; *random is advanced. */
struct tiling_light_sample tiling_light_sample(const struct tiling_world *world,
                                               const struct tiling_surface *surface,
                                               uint64_t *random);

#endif
