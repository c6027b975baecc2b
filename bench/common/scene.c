/* SPDX-License-Identifier: MIT */
#include "bench/common/scene.h"
#include "bench/common/obj.h"
#include "harness/base/need.h"
#include "harness/random.h"
#include "harness/trouble.h"

#include <stdlib.h>

/* Shapes --------------------------------------------------------------------------------------- */

static void scene_add_triangle(struct scene *scene, struct vector a, struct vector b,
                               struct vector c, uint8_t material)
{
    size_t room = scene->capacity; /* of both arrays */
    scene->triangles = need_room(scene->triangles, scene->count, &room, sizeof(*scene->triangles));
    scene->materials =
        need_room(scene->materials, scene->count, &scene->capacity, sizeof(*scene->materials));
    scene->triangles[scene->count] = (struct ray_triangle){ { a, b, c } };
    scene->materials[scene->count++] = material;
}

void scene_add_quad(struct scene *scene, struct vector corner, struct vector along,
                    struct vector up, uint8_t material)
{
    const struct vector b = vector_add(corner, along), c = vector_add(b, up),
                        d = vector_add(corner, up);
    scene_add_triangle(scene, corner, b, c, material);
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

/* Upright, its faces outwards; turned about the vertical by a vector (cosine, sine). */
struct scene_block {
    struct vector centre, half; /* of each side, half its length */
    float cosine, sine;
    uint8_t material;
};

static struct vector turned(const struct scene_block *block, struct vector a)
{
    return (struct vector){ a.x * block->cosine + a.z * block->sine, a.y,
                            a.z * block->cosine - a.x * block->sine };
}

static void scene_add_block(struct scene *scene, const struct scene_block *block)
{
    for (int i = 0; i < 6; i++) {
        const struct vector corner = turned(block, vector_mul(faces[i].corner, block->half));
        scene_add_quad(scene, vector_add(block->centre, corner),
                       turned(block, vector_mul(faces[i].along, block->half)),
                       turned(block, vector_mul(faces[i].up, block->half)), block->material);
    }
}

enum { BALL_CELLS = 16 };

/* Grid point (i, j) of a cube's face, blown up to the ball. */
static struct vector ball_point(const struct face *face, uint32_t i, uint32_t j)
{
    const float s = (float)i / BALL_CELLS, t = (float)j / BALL_CELLS;
    const struct vector at = vector_add(
        face->corner, vector_add(vector_scale(face->along, s), vector_scale(face->up, t)));
    return vector_add((struct vector){ 0.15f, 0.42f, 0.9f }, vector_scale(vector_unit(at), 0.4f));
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

void scene_add_walls(struct scene *scene)
{
    const struct vector x = { 3.6f, 0, 0 }, y = { 0, 2, 0 }, z = { 0, 0, 4 };
    const struct vector left = { -1.8f, 0, -2 }, right = { 1.8f, 0, -2 }, front = { -1.8f, 0, 2 };
    *scene = (struct scene){ .camera = { .eye = { 0, 1.02f, 4.4f },
                                         .forward = { 0, 0, -1 },
                                         .right = { 0.4f, 0, 0 },
                                         .up = { 0, 0.4f, 0 } },
                             .light = { .corner = { -0.5f, 1.97f, 0.1f },
                                        .edges = { { 1, 0, 0 }, { 0, 0, 0.6f } },
                                        .normal = { 0, -1, 0 },
                                        .radiance = palette[SCENE_LIGHT].emission,
                                        .area = 0.6f },
                             .sky = { 0.35f, 0.45f, 0.6f } };
    for (int i = 0; i < SCENE_MATERIALS; i++)
        scene->palette[i] = palette[i];
    const struct vector backwards = vector_scale(z, -1);
    scene_add_quad(scene, front, x, backwards, SCENE_GREY);       /* floor */
    scene_add_quad(scene, vector_add(left, y), x, z, SCENE_GREY); /* ceiling */
    scene_add_quad(scene, left, x, y, SCENE_GREY);                /* back */
    scene_add_quad(scene, front, backwards, y, SCENE_RED);        /* left */
    scene_add_quad(scene, right, z, y, SCENE_GREEN);              /* right */
    scene_add_quad(scene, scene->light.corner, scene->light.edges[0], scene->light.edges[1],
                   SCENE_LIGHT);
}

void scene_finish(struct scene *scene)
{
    free(scene->triangles);
    free(scene->materials);
    *scene = (struct scene){ .count = 0 };
}

struct ray scene_camera_ray(const struct scene_camera *camera, float aspect, float u, float v)
{
    const struct vector across = vector_scale(camera->right, (2 * u - 1) * aspect);
    const struct vector up = vector_scale(camera->up, 1 - 2 * v);
    return (struct ray){ .origin = camera->eye,
                         .direction = vector_add(vector_add(camera->forward, across), up),
                         .farthest = INFINITY };
}

struct vector scene_normal(const struct scene *scene, uint32_t triangle)
{
    const struct vector *corners = scene->triangles[triangle].corners;
    return vector_unit(
        vector_cross(vector_sub(corners[1], corners[0]), vector_sub(corners[2], corners[0])));
}

bool scene_emits(const struct scene *scene, uint32_t triangle)
{
    const struct vector emission = scene->palette[scene->materials[triangle]].emission;
    return vector_dot(emission, emission) > 0;
}

/* From `low` to `high`, of 2^-24 of that apart. */
static float between(uint64_t *random, float low, float high)
{
    return low + (high - low) * ((float)(random_next(random) >> 40) / 16777216);
}

/* A point on the unit circle by a rational parameter: no sine, no cosine. */
static void turn(struct scene_block *block, float parameter)
{
    const float square = parameter * parameter;
    block->cosine = (1 - square) / (1 + square);
    block->sine = 2 * parameter / (1 + square);
}

/* Boxes in two rows, one in three with another on top. */
static void add_boxes(struct scene *scene, uint64_t *random)
{
    enum { COLUMNS = 5, ROWS = 2 };
    for (int i = 0; i < COLUMNS * ROWS; i++) {
        const float x = -1.3f + 0.65f * (float)(i % COLUMNS),
                    z = -1.3f + 1.5f * (float)(i / COLUMNS);
        const float side = between(random, 0.12f, 0.24f), height = between(random, 0.1f, 0.4f);
        struct scene_block box = { .centre = { x + between(random, -0.1f, 0.1f), height,
                                               z + between(random, -0.3f, 0.3f) },
                                   .half = { side, height, side },
                                   .material = (uint8_t)(SCENE_WOOD + i % 3) };
        turn(&box, between(random, -0.4f, 0.4f));
        scene_add_block(scene, &box);
        if (i % 3 > 0)
            continue;
        const float upper = 0.6f * side;
        box.centre.y = 2 * height + upper;
        box.half = (struct vector){ upper, upper, upper };
        box.material = SCENE_PALE;
        turn(&box, between(random, -0.4f, 0.4f));
        scene_add_block(scene, &box);
    }
}

void scene_init_room(struct scene *scene, uint64_t seed)
{
    enum { SLATS = 18 };
    uint64_t random = seed;
    scene_add_walls(scene);
    /* Slats stand along the back wall: edges of normals and depths everywhere. */
    for (int i = 0; i < SLATS; i++)
        scene_add_block(scene,
                        &(struct scene_block){ .centre = { -1.7f + 0.2f * (float)i, 0.7f, -1.95f },
                                               .half = { 0.04f, 0.7f, 0.05f },
                                               .cosine = 1,
                                               .material = SCENE_WOOD });
    add_boxes(scene, &random);
    /* With cells of 2^n a side, the faces meet bit by bit. */
    for (uint32_t k = 0; k < 6 * BALL_CELLS * BALL_CELLS; k++) {
        const struct face *face = &faces[k / (BALL_CELLS * BALL_CELLS)];
        const uint32_t i = k % BALL_CELLS, j = k / BALL_CELLS % BALL_CELLS;
        const struct vector a = ball_point(face, i, j), c = ball_point(face, i + 1, j + 1);
        scene_add_triangle(scene, a, ball_point(face, i + 1, j), c, SCENE_PALE);
        scene_add_triangle(scene, a, c, ball_point(face, i, j + 1), SCENE_PALE);
    }
}

/* A mesh --------------------------------------------------------------------------------------- */

struct mesh_reader {
    struct scene *scene;
    struct vector *positions;
    size_t count, capacity;
};

static const char *read_position(void *state, const float position[3])
{
    struct mesh_reader *reader = state;
    reader->positions =
        need_room(reader->positions, reader->count, &reader->capacity, sizeof(*reader->positions));
    reader->positions[reader->count++] = (struct vector){ position[0], position[1], position[2] };
    return NULL;
}

static const char *read_face(void *state, const struct obj_corner *corners, size_t count)
{
    enum { TRIANGLES_MAX = 1 << 28 };
    const struct mesh_reader *reader = state;
    const struct vector *at = reader->positions;
    for (size_t i = 2; i < count; i++)
        scene_add_triangle(reader->scene, at[corners[0].position], at[corners[i - 1].position],
                           at[corners[i].position], SCENE_PALE);
    return reader->scene->count > TRIANGLES_MAX ? "more than 268435456 triangles" : NULL;
}

static float least(float a, float b)
{
    return a < b ? a : b;
}

/* Finds the extent of all triangles from `first` on. */
static void extent(const struct scene *scene, uint32_t first, struct vector *low,
                   struct vector *high)
{
    *low = (struct vector){ INFINITY, INFINITY, INFINITY };
    *high = (struct vector){ INFINITY, INFINITY, INFINITY };
    for (uint32_t i = first; i < scene->count; i++)
        for (int k = 0; k < 3; k++) {
            const struct vector at = scene->triangles[i].corners[k];
            *low = (struct vector){ least(low->x, at.x), least(low->y, at.y), least(low->z, at.z) };
            *high = (struct vector){ least(high->x, -at.x), least(high->y, -at.y),
                                     least(high->z, -at.z) };
        }
    *high = vector_scale(*high, -1);
}

/* Into 2.8 x 1.7 x 2.8 on the floor. False where it has no extent, or one beyond floats. */
static bool fit(struct scene *scene, uint32_t first)
{
    const struct vector room = { 2.8f, 1.7f, 2.8f };
    struct vector low, high;
    extent(scene, first, &low, &high);
    const struct vector size = vector_sub(high, low);
    const float scale = least(least(room.x / size.x, room.y / size.y), room.z / size.z);
    const struct vector foot = { low.x / 2 + high.x / 2, low.y, low.z / 2 + high.z / 2 };
    if (!(scale > 0 && isfinite(scale)))
        return false;
    for (uint32_t i = first; i < scene->count; i++)
        for (int k = 0; k < 3; k++) {
            struct vector *at = &scene->triangles[i].corners[k];
            *at = vector_scale(vector_sub(*at, foot), scale);
        }
    return true;
}

bool scene_init_mesh(struct scene *scene, const char *path)
{
    struct mesh_reader reader = { .scene = scene };
    const struct obj_visitor visitor = { .state = &reader,
                                         .position = read_position,
                                         .face = read_face };
    scene_add_walls(scene);
    const uint32_t walls = scene->count;
    const bool good = obj_read(&visitor, path) &&
                      (fit(scene, walls) ||
                       trouble("%s: the mesh has no extent that could be scaled to a room", path));
    free(reader.positions);
    if (!good)
        scene_finish(scene);
    return good;
}
