/* SPDX-License-Identifier: MIT */
#include "bench/thread_group_tiling/picture/picture.h"

#include "harness/random.h"

static const float lift = 1e-3f; /* rays begin so far above a surface, and end before the light */
static const float nearest_square = 0.04f; /* a light nearer than 0.2 counts as so far */
static const float pi = 3.14159265f;

bool tiling_surface_hit(const struct tiling_world *world, const struct ray *ray,
                        struct tiling_surface *surface)
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

static struct vector lifted(const struct tiling_surface *surface)
{
    return vector_add(surface->position, vector_scale(surface->normal, lift));
}

/* From one point on the light. */
static struct vector direct(const struct tiling_world *world, const struct tiling_surface *surface,
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
static struct vector indirect(const struct tiling_world *world,
                              const struct tiling_surface *surface, uint64_t *random,
                              float *distance)
{
    const struct ray ray = { .origin = lifted(surface),
                             .direction = vector_unit(hemisphere(surface->normal, random)),
                             .farthest = TILING_FAR };
    struct tiling_surface other;
    if (!tiling_surface_hit(world, &ray, &other)) {
        *distance = TILING_FAR;
        return world->scene.sky;
    }
    const struct vector way = vector_sub(other.position, ray.origin);
    const uint8_t material = world->scene.materials[other.triangle];
    *distance = sqrtf(vector_dot(way, way));
    return vector_mul(world->scene.palette[material].albedo, direct(world, &other, random));
}

struct tiling_light_sample tiling_light_sample(const struct tiling_world *world,
                                               const struct tiling_surface *surface,
                                               uint64_t *random)
{
    struct tiling_light_sample sample;
    const uint8_t material = world->scene.materials[surface->triangle];
    sample.irradiance = direct(world, surface, random);
    sample.irradiance =
        vector_add(sample.irradiance, indirect(world, surface, random, &sample.distance));
    if (scene_emits(&world->scene, surface->triangle))
        sample.irradiance = world->scene.palette[material].emission;
    return sample;
}
