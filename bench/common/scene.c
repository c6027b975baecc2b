/* SPDX-License-Identifier: MIT */
#include "bench/common/scene.h"

#include "bench/common/obj.h"
#include "bench/common/scene_build.h"
#include "harness/random.h"

#include <stdio.h>
#include <stdlib.h>

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

/* The room's own ------------------------------------------------------------------------------- */

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

/* Slats stand along the back wall: edges of normals and depths everywhere. */
static bool add_slats(struct scene *scene)
{
    enum { SLATS = 18 };
    for (int i = 0; i < SLATS; i++) {
        const struct scene_block slat = { .centre = { -1.7f + 0.2f * (float)i, 0.7f, -1.95f },
                                          .half = { 0.04f, 0.7f, 0.05f },
                                          .cosine = 1,
                                          .material = SCENE_WOOD };
        if (!scene_add_block(scene, &slat))
            return false;
    }
    return true;
}

/* Boxes in two rows, one in three with another on top. */
static bool add_boxes(struct scene *scene, uint64_t *random)
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
        if (!scene_add_block(scene, &box))
            return false;
        if (i % 3 > 0)
            continue;
        const float upper = 0.6f * side;
        box.centre.y = 2 * height + upper;
        box.half = (struct vector){ upper, upper, upper };
        box.material = SCENE_PALE;
        turn(&box, between(random, -0.4f, 0.4f));
        if (!scene_add_block(scene, &box))
            return false;
    }
    return true;
}

bool scene_init_room(struct scene *scene, uint64_t seed)
{
    enum { BALL_CELLS = 16 };
    uint64_t random = seed;
    const bool good =
        scene_add_walls(scene) && add_slats(scene) && add_boxes(scene, &random) &&
        scene_add_ball(scene, (struct vector){ 0.15f, 0.42f, 0.9f }, 0.4f, BALL_CELLS, SCENE_PALE);
    if (!good)
        scene_finish(scene);
    return good;
}

/* A mesh --------------------------------------------------------------------------------------- */

struct mesh_reader {
    struct scene *scene;
    struct vector *positions;
    size_t count, capacity;
};

static const char no_memory[] = "not enough memory for the mesh";

static const char *read_position(void *state, const float position[3])
{
    struct mesh_reader *reader = state;
    if (reader->count == reader->capacity) {
        const size_t capacity = reader->capacity > 0 ? 2 * reader->capacity : 1024;
        struct vector *grown = realloc(reader->positions, capacity * sizeof(*grown));
        if (!grown)
            return no_memory;
        reader->positions = grown;
        reader->capacity = capacity;
    }
    reader->positions[reader->count++] = (struct vector){ position[0], position[1], position[2] };
    return NULL;
}

static const char *read_face(void *state, const struct obj_corner *corners, size_t count)
{
    const struct mesh_reader *reader = state;
    const struct vector *at = reader->positions;
    for (size_t i = 2; i < count; i++)
        if (!scene_add_triangle(reader->scene, at[corners[0].position], at[corners[i - 1].position],
                                at[corners[i].position], SCENE_PALE))
            return no_memory;
    return NULL;
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

bool scene_init_mesh(struct scene *scene, const char *path, char *message, size_t message_bytes)
{
    struct mesh_reader reader = { .scene = scene };
    const struct obj_visitor visitor = { .state = &reader,
                                         .position = read_position,
                                         .face = read_face };
    bool good = scene_add_walls(scene);
    const uint32_t walls = scene->count;
    if (!good)
        snprintf(message, message_bytes, "%s: %s", path, no_memory);
    good = good && obj_read(&visitor, path, message, message_bytes);
    if (good && !fit(scene, walls)) {
        snprintf(message, message_bytes,
                 "%s: the mesh has no extent that could be scaled to a room", path);
        good = false;
    }
    free(reader.positions);
    if (!good)
        scene_finish(scene);
    return good;
}
