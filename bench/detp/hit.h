/* SPDX-License-Identifier: MIT */
/* hit.h: does a ray hit a disc, in float32: as detp_hit() of kernels/detp/detp.glsl. */
#ifndef CLAIMCHECK_BENCH_DETP_HIT_H
#define CLAIMCHECK_BENCH_DETP_HIT_H

#include "bench/detp/input.h"

struct detp_ray {
    float origin[3], direction[3], t_max;
};

struct detp_disc {
    float centre[3], normal[3], radius;
};

static inline struct detp_ray detp_ray_load(const struct detp_rays *rays, size_t i)
{
    return (struct detp_ray){
        .origin = { rays->origin[0][i], rays->origin[1][i], rays->origin[2][i] },
        .direction = { rays->direction[0][i], rays->direction[1][i], rays->direction[2][i] },
        .t_max = rays->t_max[i],
    };
}

static inline struct detp_disc detp_disc_load(const struct detp_discs *discs, size_t j)
{
    return (struct detp_disc){
        .centre = { discs->centre[0][j], discs->centre[1][j], discs->centre[2][j] },
        .normal = { discs->normal[0][j], discs->normal[1][j], discs->normal[2][j] },
        .radius = discs->radius,
    };
}

static inline float detp_dot(const float a[3], const float b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* struct detp_rule in input.h is the definition. Bounds hold for any t, also where e is 0 and t
 * is infinite or no number: such are no hits. */
static inline bool detp_hit(const struct detp_ray *ray, const struct detp_disc *disc,
                            const struct detp_rule *rule)
{
    const float to[3] = { disc->centre[0] - ray->origin[0], disc->centre[1] - ray->origin[1],
                          disc->centre[2] - ray->origin[2] };
    const float e = detp_dot(disc->normal, ray->direction);
    const float t = detp_dot(disc->normal, to) / e;
    if (!(t >= rule->t_min && t <= ray->t_max + rule->t_slack) || (rule->front_only && e >= 0))
        return false;
    const float off[3] = { t * ray->direction[0] - to[0], t * ray->direction[1] - to[1],
                           t * ray->direction[2] - to[2] };
    return e != 0 && detp_dot(off, off) < disc->radius * disc->radius;
}

/* Adds what ray i carries, and the hit, to the four words of a disc. */
static inline void detp_add(uint32_t sums[DETP_WORDS], const struct detp_rays *rays, size_t i)
{
    for (int k = 0; k < 3; k++)
        sums[k] += rays->energy[k][i];
    sums[3]++;
}

#endif
