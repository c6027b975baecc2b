/* SPDX-License-Identifier: MIT */
/* scene_build.c: shapes, and the room that they stand in. */
#include "bench/common/scene_build.h"

#include <stdlib.h>

static bool reserve(struct scene *scene)
{
    if (scene->count < scene->capacity)
        return true;
    if (scene->capacity > UINT32_MAX / 4)
        return false;
    const uint32_t capacity = scene->capacity > 0 ? 2 * scene->capacity : 1024;
    struct ray_triangle *triangles =
        realloc(scene->triangles, capacity * sizeof(*scene->triangles));
    if (!triangles)
        return false;
    scene->triangles = triangles;
    uint8_t *materials = realloc(scene->materials, capacity);
    if (!materials)
        return false;
    scene->materials = materials;
    scene->capacity = capacity;
    return true;
}

bool scene_add_triangle(struct scene *scene, struct vector a, struct vector b, struct vector c,
                        uint8_t material)
{
    if (!reserve(scene))
        return false;
    scene->triangles[scene->count] = (struct ray_triangle){ { a, b, c } };
    scene->materials[scene->count++] = material;
    return true;
}

bool scene_add_quad(struct scene *scene, struct vector corner, struct vector along,
                    struct vector up, uint8_t material)
{
    const struct vector b = vector_add(corner, along), c = vector_add(b, up),
                        d = vector_add(corner, up);
    return scene_add_triangle(scene, corner, b, c, material) &&
           scene_add_triangle(scene, corner, c, d, material);
}

/* A face of the cube [-1, 1]^3: the corner, and the edges whose product points outwards. */
struct face {
    struct vector corner, along, up;
};

static const struct face faces[6] = {
    { { 1, -1, 1 }, { 0, 0, -2 }, { 0, 2, 0 } }, { { -1, -1, -1 }, { 0, 0, 2 }, { 0, 2, 0 } },
    { { -1, 1, 1 }, { 2, 0, 0 }, { 0, 0, -2 } }, { { -1, -1, -1 }, { 2, 0, 0 }, { 0, 0, 2 } },
    { { -1, -1, 1 }, { 2, 0, 0 }, { 0, 2, 0 } }, { { 1, -1, -1 }, { -2, 0, 0 }, { 0, 2, 0 } },
};

static struct vector turned(const struct scene_block *block, struct vector a)
{
    return (struct vector){ a.x * block->cosine + a.z * block->sine, a.y,
                            a.z * block->cosine - a.x * block->sine };
}

bool scene_add_block(struct scene *scene, const struct scene_block *block)
{
    for (int i = 0; i < 6; i++) {
        const struct vector corner = turned(block, vector_mul(faces[i].corner, block->half));
        if (!scene_add_quad(scene, vector_add(block->centre, corner),
                            turned(block, vector_mul(faces[i].along, block->half)),
                            turned(block, vector_mul(faces[i].up, block->half)), block->material))
            return false;
    }
    return true;
}

struct ball {
    struct vector centre;
    float radius;
    uint32_t cells;
};

/* Grid point (i, j) of a face, blown up. */
static struct vector ball_point(const struct ball *ball, const struct face *face, uint32_t i,
                                uint32_t j)
{
    const float s = (float)i / (float)ball->cells, t = (float)j / (float)ball->cells;
    const struct vector at = vector_add(
        face->corner, vector_add(vector_scale(face->along, s), vector_scale(face->up, t)));
    return vector_add(ball->centre, vector_scale(vector_unit(at), ball->radius));
}

bool scene_add_ball(struct scene *scene, struct vector centre, float radius, uint32_t cells,
                    uint8_t material)
{
    const struct ball ball = { centre, radius, cells };
    for (uint32_t k = 0; k < 6 * cells * cells; k++) {
        const struct face *face = &faces[k / (cells * cells)];
        const uint32_t i = k % cells, j = k / cells % cells;
        const struct vector a = ball_point(&ball, face, i, j);
        const struct vector c = ball_point(&ball, face, i + 1, j + 1);
        if (!scene_add_triangle(scene, a, ball_point(&ball, face, i + 1, j), c, material) ||
            !scene_add_triangle(scene, a, c, ball_point(&ball, face, i, j + 1), material))
            return false;
    }
    return true;
}

static const struct scene_material palette[SCENE_MATERIALS] = {
    [SCENE_GREY] = { { 0.7f, 0.7f, 0.68f }, { 0 }, 0.8f },
    [SCENE_RED] = { { 0.65f, 0.12f, 0.1f }, { 0 }, 0.7f },
    [SCENE_GREEN] = { { 0.15f, 0.5f, 0.16f }, { 0 }, 0.7f },
    [SCENE_WOOD] = { { 0.5f, 0.33f, 0.18f }, { 0 }, 0.5f },
    [SCENE_BLUE] = { { 0.15f, 0.25f, 0.55f }, { 0 }, 0.4f },
    [SCENE_PALE] = { { 0.8f, 0.76f, 0.66f }, { 0 }, 0.3f },
    [SCENE_LIGHT] = { { 1, 1, 1 }, { 11, 9.5f, 7.5f }, 1 },
};

static bool add_light(struct scene *scene)
{
    struct scene_light *light = &scene->light;
    *light = (struct scene_light){ .corner = { -0.5f, 1.97f, 0.1f },
                                   .edges = { { 1, 0, 0 }, { 0, 0, 0.6f } },
                                   .normal = { 0, -1, 0 },
                                   .radiance = palette[SCENE_LIGHT].emission,
                                   .area = 0.6f };
    return scene_add_quad(scene, light->corner, light->edges[0], light->edges[1], SCENE_LIGHT);
}

bool scene_add_walls(struct scene *scene)
{
    const struct vector x = { 3.6f, 0, 0 }, y = { 0, 2, 0 }, z = { 0, 0, 4 };
    const struct vector left = { -1.8f, 0, -2 }, right = { 1.8f, 0, -2 }, front = { -1.8f, 0, 2 };
    *scene = (struct scene){ .camera = { .eye = { 0, 1.02f, 4.4f },
                                         .forward = { 0, 0, -1 },
                                         .right = { 0.4f, 0, 0 },
                                         .up = { 0, 0.4f, 0 } },
                             .sky = { 0.35f, 0.45f, 0.6f } };
    for (int i = 0; i < SCENE_MATERIALS; i++)
        scene->palette[i] = palette[i];
    const struct vector backwards = vector_scale(z, -1);
    return scene_add_quad(scene, front, x, backwards, SCENE_GREY) &&       /* floor */
           scene_add_quad(scene, vector_add(left, y), x, z, SCENE_GREY) && /* ceiling */
           scene_add_quad(scene, left, x, y, SCENE_GREY) &&                /* back */
           scene_add_quad(scene, front, backwards, y, SCENE_RED) &&        /* left */
           scene_add_quad(scene, right, z, y, SCENE_GREEN) &&              /* right */
           add_light(scene);
}
