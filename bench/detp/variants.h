/* SPDX-License-Identifier: MIT */
/* variants.h: the methods of `detp.estimate`, each in the file of its name, and their table. */
#ifndef CLAIMCHECK_BENCH_DETP_VARIANTS_H
#define CLAIMCHECK_BENCH_DETP_VARIANTS_H

#include "harness/bench.h"

/* On the host. */
extern const struct bench_method detp_brute_scalar;

/* On the device. */
extern const struct bench_method detp_brute;
extern const struct bench_method detp_octree;
extern const struct bench_method detp_octree_paper;
extern const struct bench_method detp_grid;
extern const struct grid_traits detp_grid_rows_ahead; /* as data of grid_ahead */
extern const struct bench_method detp_ray_tracing;    /* and ray_query, by what the variant needs */
extern const struct bench_axis detp_grid_axes[];
extern const struct bench_method detp_bvh;
extern const struct bench_axis detp_bvh_axes[];

/* The axis of methods with an index. */
extern const char *const detp_part_names[];
#define DETP_PART_AXIS                                                                             \
    {                                                                                              \
        .name = "part", .help = "timed part: the index built and traced, or either alone",         \
        .names = detp_part_names, .default_value = "all", .parts = true,                           \
        .check = "all,build,trace", .values = {                                                    \
            "all",                                                                                 \
            "all,build,trace",                                                                     \
            "all,build,trace"                                                                      \
        }                                                                                          \
    }

/* The first is the baseline. Ends with a NULL name. */
extern const struct bench_variant detp_variants[];

#endif
