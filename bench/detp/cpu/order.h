/* SPDX-License-Identifier: MIT */
/* order.h: discs along a Morton curve, by a radix sort. */
#ifndef CLAIMCHECK_BENCH_DETP_CPU_ORDER_H
#define CLAIMCHECK_BENCH_DETP_CPU_ORDER_H

#include "bench/detp/cpu/packed.h"

struct detp_cpu_key {
    uint32_t code, index;
};

/* out: the discs of `packed` by the code of their centres, 10 bits an axis; keys: room for twice
 * as many as there are discs. */
void detp_discs_sort(const struct detp_cpu_packed *packed, struct detp_cpu_key *keys,
                     struct detp_cpu_disc *out);

#endif
