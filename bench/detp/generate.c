/* SPDX-License-Identifier: MIT */
#include "bench/detp/detp.h"

#include "bench/common/hash.h"
#include "harness/engine/cpu/cpu.h"

#include <math.h>

enum { RAY_STREAM = 211, DISC_STREAM = 212, ENERGY_WORD = 7, ATTEMPT_WORD = 16, CELLS = 16 };

static const double unit_scale = 1.0 / (1 << 24);
static const int64_t sphere_limit = INT64_C(1) << 48;

/* The arrays to fill, and the words to fill them with. */
struct generate_job {
    const struct detp_rays *rays;
    const struct detp_discs *discs;
    enum detp_mode mode;
    uint32_t seed;
};

/* Words of one element. */
struct words {
    uint32_t seed, index;
};

static uint32_t word(struct words w, uint32_t k)
{
    return hash_triple(w.seed, w.index, k);
}

/* 0..n-1 */
static uint32_t pick(uint32_t word, uint32_t n)
{
    return (uint32_t)(((uint64_t)word * n) >> 32);
}

/* Odd, in (0, 2^24). */
static int64_t unit(uint32_t word)
{
    return 2 * (int64_t)(word >> 9) + 1;
}

/* Odd, in (-2^24, 2^24). */
static int64_t signed_unit(uint32_t word)
{
    return 2 * (int64_t)(word >> 8) + 1 - (1 << 24);
}

static void sphere(struct words w, float direction[3])
{
    for (uint32_t attempt = ATTEMPT_WORD;; attempt += 3) {
        const int64_t s[3] = { signed_unit(word(w, attempt)), signed_unit(word(w, attempt + 1)),
                               signed_unit(word(w, attempt + 2)) };
        const int64_t square = s[0] * s[0] + s[1] * s[1] + s[2] * s[2];
        if (square >= sphere_limit)
            continue;
        for (int k = 0; k < 3; k++)
            direction[k] = (float)((double)s[k] / sqrt((double)square));
        return;
    }
}

/* Where the ray leaves the unit cube. */
static float leave(const float origin[3], const float direction[3])
{
    double least = INFINITY;
    for (int k = 0; k < 3; k++) {
        if (direction[k] == 0)
            continue;
        const double face = direction[k] > 0 ? 1.0 : 0.0;
        least = fmin(least, (face - (double)origin[k]) / (double)direction[k]);
    }
    return (float)least;
}

static void ray_in_volume(struct words w, struct detp_ray *ray)
{
    for (uint32_t k = 0; k < 3; k++)
        ray->origin[k] = (float)((double)unit(word(w, k)) * unit_scale);
    sphere(w, ray->direction);
    ray->t_max = leave(ray->origin, ray->direction);
}

/* Inwards, by the cosine: a point of the unit disc, lifted onto the half sphere. */
static void cosine(struct words w, uint32_t face, float direction[3])
{
    const uint32_t axis = face >> 1;
    for (uint32_t attempt = ATTEMPT_WORD;; attempt += 3) {
        const int64_t p = signed_unit(word(w, attempt)), q = signed_unit(word(w, attempt + 1));
        const int64_t rest = sphere_limit - p * p - q * q;
        if (rest <= 0)
            continue;
        const float height = (float)(sqrt((double)rest) * unit_scale);
        direction[(axis + 1) % 3] = (float)((double)p * unit_scale);
        direction[(axis + 2) % 3] = (float)((double)q * unit_scale);
        direction[axis] = face & 1 ? -height : height;
        return;
    }
}

static void ray_from_face(struct words w, struct detp_ray *ray)
{
    const uint32_t face = pick(word(w, 3), 6), axis = face >> 1;
    ray->origin[axis] = face & 1 ? 1 : 0;
    ray->origin[(axis + 1) % 3] = (float)((double)unit(word(w, 0)) * unit_scale);
    ray->origin[(axis + 2) % 3] = (float)((double)unit(word(w, 1)) * unit_scale);
    cosine(w, face, ray->direction);
    ray->t_max = leave(ray->origin, ray->direction);
}

static void ray_between_points(struct words w, struct detp_ray *ray)
{
    int64_t edge[3], square = 0;
    for (uint32_t k = 0; k < 3; k++) {
        const int64_t from = unit(word(w, k));
        edge[k] = unit(word(w, 4 + k)) - from;
        square += edge[k] * edge[k];
        ray->origin[k] = (float)((double)from * unit_scale);
    }
    ray->direction[0] = 1;
    for (int k = 0; k < 3 && square > 0; k++)
        ray->direction[k] = (float)((double)edge[k] / sqrt((double)square));
    ray->t_max = (float)(sqrt((double)square) * unit_scale);
}

static void ray_on_grid(struct words w, struct detp_ray *ray)
{
    uint32_t at[3];
    for (uint32_t k = 0; k < 3; k++) {
        at[k] = pick(word(w, k), CELLS + 1);
        ray->origin[k] = (float)at[k] / CELLS;
    }
    const uint32_t face = pick(word(w, 3), 6), axis = face >> 1;
    const uint32_t wall = face & 1 ? at[axis] : CELLS - at[axis];
    const uint32_t length = pick(word(w, 4), CELLS + 1);
    ray->direction[axis] = face & 1 ? -1 : 1;
    ray->t_max = (float)(wall < length ? wall : length) / CELLS;
}

static void make_ray(void *context, size_t i)
{
    static void (*const makers[DETP_MODES])(struct words, struct detp_ray *) = {
        [DETP_A] = ray_in_volume,
        [DETP_B] = ray_from_face,
        [DETP_C] = ray_between_points,
        [DETP_G] = ray_on_grid,
    };
    const struct generate_job *job = context;
    const struct detp_rays *rays = job->rays;
    const struct words w = { job->seed, (uint32_t)i };
    struct detp_ray ray = { .t_max = 0 };
    makers[job->mode](w, &ray);
    rays->t_max[i] = ray.t_max;
    for (uint32_t k = 0; k < 3; k++) {
        rays->origin[k][i] = ray.origin[k];
        rays->direction[k][i] = ray.direction[k];
        rays->energy[k][i] = (uint16_t)(1 + (word(w, ENERGY_WORD + k) >> 24));
    }
}

static void make_disc(void *context, size_t j)
{
    const struct generate_job *job = context;
    const struct detp_discs *discs = job->discs;
    const struct words w = { job->seed, (uint32_t)j };
    float centre[3] = { 0 }, normal[3] = { 0 };
    if (job->mode == DETP_G) {
        const uint32_t face = pick(word(w, 3), 6);
        for (uint32_t k = 0; k < 3; k++)
            centre[k] = (float)pick(word(w, k), CELLS + 1) / CELLS;
        normal[face >> 1] = face & 1 ? -1 : 1;
    } else {
        for (uint32_t k = 0; k < 3; k++)
            centre[k] = (float)((double)unit(word(w, k)) * unit_scale);
        sphere(w, normal);
    }
    for (int k = 0; k < 3; k++) {
        discs->centre[k][j] = centre[k];
        discs->normal[k][j] = normal[k];
    }
}

void detp_generate_rays(const struct detp_rays *rays, enum detp_mode mode, uint64_t seed,
                        struct cpu_pool *pool)
{
    struct generate_job job = { .rays = rays, .mode = mode, .seed = hash_seed(seed, RAY_STREAM) };
    cpu_pool_each(pool, rays->count, 0, make_ray, &job);
}

void detp_generate_discs(const struct detp_discs *discs, enum detp_mode mode, uint64_t seed,
                         struct cpu_pool *pool)
{
    struct generate_job job = { .discs = discs,
                                .mode = mode,
                                .seed = hash_seed(seed, DISC_STREAM) };
    cpu_pool_each(pool, discs->count, 0, make_disc, &job);
}
