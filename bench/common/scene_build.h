/* SPDX-License-Identifier: MIT */
/* scene_build.h: for the files of scene: what triangles are added by. All return false when there
 * is no memory. */
#ifndef CLAIMCHECK_BENCH_COMMON_SCENE_BUILD_H
#define CLAIMCHECK_BENCH_COMMON_SCENE_BUILD_H

#include "bench/common/scene.h"

/* Materials of the palette. */
enum { SCENE_GREY, SCENE_RED, SCENE_GREEN, SCENE_WOOD, SCENE_BLUE, SCENE_PALE, SCENE_LIGHT };

bool scene_add_triangle(struct scene *scene, struct vector a, struct vector b, struct vector c,
                        uint8_t material);

/* Adds two triangles; their normal points along the product of the edges. */
bool scene_add_quad(struct scene *scene, struct vector corner, struct vector along,
                    struct vector up, uint8_t material);

/* Upright, its faces outwards; turned about the vertical by a vector (cosine, sine). */
struct scene_block {
    struct vector centre, half; /* of each side, half its length */
    float cosine, sine;
    uint8_t material;
};

bool scene_add_block(struct scene *scene, const struct scene_block *block);

/* A cube's faces, `cells` by `cells` quads each, blown up; of 2^n they meet bit by bit. */
bool scene_add_ball(struct scene *scene, struct vector centre, float radius, uint32_t cells,
                    uint8_t material);

/* Palette, camera, light, sky, and the walls; *scene is new. */
bool scene_add_walls(struct scene *scene);

#endif
