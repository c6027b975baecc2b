/* SPDX-License-Identifier: MIT */
/* gather.h: nine taps of every plane, far around each pixel. */
#ifndef CLAIMCHECK_BENCH_THREAD_GROUP_TILING_GATHER_H
#define CLAIMCHECK_BENCH_THREAD_GROUP_TILING_GATHER_H

#include "bench/thread_group_tiling/wide.h"

extern const struct bench tiling_gather;

/* For benches with these taps: .pixel, and the part of .prepare that is of one pass. Passes behind
 * the first take the result of the one before in place of plane 0. */
void tiling_gather_pixel(const struct tiling_wide_input *input, uint32_t pass, int64_t x, int64_t y,
                         float rgba[4]);
void tiling_gather_prepare(struct context *context, struct tiling_wide_input *input, uint32_t pass);

/* A row of a table of axes. */
#define TILING_GATHER_TAPS                                                                         \
    {                                                                                              \
        .name = "taps", .help = "the nine taps, to 36 pixels away; wide: to 211",                  \
        .names = tiling_gather_taps, .default_value = "disc",                                      \
        .values = { "disc", "disc", "disc" },                                                      \
    }

/* "disc", ...; ends with NULL. */
extern const char *const tiling_gather_taps[];

#endif
