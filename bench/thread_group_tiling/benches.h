/* SPDX-License-Identifier: MIT */
/* benches.h: benches, and what they alone share. */
#ifndef CLAIMCHECK_BENCH_THREAD_GROUP_TILING_BENCHES_H
#define CLAIMCHECK_BENCH_THREAD_GROUP_TILING_BENCHES_H

#include "bench/common/axis.h"
#include "bench/thread_group_tiling/orders.h"
#include "bench/thread_group_tiling/wide.h"
#include "harness/bench.h"
#include "harness/context.h"
#include "harness/inspection.h"
#include "harness/method.h"

/* Thread-group tiling: the order in which work-groups run. What is measured stands in
 * docs/papers/thread-group-tiling.md. */
extern const struct technique tiling_technique;

/* Benches -------------------------------------------------------------------------------------- */

extern const struct bench tiling_gather, /* nine taps of every plane, far around each pixel */
    tiling_two_passes,                   /* gather, and again over what the first pass wrote */
    tiling_atrous,                       /* the denoiser of picture.h, five dependent passes */
    tiling_disc,                         /* eight taps whose places depend on the picture */
    tiling_dense,     /* a window of neighbours, which adjacent pixels share: nearly all of it comes
                         from the cache beside the multiprocessor, and no order should help */
    tiling_pointwise, /* a pixel's own texels alone, which nobody shares: likewise */
    tiling_map_alone, /* a launch order, with nothing else in the kernel */
    tiling_matmul,    /* a tiled matrix product, a tile of the result each group */
    tiling_rays;      /* rays from each pixel of a full-screen grid */

/* The passes of `atrous` over pixels that are moved after each, so that the taps of every pass are
 * neighbours. */
extern const struct bench_method tiling_atrous_permuted;

/* Names of the taps of `gather`: "disc", ...; ends with NULL. */
extern const char *const tiling_gather_taps[];

/* Matrices ------------------------------------------------------------------------------------- */
/*
 * The input of the matrix product C = A x B, and what its result must be.
 *
 * A has m rows of k halves, B k rows of n halves, both row by row; C has m rows of n floats. All
 * elements of A and B are integers from -8 to 7, seeded, so that every product, and every sum of
 * them in any order, is an integer below 2^24: floats hold it exactly, and C is the same to the
 * last bit whatever the order.
 */

struct tiling_shape {
    uint32_t m, n, k; /* m at most 65535, n and k multiples of 8 of at most 65536, and no matrix of
                         more than 2^29 elements */
};

/* "MxNxK", each a decimal number as it stands in case names; false for all else. */
bool tiling_shape_read(const char *text, struct tiling_shape *shape);

struct tiling_matrices {
    struct tiling_shape shape;
    const uint16_t *left, *right; /* A and B, bits of halves */
    const uint32_t *weights;      /* of the columns of C, words at random */
    const uint32_t *digests;      /* of each row of C: the sum over its elements times the weights
                                     of their columns, modulo 2^32 */
    const float *product;         /* C, where it is small enough to be computed; else NULL */
};

/* Makes matrices by the seed of the context, in its memory. False when there is none left. */
bool tiling_matrices_make(struct context *context, struct tiling_shape shape,
                          struct tiling_matrices *matrices);

/* An element of C, by its definition. */
float tiling_matrices_element(const struct tiling_matrices *matrices, uint32_t row,
                              uint32_t column);

/* Inspect -------------------------------------------------------------------------------------- */

/* What `claimcheck inspect` shows of launch orders: `order`; and `cache`, what a model of caches
 * says of them. */
extern const struct inspection_kind tiling_inspections[];

extern const struct inspection_option tiling_inspect_cache_options[];

bool tiling_inspect_cache(struct inspection *inspection);

/* Measured ------------------------------------------------------------------------------------- */
/*
 * The order in which a device runs the groups of a grid, as it did once, the second
 * time that it was asked: `inspect order --measured`. A group that works for a while draws a ticket
 * when it begins; clock and multiprocessor are read where the device has them.
 */

/* A group's record, as the kernels write it. */
struct tiling_measured_group {
    uint32_t ticket;
    uint32_t resident;         /* at least so many groups ran when it began, itself among them */
    uint32_t begin[2], end[2]; /* ticks, low word first */
    uint32_t unit, unused;
};

struct tiling_measured {
    struct tiling_grid grid;
    bool has_clock, has_units;
    const struct tiling_measured_group *groups; /* row-major; of the inspection */
    uint32_t *launches;                         /* tickets, likewise */
};

/* Opens the device and measures. False, and the inspection has the trouble, when that cannot be. */
bool tiling_measured_init(struct tiling_measured *measured, struct inspection *inspection,
                          struct tiling_grid grid);

/*
 * States facts. Displacement is |ticket - row-major number| of a group. The device launches row by
 * row where 99 % of the groups are displaced by less than the groups that ran side by side:
 * `row_major_launch`. `nearest_order` is the order without N that tickets are displaced from least.
 * What the device lacks is left out, and said.
 */
void tiling_measured_state(const struct tiling_measured *measured, struct context *context);

#endif
