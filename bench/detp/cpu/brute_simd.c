/* SPDX-License-Identifier: MIT */
/* brute_simd.c: all pairs, a disc's sphere before its plane, blocks of rays in the first cache. */
#include "bench/detp/cpu/cpu.h"
#include "bench/detp/detp.h"
#include "harness/engine/cpu/cpu.h"

enum { BLOCK = 1024, ARRAYS = 7 };

struct brute_case {
    struct detp_cpu_case common;
    const struct detp_cpu_loops *loops;
    float *rays[ARRAYS]; /* three of origins, three of directions, t_end */
    float square;        /* of the radius of a disc's sphere, and what rounding may take */
};

static bool setup(struct bench_case *c)
{
    struct brute_case *state = c->state;
    const struct detp_cpu_packed *packed = &state->common.packed;
    if (!detp_cpu_case_init(c))
        return false;
    const size_t room = (size_t)packed->ray_count + DETP_LANES_MAX;
    state->loops = detp_cpu_loops_best(cpu_features(), 0);
    for (int k = 0; k < ARRAYS; k++) {
        state->rays[k] = detp_cpu_alloc(&c->context, room * sizeof(float));
        if (!state->rays[k])
            return false;
    }
    for (uint32_t i = 0; i < packed->ray_count; i++) {
        const struct detp_cpu_ray *ray = &packed->rays[i];
        for (int k = 0; k < 3; k++) {
            state->rays[k][i] = ray->origin[k];
            state->rays[3 + k][i] = ray->direction[k];
        }
        state->rays[6][i] = ray->t_end;
    }
    state->square = packed->radius * packed->radius + detp_cpu_square_slack(packed);
    return true;
}

static bool compute(struct bench_case *c)
{
    struct brute_case *state = c->state;
    const struct detp_cpu_packed *packed = &state->common.packed;
    const float *const origin[3] = { state->rays[0], state->rays[1], state->rays[2] };
    const float *const direction[3] = { state->rays[3], state->rays[4], state->rays[5] };
    detp_cpu_case_zero(c);
    for (uint32_t first = 0; first < packed->ray_count; first += BLOCK) {
        const uint32_t left = packed->ray_count - first;
        state->loops->discs_on_rays(origin, direction, state->rays[6], packed->rays, first,
                                    first + (left < BLOCK ? left : BLOCK), packed->discs,
                                    packed->disc_count, state->square, &packed->rule,
                                    state->common.output.sums);
    }
    state->common.output.tests = (uint64_t)packed->ray_count * packed->disc_count;
    return true;
}

const struct bench_method detp_brute_simd = { .case_bytes = sizeof(struct brute_case),
                                              .setup = setup,
                                              .compute = compute };
