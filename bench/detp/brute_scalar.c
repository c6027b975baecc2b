/* SPDX-License-Identifier: MIT */
#include "bench/detp/detp.h"

#include <string.h>

static bool compute(struct bench_case *c)
{
    struct detp_output *output = c->state;
    const struct detp_input *input = detp_input_of(c);
    for (size_t j = 0; j < input->discs.count; j++) {
        const struct detp_disc disc = detp_disc_load(&input->discs, j);
        uint32_t sums[DETP_WORDS] = { 0 };
        for (size_t i = 0; i < input->rays.count; i++) {
            const struct detp_ray ray = detp_ray_load(&input->rays, i);
            if (detp_hit(&ray, &disc, &input->rule))
                detp_add(sums, &input->rays, i);
        }
        memcpy(&output->sums[DETP_WORDS * j], sums, sizeof(sums));
    }
    output->tests = (uint64_t)input->discs.count * input->rays.count;
    return true;
}

const struct bench_method detp_brute_scalar = { .compute = compute };
