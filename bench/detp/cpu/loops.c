/* SPDX-License-Identifier: MIT */
#include "bench/detp/cpu/loops.h"

/* Widest first; the last needs nothing. */
static const struct detp_cpu_loops *const all[] = {
#if defined(__x86_64__)
    &detp_cpu_loops_avx512,
    &detp_cpu_loops_avx2,
#endif
    &detp_cpu_loops_plain,
};

const struct detp_cpu_loops *detp_cpu_loops_best(uint32_t features, uint32_t lanes)
{
    size_t i = 0;
    while (all[i]->needs & ~features ||
           (lanes > 0 && all[i]->lanes > lanes && i + 1 < sizeof(all) / sizeof(all[0])))
        i++;
    return all[i];
}
