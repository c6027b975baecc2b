/* SPDX-License-Identifier: MIT */
#include "bench/cbt/host/tile_loops.h"

const struct tile_loops *const cbt_tile_loops[] = {
#if defined(__x86_64__)
    &cbt_tile_loops_avx512,
    &cbt_tile_loops_avx2,
#endif
    &cbt_tile_loops_plain,
};

const size_t cbt_tile_loops_count = sizeof(cbt_tile_loops) / sizeof(cbt_tile_loops[0]);

const struct tile_loops *cbt_tile_loops_best(uint32_t features)
{
    size_t i = 0;
    while (cbt_tile_loops[i]->needs & ~features)
        i++;
    return cbt_tile_loops[i];
}
