/* SPDX-License-Identifier: MIT */
#include "bench/thread_group_tiling/picture/picture.h"

#include "harness/engine/cpu/cpu.h"
#include "harness/half.h"
#include "harness/random.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

/* Light ---------------------------------------------------------------------------------------- */

struct world {
    struct scene scene;
    struct ray_tree *tree;
    float aspect;
};

struct surface {
    struct vector position, normal; /* of length 1, towards the viewer */
    uint32_t triangle;
};

static const float lift = 1e-3f; /* rays begin so far above a surface, and end before the light */
static const float nearest_square = 0.04f; /* a light nearer than 0.2 counts as so far */
static const float pi = 3.14159265f;

/* Finds the hit of a ray; false where there is none. */
static bool surface_hit(const struct world *world, const struct ray *ray, struct surface *surface)
{
    struct ray_hit hit;
    if (!ray_tree_closest(world->tree, ray, &hit))
        return false;
    const struct vector normal = scene_normal(&world->scene, hit.triangle);
    const bool behind = vector_dot(normal, ray->direction) > 0;
    surface->position = vector_add(ray->origin, vector_scale(ray->direction, hit.t));
    surface->normal = behind ? vector_scale(normal, -1) : normal;
    surface->triangle = hit.triangle;
    return true;
}

/* Two numbers in [0, 1), of 24 bits each. */
static void draw(uint64_t *random, float *a, float *b)
{
    const uint64_t bits = random_next(random);
    *a = (float)(bits >> 40) / 16777216;
    *b = (float)(bits >> 8 & 0xffffff) / 16777216;
}

static struct vector lifted(const struct surface *surface)
{
    return vector_add(surface->position, vector_scale(surface->normal, lift));
}

/* From one point on the light. */
static struct vector direct(const struct world *world, const struct surface *surface,
                            uint64_t *random)
{
    const struct scene_light *light = &world->scene.light;
    float s, t;
    draw(random, &s, &t);
    const struct vector point =
        vector_add(light->corner,
                   vector_add(vector_scale(light->edges[0], s), vector_scale(light->edges[1], t)));
    const struct vector from = lifted(surface), way = vector_sub(point, from);
    const float towards = vector_dot(surface->normal, way), out = -vector_dot(light->normal, way);
    if (towards <= 0 || out <= 0)
        return (struct vector){ 0, 0, 0 };
    const struct ray ray = { .origin = from, .direction = way, .farthest = 1 - lift };
    if (ray_tree_any(world->tree, &ray))
        return (struct vector){ 0, 0, 0 };
    const float square = vector_dot(way, way);
    const float limited = square > nearest_square ? square : nearest_square;
    return vector_scale(light->radiance, towards * out / (limited * limited) * (light->area / pi));
}

/* Draws a direction of the hemisphere about the normal, weighted by its cosine: a point of the unit
 * sphere that touches the surface from above. The length is any. */
static struct vector hemisphere(struct vector normal, uint64_t *random)
{
    struct vector at;
    float square;
    do {
        float x, y, z, unused;
        draw(random, &x, &y);
        draw(random, &z, &unused);
        at = (struct vector){ 2 * x - 1, 2 * y - 1, 2 * z - 1 };
        square = vector_dot(at, at);
    } while (square > 1 || square < 1e-4f);
    const struct vector sum = vector_add(normal, vector_scale(at, 1 / sqrtf(square)));
    return vector_dot(sum, sum) > 1e-6f ? sum : normal;
}

/* Returns the light from the hit of one ray of the hemisphere. */
static struct vector indirect(const struct world *world, const struct surface *surface,
                              uint64_t *random, float *distance)
{
    const struct ray ray = { .origin = lifted(surface),
                             .direction = vector_unit(hemisphere(surface->normal, random)),
                             .farthest = TILING_FAR };
    struct surface other;
    if (!surface_hit(world, &ray, &other)) {
        *distance = TILING_FAR;
        return world->scene.sky;
    }
    const struct vector way = vector_sub(other.position, ray.origin);
    const uint8_t material = world->scene.materials[other.triangle];
    *distance = sqrtf(vector_dot(way, way));
    return vector_mul(world->scene.palette[material].albedo, direct(world, &other, random));
}

enum { ROWS = 4 }; /* that a thread takes at once */

/* The work of the threads. */
struct render {
    const struct world *world;
    uint32_t width, height;
    uint64_t seed;
    float *planes[TILING_PLANES];
};

static float *texel(const struct render *render, int plane, uint32_t x, uint32_t y)
{
    return render->planes[plane] + 4 * ((size_t)y * render->width + x);
}

static void put(float *at, struct vector rgb, float fourth)
{
    const float values[4] = { rgb.x, rgb.y, rgb.z, fourth };
    for (int i = 0; i < 4; i++)
        at[i] = half_round(values[i]);
}

static void render_pixel(const struct render *render, uint32_t x, uint32_t y)
{
    const struct scene *scene = &render->world->scene;
    const struct vector none = { 0, 0, 0 };
    const float u = ((float)x + 0.5f) / (float)render->width;
    const float v = ((float)y + 0.5f) / (float)render->height;
    const struct ray ray = scene_camera_ray(&scene->camera, render->world->aspect, u, v);
    struct surface surface; /* that is seen through the centre of the pixel */
    if (!surface_hit(render->world, &ray, &surface)) {
        put(texel(render, 0, x, y), scene->sky, TILING_FAR);
        put(texel(render, 1, x, y), none, TILING_FAR);
        put(texel(render, 2, x, y), (struct vector){ 1, 1, 1 }, 0);
        put(texel(render, 3, x, y), (struct vector){ 0, 0, -TILING_FAR }, 1);
        return;
    }
    const struct scene_material *material = &scene->palette[scene->materials[surface.triangle]];
    /* A stream of its own for each pixel. */
    uint64_t random = render->seed;
    random = random_next(&random) ^ ((uint64_t)y * render->width + x);
    random = random_next(&random);
    const bool emits = scene_emits(scene, surface.triangle);
    float distance; /* of what the ray of the hemisphere hits */
    const struct vector lit = direct(render->world, &surface, &random);
    const struct vector light =
        vector_add(lit, indirect(render->world, &surface, &random, &distance));
    put(texel(render, 0, x, y), emits ? material->emission : light, distance);
    const struct vector way = vector_sub(surface.position, scene->camera.eye);
    put(texel(render, 1, x, y), emits ? none : surface.normal,
        vector_dot(way, scene->camera.forward));
    put(texel(render, 2, x, y), material->albedo, 0);
    put(texel(render, 3, x, y), surface.position, material->roughness);
}

static void render_row(void *context, size_t y)
{
    const struct render *render = context;
    for (uint32_t x = 0; x < render->width; x++)
        render_pixel(render, x, (uint32_t)y);
}

enum { VARIANCE_RADIUS = 2 };

/* Variance over similar pixels within a square about (x, y), as halves have them. */
static float variance_at(const struct render *render, uint32_t x, uint32_t y)
{
    const uint32_t left = x > VARIANCE_RADIUS ? x - VARIANCE_RADIUS : 0;
    const uint32_t top = y > VARIANCE_RADIUS ? y - VARIANCE_RADIUS : 0;
    const uint32_t right = x + VARIANCE_RADIUS, bottom = y + VARIANCE_RADIUS;
    const float *here = texel(render, 1, x, y);
    float count = 0, sum = 0, squares = 0;
    for (uint32_t j = top; j <= bottom && j < render->height; j++)
        for (uint32_t i = left; i <= right && i < render->width; i++) {
            const float *there = texel(render, 1, i, j);
            const float cosine = here[0] * there[0] + here[1] * there[1] + here[2] * there[2];
            /* They show about the same plane. */
            if (cosine > 0.9f && fabsf(here[3] - there[3]) < 0.02f * here[3]) {
                const float *rgb = texel(render, 0, i, j);
                const float luminance = 0.2126f * rgb[0] + 0.7152f * rgb[1] + 0.0722f * rgb[2];
                count += 1;
                sum += luminance;
                squares += luminance * luminance;
            }
        }
    if (count == 0)
        return 0;
    const float variance = squares / count - (sum / count) * (sum / count);
    return variance > 0 ? variance : 0;
}

static void variance_row(void *context, size_t y)
{
    const struct render *render = context;
    for (uint32_t x = 0; x < render->width; x++)
        texel(render, 2, x, (uint32_t)y)[3] = half_round(variance_at(render, x, (uint32_t)y));
}

/* Renders the room, row by row on all CPUs. */
static void room_render(struct render *render, uint64_t seed)
{
    struct world world = { .aspect = (float)render->width / (float)render->height };
    scene_init_room(&world.scene, seed);
    world.tree = ray_tree_create(world.scene.triangles, world.scene.count);
    render->world = &world;
    render->seed = seed;
    struct cpu_pool *pool = cpu_pool_create(0);
    cpu_pool_each(pool, render->height, ROWS, render_row, render);
    cpu_pool_each(pool, render->height, ROWS, variance_row, render);
    cpu_pool_destroy(&pool);
    ray_tree_destroy(&world.tree);
    scene_finish(&world.scene);
}

bool tiling_gbuffer_render(struct context *context, uint32_t width, uint32_t height,
                           struct tiling_gbuffer *gbuffer)
{
    assert(width >= 1 && width <= TILING_GBUFFER_WIDTH && height >= 1 &&
           height <= TILING_GBUFFER_HEIGHT);
    struct render render = { .width = width, .height = height };
    struct context_part parts[TILING_PLANES];
    char key[64];
    *gbuffer = (struct tiling_gbuffer){ .width = width, .height = height };
    for (int i = 0; i < TILING_PLANES; i++) {
        const size_t bytes = (size_t)width * height * 4 * sizeof(float);
        render.planes[i] = context_alloc(context, bytes);
        if (!render.planes[i])
            return false;
        gbuffer->planes[i] = render.planes[i];
        parts[i] = (struct context_part){ render.planes[i], bytes };
    }
    snprintf(key, sizeof(key), "picture %ux%u", width, height);
    if (context_recall(context, key, parts, TILING_PLANES))
        return true;
    room_render(&render, context->seed);
    context_keep(context, key, parts, TILING_PLANES);
    return true;
}
