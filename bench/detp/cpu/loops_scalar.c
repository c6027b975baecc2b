/* SPDX-License-Identifier: MIT */
/* loops_scalar.c: what the paper's program does, a ray at a time: the compiler is told to leave it
 * so. */
#include "bench/detp/cpu/cpu.h"

#include <string.h>

uint32_t detp_sphere_cull_scalar(const struct detp_cpu_ray *rays, const uint32_t *list,
                                 uint32_t count, const float centre[3], float square, float t_min,
                                 uint32_t *out)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++) {
        const struct detp_cpu_ray *ray = &rays[list[i]];
        float w[3];
        for (int k = 0; k < 3; k++)
            w[k] = ray->origin[k] - centre[k];
        float t = -detp_dot(w, ray->direction);
        t = t > t_min ? t : t_min;
        t = t < ray->t_end ? t : ray->t_end;
        for (int k = 0; k < 3; k++)
            w[k] += t * ray->direction[k];
        if (detp_dot(w, w) < square)
            out[n++] = list[i];
    }
    memset(out + n, 0, DETP_LIST_ROOM * sizeof(*out));
    return n;
}

void detp_discs_on_list_scalar(const struct detp_cpu_ray *rays, const uint32_t *list,
                               uint32_t count, const struct detp_cpu_disc *discs,
                               uint32_t disc_count, const struct detp_cpu_rule *rule,
                               uint32_t *sums)
{
    for (uint32_t j = 0; j < disc_count; j++) {
        const struct detp_cpu_disc *disc = &discs[j];
        uint32_t *sum = sums + 4 * (size_t)disc->index;
        for (uint32_t i = 0; i < count; i++) {
            const struct detp_cpu_ray *ray = &rays[list[i]];
            float w[3];
            for (int k = 0; k < 3; k++)
                w[k] = disc->centre[k] - ray->origin[k];
            const float e = detp_dot(disc->normal, ray->direction);
            const float t = detp_dot(disc->normal, w) / e;
            if (!(e < rule->e_end && t >= rule->t_min && t <= ray->t_end))
                continue;
            for (int k = 0; k < 3; k++)
                w[k] -= t * ray->direction[k];
            if (!(detp_dot(w, w) < disc->radius_squared && e != 0))
                continue;
            for (int k = 0; k < 3; k++)
                sum[k] += (ray->energy >> 8 * k & 0xff) + 1;
            sum[3]++;
        }
    }
}
