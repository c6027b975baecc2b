/* SPDX-License-Identifier: MIT */
#include "bench/detp/cpu/cpu.h"

#include "harness/engine/cpu/cpu.h"

#include <math.h>
#include <string.h>

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

static bool is_inside(const struct detp_cpu_sphere *sphere, const struct detp_cpu_disc *disc,
                      float radius)
{
    float w[3];
    for (int k = 0; k < 3; k++)
        w[k] = disc->centre[k] - sphere->centre[k];
    const float room = sphere->radius - radius;
    return room > 0 && detp_dot(w, w) <= room * room;
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
        sphere->count =
            detp_sphere_cull_scalar(parent->rays, cache->identity, parent->count, sphere->centre,
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
    struct detp_cpu_sphere *root = &cache->spheres[0];
    float half[3];
    for (int k = 0; k < 3; k++) {
        root->centre[k] = (packed->lower[k] + packed->upper[k]) / 2;
        half[k] = (packed->upper[k] - packed->lower[k]) / 2;
    }
    root->radius = sqrtf(detp_dot(half, half)) + packed->radius + 4 * packed->slack;
    root->count = packed->ray_count;
    root->rays = packed->rays;
    cache->count = 1;
    spheres_make(cache, packed, &discs[0]);
    for (uint32_t j = 0; j < packed->disc_count; j++) {
        uint32_t around = 1; /* spheres that it is inside of; the root has all discs */
        while (around < cache->count && !cache->as_printed &&
               is_inside(&cache->spheres[around], &discs[j], packed->radius))
            around++;
        for (uint32_t i = cache->count; cache->as_printed && i > 1 && around == 1; i--)
            if (is_inside(&cache->spheres[i - 1], &discs[j], packed->radius))
                around = i;
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

/* Method, a ray at a time or four at once ------------------------------------------------------ */

const uint32_t detp_sphere_cache_scalar = 1, detp_sphere_cache_sse = 4;

struct cache_case {
    struct detp_cpu_case common;
    struct detp_sphere_cache cache;
    struct detp_cpu_key *keys;
    struct detp_cpu_disc *sorted;
    bool reduces; /* the reduction is timed alone */
    struct detp_reduction reduction;
};

static bool setup(struct bench_case *c)
{
    struct cache_case *state = c->state;
    const uint32_t lanes = *(const uint32_t *)c->variant->data;
    if (!detp_cpu_case_init(c) ||
        !detp_sphere_cache_init(&c->context, &state->cache, &state->common.packed))
        return false;
    state->cache.test = lanes == 1 ? detp_discs_on_list_scalar
                                   : detp_cpu_loops_best(cpu_features(), lanes)->discs_on_list;
    const size_t discs = state->common.packed.disc_count;
    state->keys = context_alloc(&c->context, 2 * discs * sizeof(*state->keys));
    state->sorted = detp_cpu_alloc(&c->context, discs * sizeof(*state->sorted));
    if (!state->keys || !state->sorted)
        return false;
    state->reduces = strcmp(context_text_or(&c->context, "phase", "all"), "reduction") == 0;
    if (!state->reduces)
        return true;
    /* The cache runs in no time, and its answer is kept for the check. */
    detp_cpu_case_zero(c);
    detp_discs_sort(&state->common.packed, state->keys, state->sorted);
    return detp_reduction_record(&c->context, &state->reduction, &state->cache,
                                 &state->common.packed, state->sorted, state->common.output.sums);
}

static bool compute(struct bench_case *c)
{
    struct cache_case *state = c->state;
    const struct detp_cpu_packed *packed = &state->common.packed;
    if (state->reduces) {
        detp_reduction_run(&state->reduction);
        return true;
    }
    detp_cpu_case_zero(c);
    detp_discs_sort(packed, state->keys, state->sorted);
    detp_sphere_cache_run(&state->cache, packed, state->sorted, state->common.output.sums);
    state->common.output.tests = state->cache.tests;
    state->common.output.sphere_culls = state->cache.culls;
    return true;
}

static bool check(struct bench_case *c, enum bench_check check)
{
    struct cache_case *state = c->state;
    if (state->reduces) {
        if (!detp_reduction_check(&c->context, &state->reduction, &state->cache,
                                  &state->common.packed))
            return false;
        detp_cpu_case_zero(c);
        detp_sphere_cache_run(&state->cache, &state->common.packed, state->sorted,
                              state->common.output.sums);
    }
    return c->bench->method.check(c, check);
}

/* A reduction reads a bit per entry, and no disc. */
static void work(const struct bench_case *c, struct bench_work *work)
{
    const struct cache_case *state = c->state;
    c->bench->method.work(c, work);
    if (state->reduces)
        *work = (struct bench_work){ .bytes_read = (double)state->reduction.entries / 8 };
}

const struct bench_method detp_sphere_cache = { .case_bytes = sizeof(struct cache_case),
                                                .setup = setup,
                                                .compute = compute,
                                                .check = check,
                                                .work = work };
