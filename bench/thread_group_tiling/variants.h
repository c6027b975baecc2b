/* SPDX-License-Identifier: MIT */
/*
 * variants.h: the launch orders of order.h as the variants of every bench of the technique, so that
 * an order has one name and one set of N everywhere. row_major is the first: the baseline.
 *
 * Axis `n`, of the orders with tiles: 16 in `quick`; 4, 16 and 64 in `paper`, where serpentine
 * tiles have 16 alone; the powers of two to 128 in `full`.
 */
#ifndef CLAIMCHECK_BENCH_THREAD_GROUP_TILING_VARIANTS_H
#define CLAIMCHECK_BENCH_THREAD_GROUP_TILING_VARIANTS_H

#include "bench/thread_group_tiling/order.h"
#include "harness/bench.h"

/* Variants of kind GPU without a method of their own: all is the bench's. Ends with a NULL name. */
extern const struct bench_variant tiling_variants[];

/* The order of a case with one of these variants, row_major for a variant without `data`; and its
 * N, 1 for orders without. */
enum tiling_order tiling_variant_order(const struct bench_case *c);
uint32_t tiling_variant_n(const struct bench_case *c);

/* Data of the rows below: each order at its own number; the axis `launch`, with tickets for
 * row_major alone; `n` and `launch` of tiles; the values of `n` of serpentine ones. */
extern const enum tiling_order tiling_variant_orders[];
extern const struct bench_axis tiling_variant_row[], tiling_variant_plain[], tiling_variant_tiles[];
extern const struct bench_values tiling_variant_serpentine[];

/* The axis `n`. */
#define TILING_VARIANT_N                                                                           \
    {                                                                                              \
        .name = "n", .help = "groups of a tile along its direction", .min = 1, .max = 65535,       \
        .values = { "16", "4,16,64", "1,2,4,8,16,32,64,128" },                                     \
    }

/*
 * Rows, for benches that have variants of their own, fewer, or other axes, which `axes_` are. All
 * together, by the axes of row_major, of the other orders without tiles, and of those with tiles:
 * TILING_VARIANTS_OF; with the axes above: TILING_VARIANTS.
 */
#define TILING_ROW_MAJOR_VARIANT(axes_)                                                            \
    {                                                                                              \
        .name = "row_major", .summary = "row by row, as devices launch",                           \
        .source = "Bavoil 2020, Figure 1", .axes = (axes_),                                        \
        .data = &tiling_variant_orders[TILING_ROW_MAJOR],                                          \
    }
#define TILING_COLUMN_MAJOR_VARIANT(axes_)                                                         \
    {                                                                                              \
        .name = "column_major", .summary = "column by column", .source = "contender",              \
        .axes = (axes_), .data = &tiling_variant_orders[TILING_COLUMN_MAJOR],                      \
    }
#define TILING_BOUSTROPHEDON_VARIANT(axes_)                                                        \
    {                                                                                              \
        .name = "boustrophedon", .summary = "row by row, odd rows backwards",                      \
        .source = "contender", .axes = (axes_),                                                    \
        .data = &tiling_variant_orders[TILING_BOUSTROPHEDON],                                      \
    }
#define TILING_TILED_X_VARIANT(axes_)                                                              \
    {                                                                                              \
        .name = "tiled_x", .summary = "tiles of N columns over the whole height, each row by row", \
        .source = "Bavoil 2020, Direction X", .axes = (axes_),                                     \
        .data = &tiling_variant_orders[TILING_TILED_X],                                            \
    }
#define TILING_TILED_Y_VARIANT(axes_)                                                              \
    {                                                                                              \
        .name = "tiled_y",                                                                         \
        .summary = "tiles of N rows over the whole width, each column by column",                  \
        .source = "Bavoil 2020, Direction Y", .axes = (axes_),                                     \
        .data = &tiling_variant_orders[TILING_TILED_Y],                                            \
    }
#define TILING_SERPENTINE_X_VARIANT(axes_)                                                         \
    {                                                                                              \
        .name = "serpentine_x", .summary = "tiled_x, odd tiles from the last row up",              \
        .source = "contender", .axes = (axes_), .values = tiling_variant_serpentine,               \
        .data = &tiling_variant_orders[TILING_SERPENTINE_X],                                       \
    }
#define TILING_SERPENTINE_Y_VARIANT(axes_)                                                         \
    {                                                                                              \
        .name = "serpentine_y", .summary = "tiled_y, odd tiles from the last column back",         \
        .source = "contender", .axes = (axes_), .values = tiling_variant_serpentine,               \
        .data = &tiling_variant_orders[TILING_SERPENTINE_Y],                                       \
    }
#define TILING_MORTON_VARIANT(axes_)                                                               \
    {                                                                                              \
        .name = "morton", .summary = "in rising Z code, without holes",                            \
        .source = "Bavoil 2020 names it; the computation is ours", .axes = (axes_),                \
        .data = &tiling_variant_orders[TILING_MORTON],                                             \
    }
#define TILING_HILBERT_VARIANT(axes_)                                                              \
    {                                                                                              \
        .name = "hilbert", .summary = "along a Hilbert curve, without holes",                      \
        .source = "contender", .axes = (axes_), .data = &tiling_variant_orders[TILING_HILBERT],    \
    }
#define TILING_REVERSE_VARIANT(axes_)                                                              \
    {                                                                                              \
        .name = "reverse", .summary = "row_major from the last group back", .source = "contender", \
        .axes = (axes_), .data = &tiling_variant_orders[TILING_REVERSE],                           \
    }
#define TILING_VARIANTS_OF(row_axes, plain_axes, tile_axes)                                        \
    TILING_ROW_MAJOR_VARIANT(row_axes), TILING_COLUMN_MAJOR_VARIANT(plain_axes),                   \
        TILING_BOUSTROPHEDON_VARIANT(plain_axes), TILING_TILED_X_VARIANT(tile_axes),               \
        TILING_TILED_Y_VARIANT(tile_axes), TILING_SERPENTINE_X_VARIANT(tile_axes),                 \
        TILING_SERPENTINE_Y_VARIANT(tile_axes), TILING_MORTON_VARIANT(plain_axes),                 \
        TILING_HILBERT_VARIANT(plain_axes), TILING_REVERSE_VARIANT(plain_axes)
#define TILING_VARIANTS                                                                            \
    TILING_VARIANTS_OF(tiling_variant_row, tiling_variant_plain, tiling_variant_tiles)

#endif
