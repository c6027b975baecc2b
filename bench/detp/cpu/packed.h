/* SPDX-License-Identifier: MIT */
/* packed.h: rays and discs as the loops of the CPU read them: what uploads are to the GPU. */
#ifndef CLAIMCHECK_BENCH_DETP_CPU_PACKED_H
#define CLAIMCHECK_BENCH_DETP_CPU_PACKED_H

#include "bench/detp/cpu/loops.h"
#include "bench/detp/input.h"

struct detp_cpu_packed {
    struct detp_cpu_ray *rays;
    struct detp_cpu_disc *discs; /* in the input's order */
    uint32_t ray_count, disc_count;
    struct detp_cpu_rule rule;
    float lower[3], upper[3]; /* of rays and centres */
    float radius;
    float slack; /* more than rounding moves a point of the input, in its unit */
};

/* In memory of the context. False where there is none. */
bool detp_cpu_packed_init(struct context *context, struct detp_cpu_packed *packed,
                          const struct detp_input *input);

/* Half the extents of the disc's box. */
void detp_cpu_disc_half(const struct detp_cpu_disc *disc, float radius, float half[3]);

/* More than rounding makes of a difference of squared distances between points of the input. */
float detp_cpu_square_slack(const struct detp_cpu_packed *packed);

/* context_alloc() at a multiple of 64 bytes. */
void *detp_cpu_alloc(struct context *context, size_t bytes);

#endif
