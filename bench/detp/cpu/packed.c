/* SPDX-License-Identifier: MIT */
#include "bench/detp/cpu/cpu.h"

#include "bench/detp/traced.h"

#include <math.h>
#include <string.h>

static const float slack_of_one = 4e-6f;

void *detp_cpu_alloc(struct context *context, size_t bytes)
{
    char *memory = context_alloc(context, bytes + 64);
    return !memory ? NULL : memory + (64 - (uintptr_t)memory % 64) % 64;
}

bool detp_cpu_packed_init(struct context *context, struct detp_cpu_packed *packed,
                          const struct detp_input *input)
{
    *packed = (struct detp_cpu_packed){
        .ray_count = input->rays.count,
        .disc_count = input->discs.count,
        .rays = detp_cpu_alloc(context, input->rays.count * sizeof(*packed->rays)),
        .discs = detp_cpu_alloc(context, input->discs.count * sizeof(*packed->discs)),
        .rule = { input->rule.t_min, input->rule.front_only ? 0 : INFINITY },
        .radius = input->discs.radius,
    };
    if (!packed->rays || !packed->discs)
        return false;
    memcpy(packed->lower, input->lower, sizeof(packed->lower));
    memcpy(packed->upper, input->upper, sizeof(packed->upper));
    packed->slack = slack_of_one * (detp_traced_magnitude(input) + packed->radius);
    for (uint32_t i = 0; i < input->rays.count; i++) {
        struct detp_cpu_ray *ray = &packed->rays[i];
        ray->t_end = input->rays.t_max[i] + input->rule.t_slack;
        ray->energy = 0;
        for (int k = 0; k < 3; k++) {
            ray->origin[k] = input->rays.origin[k][i];
            ray->direction[k] = input->rays.direction[k][i];
            ray->energy |= (uint32_t)(input->rays.energy[k][i] - 1) << 8 * k;
        }
    }
    for (uint32_t j = 0; j < input->discs.count; j++) {
        struct detp_cpu_disc *disc = &packed->discs[j];
        for (int k = 0; k < 3; k++) {
            disc->centre[k] = input->discs.centre[k][j];
            disc->normal[k] = input->discs.normal[k][j];
        }
        disc->radius_squared = input->discs.radius * input->discs.radius;
        disc->index = j;
    }
    return true;
}

void detp_cpu_disc_half(const struct detp_cpu_disc *disc, float radius, float half[3])
{
    const float *n = disc->normal;
    for (int k = 0; k < 3; k++) {
        const float a = n[(k + 1) % 3], b = n[(k + 2) % 3];
        half[k] = radius * sqrtf(a * a + b * b);
    }
}

/* Case ----------------------------------------------------------------------------------------- */

bool detp_cpu_case_init(struct bench_case *c)
{
    struct detp_cpu_case *state = c->state;
    return detp_output_create(c) &&
           detp_cpu_packed_init(&c->context, &state->packed, detp_input_of(c));
}

void detp_cpu_case_zero(struct bench_case *c)
{
    const struct detp_cpu_case *state = c->state;
    memset(state->output.sums, 0, sizeof(uint32_t) * DETP_WORDS * state->packed.disc_count);
}

bool detp_cpu_index_setup(struct bench_case *c)
{
    const struct detp_cpu_case *state = c->state;
    return detp_part_of(c) != DETP_PART_TRACE || state->build(c);
}

bool detp_cpu_index_compute(struct bench_case *c)
{
    const struct detp_cpu_case *state = c->state;
    const enum detp_part part = detp_part_of(c);
    if (part & DETP_PART_BUILD && !state->build(c))
        return false;
    if (part & DETP_PART_TRACE)
        state->trace(c);
    return true;
}

bool detp_cpu_index_check(struct bench_case *c, enum bench_check check)
{
    if (detp_part_of(c) == DETP_PART_BUILD)
        ((const struct detp_cpu_case *)c->state)->trace(c);
    return c->bench->method.check(c, check);
}
