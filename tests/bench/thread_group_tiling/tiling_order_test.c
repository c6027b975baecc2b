/* SPDX-License-Identifier: MIT */
/*
 * tiling_order_test.c: launch orders against cases worked by hand, against their definitions made
 * into lists, and by what must hold on every grid: all small ones are tried.
 */
#include "bench/thread_group_tiling/orders.h"
#include "tests/unit.h"

enum { SIDE = 20, N_MOST = 22, CELLS = 1 << 16 };

typedef struct tiling_group map_fn(uint32_t launch, struct tiling_grid grid, uint32_t n);

static bool same(struct tiling_group a, struct tiling_group b)
{
    return a.x == b.x && a.y == b.y;
}

static uint32_t step(struct tiling_group a, struct tiling_group b)
{
    return (uint32_t)(abs((int)a.x - (int)b.x) + abs((int)a.y - (int)b.y));
}

/* Calls `hold` for all grids up to SIDE x SIDE and all N up to N_MOST. */
static void for_small_grids(void (*hold)(struct tiling_grid grid, uint32_t n))
{
    for (uint32_t height = 1; height <= SIDE; height++)
        for (uint32_t width = 1; width <= SIDE; width++)
            for (uint32_t n = 1; n <= N_MOST; n++)
                hold((struct tiling_grid){ width, height }, n);
}

/* Worked by hand ------------------------------------------------------------------------------ */

TEST(test_five_by_three)
{
    static const struct {
        enum tiling_order order;
        uint32_t n;
        uint8_t launches[3][5]; /* launches[y][x] does group (x, y) */
    } wanted[] = {
        { TILING_MORTON, 1, { { 0, 1, 4, 5, 12 }, { 2, 3, 6, 7, 13 }, { 8, 9, 10, 11, 14 } } },
        { TILING_HILBERT, 1, { { 0, 3, 4, 5, 14 }, { 1, 2, 7, 6, 13 }, { 11, 10, 8, 9, 12 } } },
        { TILING_TILED_X, 2, { { 0, 1, 6, 7, 12 }, { 2, 3, 8, 9, 13 }, { 4, 5, 10, 11, 14 } } },
        { TILING_TILED_Y, 2, { { 0, 2, 4, 6, 8 }, { 1, 3, 5, 7, 9 }, { 10, 11, 12, 13, 14 } } },
        { TILING_SERPENTINE_X,
          2,
          { { 0, 1, 10, 11, 12 }, { 2, 3, 8, 9, 13 }, { 4, 5, 6, 7, 14 } } },
        { TILING_SERPENTINE_Y,
          2,
          { { 0, 2, 4, 6, 8 }, { 1, 3, 5, 7, 9 }, { 14, 13, 12, 11, 10 } } },
    };
    const struct tiling_grid grid = { 5, 3 };
    for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++)
        for (uint32_t at = 0; at < 15; at++)
            assert_true(same(tiling_order_map(wanted[i].order, wanted[i].launches[at / 5][at % 5],
                                              grid, wanted[i].n),
                             (struct tiling_group){ at % 5, at / 5 }));
}

/* Hashes from another implementation of these definitions. */
TEST(test_hashes)
{
    const struct tiling_grid small = { 5, 3 }, even = { 6, 4 };
    assert_true(tiling_order_hash(TILING_MORTON, small, 1) == UINT64_C(0x49e69da613447e32));
    assert_true(tiling_order_hash(TILING_HILBERT, small, 1) == UINT64_C(0xd0387d1037d0fdf2));
    assert_true(tiling_order_hash(TILING_TILED_X, small, 2) == UINT64_C(0xcdc21bcccfe23c32));
    assert_true(tiling_order_hash(TILING_TILED_Y, small, 2) == UINT64_C(0x1c729409c4851072));
    assert_true(tiling_order_hash(TILING_BOUSTROPHEDON, small, 1) == UINT64_C(0x3f7353f2d3897c32));
    assert_true(tiling_order_hash(TILING_COLUMN_MAJOR, small, 1) == UINT64_C(0xe4696377de1bd4b2));
    assert_true(tiling_order_hash(TILING_MORTON, even, 1) == UINT64_C(0x0695952fae1322a5));
    assert_true(tiling_order_hash(TILING_HILBERT, even, 1) == UINT64_C(0x47ddda7f529fcca5));
    assert_true(tiling_order_hash(TILING_TILED_X, even, 2) == UINT64_C(0x1eaf058316ef22a5));
}

/* Definitions --------------------------------------------------------------------------------- */

static struct tiling_group square[CELLS];

/* H(level), recursively, into square[]; returns how many cells it has. */
static uint32_t list_hilbert(uint32_t level)
{
    if (level == 0) {
        square[0] = (struct tiling_group){ 0, 0 };
        return 1;
    }
    const uint32_t quarter = list_hilbert(level - 1), s = 1u << (level - 1);
    for (uint32_t i = 0; i < quarter; i++) {
        const uint32_t a = square[i].x, b = square[i].y;
        square[i] = (struct tiling_group){ b, a };
        square[quarter + i] = (struct tiling_group){ a, b + s };
        square[2 * quarter + i] = (struct tiling_group){ a + s, b + s };
        square[3 * quarter + i] = (struct tiling_group){ 2 * s - 1 - b, s - 1 - a };
    }
    return 4 * quarter;
}

static uint32_t list_morton(uint32_t level)
{
    for (uint32_t code = 0; code < 1u << 2 * level; code++) {
        square[code] = (struct tiling_group){ 0, 0 };
        for (uint32_t bit = 0; bit < level; bit++) {
            square[code].x |= (code >> 2 * bit & 1) << bit;
            square[code].y |= (code >> (2 * bit + 1) & 1) << bit;
        }
    }
    return 1u << 2 * level;
}

/* The grid's cells of the list, in its order, are the order. */
static void assert_listed(enum tiling_order order, uint32_t cells, struct tiling_grid grid)
{
    uint32_t launch = 0;
    for (uint32_t i = 0; i < cells; i++)
        if (square[i].x < grid.width && square[i].y < grid.height)
            assert_true(same(tiling_order_map(order, launch++, grid, 1), square[i]));
    assert_int_equal(launch, grid.width * grid.height);
}

static void assert_curves(struct tiling_grid grid)
{
    uint32_t level = 0;
    while (1u << level < grid.width || 1u << level < grid.height)
        level++;
    assert_listed(TILING_HILBERT, list_hilbert(level), grid);
    assert_listed(TILING_MORTON, list_morton(level), grid);
}

TEST(test_curves)
{
    for (uint32_t height = 1; height <= 2 * SIDE; height++)
        for (uint32_t width = 1; width <= 2 * SIDE; width++)
            assert_curves((struct tiling_grid){ width, height });
    assert_curves((struct tiling_grid){ 256, 1 });
    assert_curves((struct tiling_grid){ 3, 256 });
    assert_curves((struct tiling_grid){ 240, 135 });
}

TEST(test_square_curve_moves_by_one)
{
    const struct tiling_grid grid = { 64, 64 };
    assert_true(same(tiling_order_map(TILING_HILBERT, 0, grid, 1), (struct tiling_group){ 0, 0 }));
    assert_true(
        same(tiling_order_map(TILING_HILBERT, 4095, grid, 1), (struct tiling_group){ 63, 0 }));
    for (uint32_t launch = 1; launch < 4096; launch++)
        assert_int_equal(step(tiling_order_map(TILING_HILBERT, launch - 1, grid, 1),
                              tiling_order_map(TILING_HILBERT, launch, grid, 1)),
                         1);
}

/* Properties of every grid -------------------------------------------------------------------- */

static uint8_t seen[1 << 24];

/* Of an order, or of a map in its place. */
static bool is_bijection(enum tiling_order order, map_fn *map, struct tiling_grid grid, uint32_t n)
{
    const uint32_t groups = grid.width * grid.height;
    memset(seen, 0, groups);
    for (uint32_t launch = 0; launch < groups; launch++) {
        const struct tiling_group group =
            map ? map(launch, grid, n) : tiling_order_map(order, launch, grid, n);
        if (group.x >= grid.width || group.y >= grid.height ||
            seen[group.y * grid.width + group.x]++)
            return false;
    }
    return true;
}

static void hold_bijection(struct tiling_grid grid, uint32_t n)
{
    for (int order = 0; order < TILING_ORDER_COUNT; order++)
        if (n == 1 || tiling_order_has_n(order))
            assert_true(is_bijection(order, NULL, grid, n));
}

TEST(test_bijection)
{
    for_small_grids(hold_bijection);
    static const struct tiling_grid grids[] = { { 320, 180 }, { 257, 255 }, { 65535, 1 },
                                                { 1, 65536 }, { 65536, 2 }, { 1021, 67 } };
    for (size_t i = 0; i < sizeof(grids) / sizeof(grids[0]); i++) {
        hold_bijection(grids[i], 1);
        hold_bijection(grids[i], 16);
        hold_bijection(grids[i], 64);
    }
}

/* Where 32 bits are just enough: the first, the last and some between. */
TEST(test_largest_grids)
{
    const struct tiling_grid grids[] = { { 65536, 65535 }, { 65535, 65536 }, { 46341, 65536 } };
    for (int i = 0; i < 3; i++) {
        const uint64_t groups = (uint64_t)grids[i].width * grids[i].height;
        for (uint64_t launch = 0; launch < groups; launch += groups / 1009)
            for (int order = 0; order < TILING_ORDER_COUNT; order++) {
                const struct tiling_group group =
                    tiling_order_map(order, (uint32_t)launch, grids[i], 48);
                assert_true(group.x < grids[i].width && group.y < grids[i].height);
            }
        const struct tiling_group last =
            tiling_order_map(TILING_TILED_X, (uint32_t)(groups - 1), grids[i], TILING_N_MAX);
        assert_true(last.x == grids[i].width - 1 && last.y == grids[i].height - 1);
    }
}

static void hold_identities(struct tiling_grid grid, uint32_t n)
{
    const uint32_t groups = grid.width * grid.height;
    for (uint32_t launch = 0; launch < groups; launch++) {
        const struct tiling_group row = tiling_order_map(TILING_ROW_MAJOR, launch, grid, 1);
        const struct tiling_group column = tiling_order_map(TILING_COLUMN_MAJOR, launch, grid, 1);
        const struct tiling_group x = tiling_order_map(TILING_TILED_X, launch, grid, n);
        const struct tiling_group y = tiling_order_map(TILING_TILED_Y, launch, grid, n);
        const struct tiling_group swapped = tiling_order_map(
            TILING_TILED_X, launch, (struct tiling_grid){ grid.height, grid.width }, n);
        assert_true(y.x == swapped.y && y.y == swapped.x);
        assert_true(n < grid.width || same(x, row));
        assert_true(n > 1 || (same(x, column) && same(y, row)));
        assert_true(n < grid.height || same(y, column));
        assert_true(same(tiling_order_map(TILING_REVERSE, groups - 1 - launch, grid, 1), row));
    }
}

/* A tile's launches follow each other, it is at most N wide, only the last is narrower; the row
 * moves by at most one within it. */
static void hold_steps(struct tiling_grid grid, uint32_t n)
{
    const uint32_t groups = grid.width * grid.height;
    uint32_t switches = 0, tile = 0;
    struct tiling_group last = { 0, 0 }, last_back = { 0, 0 };
    for (uint32_t launch = 0; launch < groups; launch++) {
        const struct tiling_group group = tiling_order_map(TILING_TILED_X, launch, grid, n);
        const struct tiling_group back = tiling_order_map(TILING_SERPENTINE_X, launch, grid, n);
        assert_true(group.x / n == tile || group.x / n == tile + 1);
        assert_int_equal(back.x, group.x);
        if (group.x / n == tile) {
            assert_true(launch == 0 || step(last, group) <= n);
        } else {
            switches++;
            assert_int_equal(back.y, last_back.y);
        }
        tile = group.x / n;
        last = group;
        last_back = back;
    }
    assert_int_equal(switches, (grid.width + n - 1) / n - 1);
}

TEST(test_small_grids)
{
    for_small_grids(hold_identities);
    for_small_grids(hold_steps);
}

/* Known mistakes, on exactly the grids where they are some ------------------------------------ */

/* Maps as both snippets do: a group, counted row by row, and back. */
static struct tiling_group through_index(uint32_t x, uint32_t y, struct tiling_grid grid)
{
    const uint32_t index = y * grid.width + x;
    return (struct tiling_group){ index % grid.width, index / grid.width };
}

/* The talk's: every tile is full. */
static struct tiling_group without_clamp(uint32_t launch, struct tiling_grid grid, uint32_t n)
{
    const uint32_t tile = launch / (n * grid.height), local = launch % (n * grid.height);
    return through_index(tile * n + local % n, local / n, grid);
}

/* The post's: a bound that wraps around where no tile is full. */
static struct tiling_group with_bound(uint32_t launch, struct tiling_grid grid, uint32_t n)
{
    const uint32_t last_of_full = grid.width / n * n * grid.height - 1;
    const uint32_t tile = launch / (n * grid.height), local = launch % (n * grid.height);
    const uint32_t width = last_of_full < launch ? grid.width % n : n;
    return through_index(tile * n + local % width, local / width, grid);
}

static struct tiling_group swapped_axes(uint32_t launch, struct tiling_grid grid, uint32_t n)
{
    return tiling_order_map(TILING_TILED_Y, launch, grid, n);
}

static bool is_right(map_fn *map, struct tiling_grid grid, uint32_t n)
{
    for (uint32_t launch = 0; launch < grid.width * grid.height; launch++)
        if (!same(map(launch, grid, n), tiling_order_map(TILING_TILED_X, launch, grid, n)))
            return false;
    return true;
}

static void hold_mistakes(struct tiling_grid grid, uint32_t n)
{
    const bool narrow = grid.width < n && grid.width * grid.height > n;
    const bool ragged = grid.width > n && grid.width % n > 0 && grid.height > 1;
    assert_int_equal(is_right(without_clamp, grid, n), !narrow && !ragged);
    assert_int_equal(is_right(with_bound, grid, n), !narrow);
}

/* The post's snippet, on all grids up to 20 x 20 and for all N from 2 to 16. The published claim
 * has this count; tests/rules/observed.py looks for it here. */
TEST(test_snippet_of_the_post)
{
    unsigned wrong = 0;
    for (uint32_t height = 1; height <= 20; height++)
        for (uint32_t width = 1; width <= 20; width++)
            for (uint32_t n = 2; n <= 16; n++) {
                const bool onto =
                    is_bijection(0, with_bound, (struct tiling_grid){ width, height }, n);
                assert_int_equal(onto, !(width < n && width * height > n));
                wrong += !onto;
            }
    assert_int_equal(wrong, 2052);
}

TEST(test_known_mistakes)
{
    for_small_grids(hold_mistakes);
    assert_false(is_right(swapped_axes, (struct tiling_grid){ 5, 3 }, 2));
}
