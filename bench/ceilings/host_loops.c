/* SPDX-License-Identifier: MIT */
#include "bench/ceilings/host_loops.h"

const struct ceilings_host_loops *const ceilings_host_loops[] = {
#if defined(__x86_64__)
    &ceilings_host_loops_avx512,
    &ceilings_host_loops_avx2,
#endif
    &ceilings_host_loops_plain,
};

const size_t ceilings_host_loops_count =
    sizeof(ceilings_host_loops) / sizeof(ceilings_host_loops[0]);

const struct ceilings_host_loops *ceilings_host_loops_best(uint32_t features)
{
    size_t i = 0;
    while (ceilings_host_loops[i]->needs & ~features)
        i++;
    return ceilings_host_loops[i];
}
