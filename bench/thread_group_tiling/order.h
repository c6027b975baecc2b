/* SPDX-License-Identifier: MIT */
/*
 * order.h: launch orders of a grid of work-groups. Launch index f = 0 .. width*height-1 becomes the
 * group (x, y) that the f-th launched group takes on, so that groups launched one after another
 * are near each other. Each order is a bijection of any grid, computed for one f by itself, without
 * a table. The functions of kernels/thread_group_tiling/order.glsl bear the same names without
 * `tiling_`.
 *
 * `/` and `%` are those of unsigned integers. A grid has 1 to 65536 groups a side and fewer than
 * 2^32 in all; f lies within it. N, the groups of a tile along the order's direction, is at least 1
 * and is clamped to that side of the grid.
 *
 *   row_major      x = f % W, y = f / W: what devices launch, as far as is known
 *   column_major   x = f / H, y = f % H
 *   boustrophedon  row_major, odd rows backwards
 *   tiled_x N      tiles of N columns over the whole height, each row by row; the last may be
 *                  narrower. With P = N*H, t = f/P, l = f%P, w = min(N, W - t*N):
 *                  x = t*N + l%w, y = l/w
 *   tiled_y N      the same with x and y exchanged
 *   serpentine_x N tiled_x, odd tiles from the last row up: y = H-1 - l/w
 *   serpentine_y N tiled_y, odd tiles from the last column back: x = W-1 - l/h
 *   morton         the groups of the grid by rising Z code: bit b of x is bit 2b of the code, bit b
 *                  of y is bit 2b+1
 *   hilbert        the groups of the grid in the order of the Hilbert curve H(k) of the least
 *                  square of side 2^k that holds it. H(0) is one cell; with s = 2^(k-1) and (a, b)
 *                  running through H(k-1), H(k) is (b, a); (a, b+s); (a+s, b+s); (2s-1-b, s-1-a),
 *                  one after another: from (0, 0) to (2^k - 1, 0), a cell a step
 *   reverse        row_major from the last group back
 *
 * Cells of a square curve outside of the grid are left out: launch f takes the f-th group that the
 * curve meets. Sources: tiled_x and tiled_y are thread-group tiling with Direction X and Y, Bavoil,
 * Optimizing Compute Shaders for L2 Locality using Thread-Group ID Swizzling (2020), which names
 * Morton order beside it.
 */
#ifndef CLAIMCHECK_BENCH_THREAD_GROUP_TILING_ORDER_H
#define CLAIMCHECK_BENCH_THREAD_GROUP_TILING_ORDER_H

#include <stdbool.h>
#include <stdint.h>

enum { TILING_SIDE_MAX = 65536, TILING_N_MAX = 65536 };

/* The numbers are those of ORDER_... in order.glsl. */
enum tiling_order {
    TILING_ROW_MAJOR,
    TILING_COLUMN_MAJOR,
    TILING_BOUSTROPHEDON,
    TILING_TILED_X,
    TILING_TILED_Y,
    TILING_SERPENTINE_X,
    TILING_SERPENTINE_Y,
    TILING_MORTON,
    TILING_HILBERT,
    TILING_REVERSE,
    TILING_ORDER_COUNT,
};

/* "row_major", ..., in the order of the enumeration; ends with NULL. */
extern const char *const tiling_order_names[];

struct tiling_grid {
    uint32_t width, height; /* groups */
};

struct tiling_group {
    uint32_t x, y;
};

struct tiling_group tiling_order_row_major(uint32_t launch, struct tiling_grid grid);
struct tiling_group tiling_order_column_major(uint32_t launch, struct tiling_grid grid);
struct tiling_group tiling_order_boustrophedon(uint32_t launch, struct tiling_grid grid);
struct tiling_group tiling_order_tiled_x(uint32_t launch, struct tiling_grid grid, uint32_t n);
struct tiling_group tiling_order_tiled_y(uint32_t launch, struct tiling_grid grid, uint32_t n);
struct tiling_group tiling_order_serpentine_x(uint32_t launch, struct tiling_grid grid, uint32_t n);
struct tiling_group tiling_order_serpentine_y(uint32_t launch, struct tiling_grid grid, uint32_t n);
struct tiling_group tiling_order_morton(uint32_t launch, struct tiling_grid grid);
struct tiling_group tiling_order_hilbert(uint32_t launch, struct tiling_grid grid);
struct tiling_group tiling_order_reverse(uint32_t launch, struct tiling_grid grid);

/* Any of them; n is of no account for orders without N. */
struct tiling_group tiling_order_map(enum tiling_order order, uint32_t launch,
                                     struct tiling_grid grid, uint32_t n);

/* True for the four orders of tiles. */
bool tiling_order_has_n(enum tiling_order order);

/* Between groups launched one after another, |dx| + |dy|; in tiles those within one besides. */
struct tiling_steps {
    uint32_t largest, largest_in_tile;
    uint32_t tiles; /* 1 for orders without tiles */
    double mean;    /* 0 for a grid of one group */
};

struct tiling_steps tiling_order_steps(enum tiling_order order, struct tiling_grid grid,
                                       uint32_t n);

/* FNV-1a, 64 bits, over x and y of all groups in launch order, each as four little-endian bytes. */
uint64_t tiling_order_hash(enum tiling_order order, struct tiling_grid grid, uint32_t n);

#endif
