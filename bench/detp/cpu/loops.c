/* SPDX-License-Identifier: MIT */
#include "bench/detp/cpu/loops.h"

const struct detp_cpu_loops *const detp_cpu_loops[] = {
#if defined(__x86_64__)
    &detp_cpu_loops_avx512,
    &detp_cpu_loops_avx2,
#endif
    &detp_cpu_loops_plain,
};

const size_t detp_cpu_loops_count = sizeof(detp_cpu_loops) / sizeof(detp_cpu_loops[0]);

const struct detp_cpu_loops *detp_cpu_loops_best(uint32_t features, uint32_t lanes)
{
    size_t i = 0;
    while (detp_cpu_loops[i]->needs & ~features ||
           (lanes > 0 && detp_cpu_loops[i]->lanes > lanes && i + 1 < detp_cpu_loops_count))
        i++;
    return detp_cpu_loops[i];
}
