/* SPDX-License-Identifier: MIT */
#include "bench/detp/cpu/cpu.h"

#include <math.h>
#include <string.h>

static float dot(const float a[3], const float b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

bool detp_sphere_cache_init(struct context *context, struct detp_sphere_cache *cache,
                            const struct detp_cpu_packed *packed)
{
    const size_t list_bytes = ((size_t)packed->ray_count + DETP_LIST_ROOM) * sizeof(uint32_t);
    cache->identity = context_alloc(context, list_bytes);
    cache->found = context_alloc(context, list_bytes);
    if (!cache->identity || !cache->found)
        return false;
    for (uint32_t i = 0; i < packed->ray_count; i++)
        cache->identity[i] = i;
    for (uint32_t i = 1; i < DETP_SPHERES_MAX; i++) {
        struct detp_cpu_sphere *sphere = &cache->spheres[i];
        sphere->room = detp_cpu_alloc(context, packed->ray_count * sizeof(*sphere->room));
        sphere->rays = sphere->room;
        if (!sphere->room)
            return false;
    }
    cache->ratio = 0.6f;
    cache->radius_least = 4 * packed->radius;
    cache->few_rays = 64;
    return true;
}

static void root_make(struct detp_sphere_cache *cache, const struct detp_cpu_packed *packed)
{
    struct detp_cpu_sphere *root = &cache->spheres[0];
    float half[3];
    for (int k = 0; k < 3; k++) {
        root->centre[k] = (packed->lower[k] + packed->upper[k]) / 2;
        half[k] = (packed->upper[k] - packed->lower[k]) / 2;
    }
    root->radius = sqrtf(dot(half, half)) + packed->radius + 4 * packed->slack;
    root->count = packed->ray_count;
    root->rays = packed->rays;
    cache->count = 1;
}

static bool is_inside(const struct detp_cpu_sphere *sphere, const struct detp_cpu_disc *disc,
                      float radius)
{
    float w[3];
    for (int k = 0; k < 3; k++)
        w[k] = disc->centre[k] - sphere->centre[k];
    const float room = sphere->radius - radius;
    return room > 0 && dot(w, w) <= room * room;
}

/* Spheres that the disc is inside of, from the first. */
static uint32_t spheres_around(const struct detp_sphere_cache *cache,
                               const struct detp_cpu_disc *disc, float radius)
{
    uint32_t i = 1; /* the root has all discs */
    if (cache->as_printed) {
        for (i = cache->count; i > 1 && !is_inside(&cache->spheres[i - 1], disc, radius);)
            i--;
        return i;
    }
    while (i < cache->count && is_inside(&cache->spheres[i], disc, radius))
        i++;
    return i;
}

/* Smaller and smaller spheres around a disc, inside of the last one. */
static void spheres_make(struct detp_sphere_cache *cache, const struct detp_cpu_packed *packed,
                         const struct detp_cpu_disc *disc)
{
    while (cache->count < DETP_SPHERES_MAX) {
        const struct detp_cpu_sphere *parent = &cache->spheres[cache->count - 1];
        struct detp_cpu_sphere *sphere = &cache->spheres[cache->count];
        sphere->radius = cache->ratio * parent->radius;
        if (sphere->radius < cache->radius_least || parent->count <= cache->few_rays)
            return;
        const float reach = sphere->radius + packed->slack;
        memcpy(sphere->centre, disc->centre, sizeof(sphere->centre));
        sphere->count = cache->cull(parent->rays, cache->identity, parent->count, sphere->centre,
                                    reach * reach, packed->rule.t_min, cache->found);
        for (uint32_t i = 0; i < sphere->count; i++)
            sphere->room[i] = parent->rays[cache->found[i]];
        if (cache->record)
            cache->record(cache->recorder, cache->count, parent->count, cache->found,
                          sphere->count);
        cache->culls += parent->count;
        cache->made++;
        cache->count++;
    }
}

void detp_sphere_cache_run(struct detp_sphere_cache *cache, const struct detp_cpu_packed *packed,
                           const struct detp_cpu_disc *discs, uint32_t *sums)
{
    cache->tests = cache->culls = cache->misses = cache->made = 0;
    root_make(cache, packed);
    spheres_make(cache, packed, &discs[0]);
    for (uint32_t j = 0; j < packed->disc_count; j++) {
        const uint32_t around = spheres_around(cache, &discs[j], packed->radius);
        if (around < cache->count) {
            cache->count = around;
            cache->misses++;
            spheres_make(cache, packed, &discs[j]);
        }
        const struct detp_cpu_sphere *last = &cache->spheres[cache->count - 1];
        cache->test(last->rays, cache->identity, last->count, &discs[j], 1, &packed->rule, sums);
        cache->tests += last->count;
    }
}
