/* SPDX-License-Identifier: MIT */
/* orders.h: orders of groups, layouts of texels, and variants by these. */
#ifndef CLAIMCHECK_BENCH_THREAD_GROUP_TILING_ORDERS_H
#define CLAIMCHECK_BENCH_THREAD_GROUP_TILING_ORDERS_H

#include "bench/common/axis.h"
#include "bench/common/variant.h"
#include "harness/bench.h"
#include "harness/context.h"

/* Order ---------------------------------------------------------------------------------------- */
/*
 * Launch orders of a grid of work-groups. Launch index f = 0 .. width*height-1 becomes the
 * group (x, y) that the f-th launched group takes on, so that groups launched one after another
 * are near each other. Each order is a bijection of any grid, computed for one f by itself, without
 * a table; kernels/thread_group_tiling/order.glsl has the same.
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

struct tiling_launch_order {
    enum tiling_order order;
    uint32_t n;
};

struct tiling_grid {
    uint32_t width, height; /* groups */
};

/* So many decimal numbers from 1 to `most`, as case names have them: "16x8"; false for all else. */
bool tiling_sides_read(const char *text, size_t count, uint32_t most, uint32_t *sides);

struct tiling_group {
    uint32_t x, y;
};

static inline uint32_t tiling_least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static inline uint32_t tiling_distance(uint32_t a, uint32_t b)
{
    return a < b ? b - a : a - b;
}

/* The group of a launch; n is of no account for orders without N. */
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

/* Layout --------------------------------------------------------------------------------------- */
/*
 * Where the texels of a plane lie. A texel has four components, halves (8 bytes) or
 * floats (16 bytes). kernels/thread_group_tiling/layout.glsl has the same function.
 *
 *   image   the device's own order, unknown; results of such kernels are buffers in blocks
 *   linear  row by row, without padding
 *   block   in blocks of 64 bytes by 8 rows, a row of blocks after another, padded to whole blocks.
 *           Within a block of 512 bytes: 4 lines of 128 bytes, each 32 bytes by 4 rows; in a line
 *           4 sectors of 32 bytes, each 16 bytes by 2 rows. So NVIDIA's «groups of bytes» (GOB)
 *           order them, as far as is publicly known (open drivers, Mesa's nil)
 */

/* The numbers are those of LAYOUT_... in layout.glsl. */
enum tiling_layout { TILING_IMAGE, TILING_LINEAR, TILING_BLOCK };

/* "image", ..., in the order of the enumeration; ends with NULL. */
extern const char *const tiling_layout_names[];

/* Texels of a buffer of width * height of them, padding included; TILING_IMAGE counts as BLOCK. */
uint64_t tiling_layout_texels(enum tiling_layout layout, uint32_t texel_bytes, uint32_t width,
                              uint32_t height);

/* Where (x, y) lies in it, in texels. */
uint64_t tiling_layout_index(enum tiling_layout layout, uint32_t texel_bytes, uint32_t width,
                             uint32_t x, uint32_t y);

/* Cache size ----------------------------------------------------------------------------------- */
/*
 * The last-level cache that work-groups see, for the fact rho. No interface reports
 * it: what stands here is what makers publish, and an assumption about caches of two parts, each of
 * which keeps what its half of the device reads: that half of them governs.
 */

struct tiling_cache_size {
    uint64_t bytes;     /* 0: not known */
    const char *source; /* where that is from, or why it is not known; static storage */
};

/* The option --cache-bytes, else what is known of the device. False after a context_error(): the
 * option is no number of bytes. */
bool tiling_cache_size_find(struct context *context, const struct gpu_info *info,
                            struct tiling_cache_size *size);

/* States the size, its source, and rho: so many bytes over the size, which is returned; NAN where
 * the size is not known. */
double tiling_cache_size_state(struct context *context, const struct tiling_cache_size *size,
                               double bytes);

/* Variants ------------------------------------------------------------------------------------- */
/*
 * The launch orders above as the variants of every bench of the technique, so that
 * an order has one name and one set of N everywhere. row_major is the first: the baseline.
 *
 * Axis `n`, of the orders with tiles: 16 in `quick`; 4, 16 and 64 in `paper`, where serpentine
 * tiles have 16 alone; the powers of two to 128 in `full`.
 */

/* Variants of kind GPU without a method of their own: all is the bench's. Ends with a NULL name. */
extern const struct bench_variant tiling_variants[];

/* The order of a case with one of these variants, row_major for a variant without `data`; and its
 * N, 1 for orders without. */
enum tiling_order tiling_variant_order(const struct bench_case *c);
uint32_t tiling_variant_n(const struct bench_case *c);

/* The axis `n` of tiles. */
extern const struct bench_axis tiling_variant_tiles[];

/* Rows, for benches that have variants of their own, or fewer. */
#define TILING_VARIANT(name_, order_, summary_, source_, ...)                                      \
    VARIANT(name_, GPU, summary_, source_, WITH_DATA(enum tiling_order, TILING_##order_),          \
            __VA_ARGS__)
#define TILING_ROW_MAJOR_VARIANT                                                                   \
    TILING_VARIANT("row_major", ROW_MAJOR, "row by row, as devices launch",                        \
                   "Bavoil 2020, Figure 1", .axes = NULL)
#define TILING_TILED_X_VARIANT                                                                     \
    TILING_VARIANT("tiled_x", TILED_X,                                                             \
                   "tiles of N columns over the whole height, each row by row",                    \
                   "Bavoil 2020, Direction X", .axes = tiling_variant_tiles)
#define TILING_TILED_Y_VARIANT                                                                     \
    TILING_VARIANT("tiled_y", TILED_Y,                                                             \
                   "tiles of N rows over the whole width, each column by column",                  \
                   "Bavoil 2020, Direction Y", .axes = tiling_variant_tiles)
#define TILING_MORTON_VARIANT                                                                      \
    TILING_VARIANT("morton", MORTON, "in rising Z code, without holes",                            \
                   "Bavoil 2020 names it; the computation is ours", .axes = NULL)
#define TILING_HILBERT_VARIANT                                                                     \
    TILING_VARIANT("hilbert", HILBERT, "along a Hilbert curve, without holes", "contender",        \
                   .axes = NULL)

#endif
