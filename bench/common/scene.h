/* SPDX-License-Identifier: MIT */
/*
 * scene.h: triangles with materials, an area light and a camera. The room is 3.6 wide (x), 2 high
 * (y, up) and 4 deep (z), open towards the camera, which looks along -z; a light of 1 by 0.6 hangs
 * below the ceiling. What stands in the room is generated from a seed, or a mesh from a file. Same
 * seed, same bits, on every machine.
 */
#ifndef CLAIMCHECK_BENCH_COMMON_SCENE_H
#define CLAIMCHECK_BENCH_COMMON_SCENE_H

#include "bench/common/ray.h"

enum { SCENE_MATERIALS = 8 };

struct scene_material {
    struct vector albedo, emission; /* of red, green and blue; emission is radiance */
    float roughness;
};

/* A parallelogram: corner + s * edges[0] + t * edges[1] with s and t from 0 to 1. It shines on the
 * side of its normal, of length 1, and is among the triangles. */
struct scene_light {
    struct vector corner, edges[2], normal, radiance;
    float area;
};

/* The ray through (u, v), each from 0 to 1 from the top left of the picture, has the direction
 * forward + (2u - 1) * aspect * right + (1 - 2v) * up, aspect being width over height. */
struct scene_camera {
    struct vector eye, forward, right, up; /* forward has length 1; the picture lies there */
};

struct scene {
    struct ray_triangle *triangles; /* malloc'ed, like the next */
    uint8_t *materials;             /* of each triangle */
    uint32_t count;
    size_t capacity;
    struct scene_material palette[SCENE_MATERIALS];
    struct scene_light light;
    struct scene_camera camera;
    struct vector sky; /* radiance of what lies outside */
};

/* The room with boxes, a ball and slats along its back, 3,468 triangles. */
void scene_init_room(struct scene *scene, uint64_t seed);

/*
 * The room with a mesh (Wavefront OBJ) in their place: scaled and moved so that it just fits into
 * a box of 2.8 x 1.7 x 2.8 and stands on the middle of the floor. False, and the scene is empty,
 * with a message: what obj_read() says, no extent. On success it is that of obj_read().
 */
bool scene_init_mesh(struct scene *scene, const char *path);

void scene_finish(struct scene *scene);

/* A ray of the camera; `aspect` is the picture's width over its height. */
struct ray scene_camera_ray(const struct scene_camera *camera, float aspect, float u, float v);

/* Is it of a material that shines? */
bool scene_emits(const struct scene *scene, uint32_t triangle);

/* Normal of length 1, by the order of the corners; zero where the triangle has no area. */
struct vector scene_normal(const struct scene *scene, uint32_t triangle);

/* Materials of the palette. */
enum { SCENE_GREY, SCENE_RED, SCENE_GREEN, SCENE_WOOD, SCENE_BLUE, SCENE_PALE, SCENE_LIGHT };

/* Adds two triangles; their normal points along the product of the edges. */
void scene_add_quad(struct scene *scene, struct vector corner, struct vector along,
                    struct vector up, uint8_t material);

/* Makes palette, camera, light, sky, and the walls; *scene is new. */
void scene_add_walls(struct scene *scene);

#endif
