/* SPDX-License-Identifier: MIT */
/*
 * sphere_cache.h: the CPU method of section 2.2 of the paper, with its error mended: a list of
 * spheres, each with the rays that meet it, found among those of the sphere before. A disc is
 * tested against the rays of the last sphere; where it is not inside of all spheres, those from the
 * first that it is not inside of are made anew around it. (The paper keeps spheres up to the
 * largest that has the disc inside; a sphere's rays come from its parent's list, and it may stick
 * out of its parent, so that hits are lost.)
 */
#ifndef CLAIMCHECK_BENCH_DETP_CPU_SPHERE_CACHE_H
#define CLAIMCHECK_BENCH_DETP_CPU_SPHERE_CACHE_H

#include "bench/detp/cpu/packed.h"

enum { DETP_SPHERES_MAX = 12 };

struct detp_cpu_sphere {
    float centre[3], radius;
    const struct detp_cpu_ray *rays;
    struct detp_cpu_ray *room; /* for them; NULL: they are the input's */
    uint32_t count;
};

struct detp_sphere_cache {
    struct detp_cpu_sphere spheres[DETP_SPHERES_MAX];
    uint32_t count;
    uint32_t *identity, *found; /* lists: 0, 1, ..; and the rays that a cull keeps */
    float ratio;                /* of a sphere's radius to its parent's */
    float radius_least;         /* no sphere is made smaller, */
    uint32_t few_rays;          /* nor one inside of a sphere with no more rays */
    uint32_t (*cull)(const struct detp_cpu_ray *rays, const uint32_t *list, uint32_t count,
                     const float centre[3], float square, float t_min, uint32_t *out);
    void (*test)(const struct detp_cpu_ray *rays, const uint32_t *list, uint32_t count,
                 const struct detp_cpu_disc *discs, uint32_t disc_count,
                 const struct detp_cpu_rule *rule, uint32_t *sums);
    bool as_printed;               /* with the error: for the test that it is one */
    uint64_t tests, culls, misses; /* of rays with discs, of rays with spheres, of discs */
    uint64_t made;                 /* spheres, the first not counted */
    /* Is told of each sphere: its place, its parent's rays, which of them it keeps, and how many.
     * NULL where nothing is recorded. */
    void (*record)(void *recorder, uint32_t level, uint32_t count, const uint32_t *found,
                   uint32_t kept);
    void *recorder;
};

/* Room for as many rays as there are, in all spheres; what is never filled takes no memory. False
 * when there is none. */
bool detp_sphere_cache_init(struct context *context, struct detp_sphere_cache *cache,
                            const struct detp_cpu_packed *packed);

/* Adds all hits of the discs, in this order, to the sums. */
void detp_sphere_cache_run(struct detp_sphere_cache *cache, const struct detp_cpu_packed *packed,
                           const struct detp_cpu_disc *discs, uint32_t *sums);

/* The loops `cull` and `test` a ray at a time. */
uint32_t detp_sphere_cull_scalar(const struct detp_cpu_ray *rays, const uint32_t *list,
                                 uint32_t count, const float centre[3], float square, float t_min,
                                 uint32_t *out);
void detp_discs_on_list_scalar(const struct detp_cpu_ray *rays, const uint32_t *list,
                               uint32_t count, const struct detp_cpu_disc *discs,
                               uint32_t disc_count, const struct detp_cpu_rule *rule,
                               uint32_t *sums);

#endif
