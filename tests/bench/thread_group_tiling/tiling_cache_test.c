/* SPDX-License-Identifier: MIT */
/*
 * tiling_cache_test.c: the model of caches against counts worked elsewhere, against a slow model
 * written from the same definitions texel by texel, and by what must hold of it whatever its
 * details are.
 */
#include "harness/random.h"
#include "tests/bench/thread_group_tiling/tiling_shipped.h"

struct counted {
    struct tiling_cache_counts counts, wide; /* fetches of 32 and of 64 bytes */
    struct tiling_traffic traffic;
};

static const struct tiling_machine one_group = {
    .units = 1, .unit_groups = 1, .window = 1, .drift = 1
};

/* 64 x 32 texels of 8 bytes, groups of 8 x 8, one plane. */
static struct tiling_footprint small(enum tiling_addressing addressing, const char *taps)
{
    struct tiling_footprint footprint = { .width = 64,
                                          .height = 32,
                                          .group_width = 8,
                                          .group_height = 8,
                                          .planes = 1,
                                          .texel_bytes = 8,
                                          .addressing = addressing };
    assert_true(tiling_footprint_read_taps(&footprint, taps));
    return footprint;
}

static struct counted run(const struct tiling_machine *machine,
                          const struct tiling_footprint *footprint, enum tiling_order order,
                          uint32_t n, struct tiling_cache_shape shape)
{
    struct counted counted;
    shape.written_from = tiling_footprint_written_from(footprint);
    struct tiling_cache *cache = tiling_cache_create(&shape);
    tiling_machine_run(machine, footprint, (struct tiling_launch_order){ order, n }, &cache, 1,
                       &counted.traffic);
    counted.counts = tiling_cache_counts(cache, TILING_FETCH_32);
    counted.wide = tiling_cache_counts(cache, TILING_FETCH_64);
    tiling_cache_destroy(&cache);
    assert_null(cache);
    return counted;
}

static struct tiling_cache_shape lru(uint64_t bytes, uint32_t ways)
{
    return (struct tiling_cache_shape){ .bytes = bytes, .ways = ways };
}

/* Worked elsewhere ----------------------------------------------------------------------------- */

TEST(test_worked)
{
    struct tiling_footprint footprint = small(TILING_ADDRESSING_LINEAR, "cross:16");
    struct counted counted = run(&one_group, &footprint, TILING_ROW_MAJOR, 1, lru(4096, 4));
    assert_int_equal(counted.counts.reads, 3744);
    assert_int_equal(counted.counts.hits, 990);
    assert_int_equal(counted.traffic.distinct, 512);
    footprint = small(TILING_ADDRESSING_BLOCK, "cross:16");
    counted = run(&one_group, &footprint, TILING_TILED_X, 2, lru(4096, 4));
    assert_int_equal(counted.counts.reads, 3744);
    assert_int_equal(counted.counts.hits, 1488);
    assert_int_equal(counted.traffic.distinct, 512);
}

TEST(test_taps)
{
    static const char *const bad[] = { "",      "cross",   "cross:",  "cross:x",     "cross:-1",
                                       "grid:", "grid:+1", "disc:16", "grid:4097",   "grid:1 ",
                                       "discs", "Cross:1", " disc",   "cross:00001", "grid:1.5" };
    struct tiling_footprint footprint = small(TILING_ADDRESSING_LINEAR, "cross:17");
    assert_true(footprint.taps[3].x == 16 && footprint.taps[3].y == 0);
    assert_true(footprint.taps[8].x == 0 && footprint.taps[8].y == -16);
    assert_int_equal(tiling_footprint_span(&footprint), 32);
    footprint = small(TILING_ADDRESSING_LINEAR, "grid:4096");
    assert_true(footprint.taps[2].x == 4096 && footprint.taps[2].y == -4096);
    footprint = small(TILING_ADDRESSING_LINEAR, "disc");
    assert_int_equal(tiling_footprint_span(&footprint), 59);
    for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
        if (tiling_footprint_read_taps(&footprint, bad[i]))
            fail_msg("'%s' is read as taps", bad[i]);
}

/* A slow model, a texel and a sector at a time ------------------------------------------------ */

enum { SECTORS_MAX = 1 << 14, LINES_MAX = 1 << 12 };

static int64_t into(int64_t at, uint32_t side)
{
    return at < 0 ? 0 : at >= side ? side - 1 : at;
}

static uint64_t sector_of(const struct tiling_footprint *f, uint32_t plane, uint64_t x, uint64_t y)
{
    const uint64_t rows = (f->height + 7) / 8 * 8;
    const uint64_t plane_bytes = ((uint64_t)f->width * rows * f->texel_bytes + 4095) / 4096 * 4096;
    uint64_t byte = (y * f->width + x) * f->texel_bytes;
    if (f->addressing == TILING_ADDRESSING_BLOCK) {
        const uint64_t xb = x * f->texel_bytes;
        const uint64_t per_row = ((uint64_t)f->width * f->texel_bytes + 63) / 64;
        const uint64_t line = (xb % 64) / 32 + 2 * ((y % 8) / 4);
        const uint64_t sector = (xb % 32) / 16 + 2 * ((y % 4) / 2);
        byte = ((y / 8) * per_row + xb / 64) * 512 + line * 128 + sector * 32;
    }
    return (plane * plane_bytes + byte) / 32;
}

/* Marks the sectors that a group asks for by a tap in a plane. */
static void mark(const struct tiling_footprint *f, struct tiling_group group, uint32_t tap,
                 uint32_t plane, uint8_t *marks)
{
    memset(marks, 0, SECTORS_MAX);
    for (uint32_t i = 0; i < f->group_width * f->group_height; i++) {
        const int64_t x = (int64_t)group.x * f->group_width + i % f->group_width;
        const int64_t y = (int64_t)group.y * f->group_height + i / f->group_width;
        if (x >= f->width || y >= f->height)
            continue;
        const uint64_t sector = sector_of(f, plane, (uint64_t)into(x + f->taps[tap].x, f->width),
                                          (uint64_t)into(y + f->taps[tap].y, f->height));
        assert_true(sector < SECTORS_MAX);
        marks[sector] = 1;
    }
}

/* Lines of each set, the last used one first. */
struct slow_cache {
    struct tiling_cache_shape shape;
    uint64_t lines[LINES_MAX];
    bool valid[LINES_MAX][4];
    size_t count;
    struct counted counted;
    bool ever[SECTORS_MAX];
};

static uint64_t set_of(const struct slow_cache *cache, uint64_t line)
{
    return line % (cache->shape.bytes / 128 / cache->shape.ways);
}

/* The position of a line, which becomes the first; the last of its set leaves if that is full. */
static void slow_take(struct slow_cache *cache, uint64_t line)
{
    const uint64_t ways = cache->shape.ways;
    size_t at = 0, in_set = 0, last = 0;
    for (; at < cache->count && cache->lines[at] != line; at++)
        if (set_of(cache, cache->lines[at]) == set_of(cache, line)) {
            in_set++;
            last = at;
        }
    bool valid[4] = { false };
    if (at < cache->count)
        memcpy(valid, cache->valid[at], sizeof(valid));
    else if (in_set == ways)
        at = last;
    else
        cache->count++;
    memmove(&cache->lines[1], &cache->lines[0], at * sizeof(cache->lines[0]));
    memmove(&cache->valid[1], &cache->valid[0], at * sizeof(cache->valid[0]));
    cache->lines[0] = line;
    memcpy(cache->valid[0], valid, sizeof(valid));
}

static struct counted slow_run(const struct tiling_footprint *footprint, enum tiling_order order,
                               uint32_t n, struct tiling_cache_shape shape)
{
    static struct slow_cache cache;
    static uint8_t marks[SECTORS_MAX];
    const struct tiling_grid grid = tiling_footprint_grid(footprint);
    cache = (struct slow_cache){ .shape = shape };
    for (uint32_t launch = 0; launch < grid.width * grid.height; launch++)
        for (uint32_t tap = 0; tap < footprint->tap_count; tap++)
            for (uint32_t plane = 0; plane < footprint->planes; plane++) {
                mark(footprint, tiling_order_map(order, launch, grid, n), tap, plane, marks);
                for (uint32_t sector = 0; sector < SECTORS_MAX; sector++) {
                    if (!marks[sector])
                        continue;
                    slow_take(&cache, sector / 4);
                    cache.counted.counts.reads++;
                    cache.counted.counts.hits += cache.valid[0][sector % 4];
                    cache.counted.traffic.distinct += !cache.ever[sector];
                    cache.valid[0][sector % 4] = cache.ever[sector] = true;
                }
            }
    return cache.counted;
}

static void assert_like_slow(const struct tiling_footprint *footprint, enum tiling_order order,
                             struct tiling_cache_shape shape)
{
    const struct counted fast = run(&one_group, footprint, order, 2, shape);
    const struct counted slow = slow_run(footprint, order, 2, shape);
    assert_int_equal(fast.counts.reads, slow.counts.reads);
    assert_int_equal(fast.counts.hits, slow.counts.hits);
    assert_int_equal(fast.traffic.distinct, slow.traffic.distinct);
    assert_int_equal(fast.counts.memory_reads, slow.counts.reads - slow.counts.hits);
}

/* Property 5, and the definition: pictures that groups, blocks and lines do not divide. */
TEST(test_one_group_is_sequential)
{
    static const uint32_t sizes[][5] = { { 64, 32, 8, 8, 8 },
                                         { 37, 19, 8, 8, 16 },
                                         { 1, 40, 4, 16, 4 },
                                         { 50, 1, 16, 2, 1 },
                                         { 33, 27, 16, 16, 2 } };
    static const char *const taps[] = { "cross:16", "grid:5", "disc" };
    for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++)
        for (int addressing = 0; addressing < 2; addressing++) {
            struct tiling_footprint f = small((enum tiling_addressing)addressing, taps[i % 3]);
            f.width = sizes[i][0], f.height = sizes[i][1];
            f.group_width = sizes[i][2], f.group_height = sizes[i][3];
            f.texel_bytes = sizes[i][4];
            f.planes = 1 + i % 3;
            assert_like_slow(&f, TILING_ROW_MAJOR, lru(2048, 4));
            assert_like_slow(&f, TILING_HILBERT, lru(1920, 5));
            assert_like_slow(&f, TILING_TILED_X, lru(2048, 16));
            assert_like_slow(&f, TILING_TILED_Y, lru(3072, 1));
        }
}

/* Traffic of a fetch of 64 bytes, worked by hand; writes are counted when they leave. */
TEST(test_fetch_and_writes)
{
    const struct tiling_cache_shape shape = { .bytes = 256, .ways = 2, .written_from = 100 };
    const struct tiling_request requests[] = { { 5, 1 },   { 5, 2 },   { 5, 12 }, { 6, 7 },
                                               { 100, 3 }, { 100, 9 }, { 5, 1 },  { 7, 2 } };
    CLEANUP(tiling_cache_destroy) struct tiling_cache *cache = tiling_cache_create(&shape);
    assert_non_null(cache);
    tiling_cache_access(cache, requests, 6);
    struct tiling_cache_counts narrow = tiling_cache_counts(cache, TILING_FETCH_32);
    struct tiling_cache_counts wide = tiling_cache_counts(cache, TILING_FETCH_64);
    assert_true(narrow.reads == 7 && narrow.hits == 0 && narrow.memory_reads == 7);
    assert_true(wide.reads == 7 && wide.hits == 3 && wide.memory_reads == 8);
    assert_int_equal(narrow.memory_writes, 0);
    tiling_cache_access(cache, requests + 6, 2);
    narrow = tiling_cache_counts(cache, TILING_FETCH_32);
    assert_true(narrow.hits == 0 && narrow.memory_reads == 9 && narrow.memory_writes == 3);
    tiling_cache_flush(cache);
    assert_int_equal(tiling_cache_counts(cache, TILING_FETCH_32).memory_writes, 3);
}

/* Properties of any cache --------------------------------------------------------------------- */

/* Property 1. */
TEST(test_large_cache)
{
    for (int order = 0; order < TILING_ORDER_COUNT; order++)
        for (int addressing = 0; addressing < 2; addressing++)
            for (uint32_t groups = 1; groups <= 49; groups += 6) {
                struct tiling_machine machine = one_group;
                const struct tiling_footprint footprint =
                    small((enum tiling_addressing)addressing, "disc");
                machine.unit_groups = groups;
                machine.drift = 1 + groups % 3;
                const struct counted counted = run(&machine, &footprint, (enum tiling_order)order,
                                                   3, lru(1 << 15, groups % 2 ? 8 : 256));
                assert_int_equal(counted.counts.hits,
                                 counted.counts.reads - counted.traffic.distinct);
            }
}

static void assert_same(const struct counted *a, const struct counted *b)
{
    assert_memory_equal(a, b, sizeof(*a));
}

/* Property 2; whatever else there is. */
TEST(test_identities)
{
    const struct tiling_machine machines[] = {
        one_group,
        { .units = 3,
          .unit_groups = 2,
          .window = 4,
          .drift = 5,
          .unit_cache = { .bytes = 1024, .ways = 2, .written_from = UINT32_MAX },
          .seed = 9 },
    };
    struct tiling_footprint footprint = small(TILING_ADDRESSING_BLOCK, "disc");
    footprint.output_bytes = 8;
    const uint32_t width = tiling_footprint_grid(&footprint).width;
    for (size_t i = 0; i < 2; i++) {
        const struct tiling_cache_shape shape = lru(4096, 4);
        struct counted counted[5];
        memset(counted, 0, sizeof(counted));
        counted[0] = run(&machines[i], &footprint, TILING_ROW_MAJOR, 1, shape);
        counted[1] = run(&machines[i], &footprint, TILING_TILED_X, width, shape);
        counted[2] = run(&machines[i], &footprint, TILING_TILED_X, width + 7, shape);
        counted[3] = run(&machines[i], &footprint, TILING_COLUMN_MAJOR, 1, shape);
        counted[4] = run(&machines[i], &footprint, TILING_TILED_X, 1, shape);
        assert_same(&counted[0], &counted[1]);
        assert_same(&counted[0], &counted[2]);
        assert_same(&counted[3], &counted[4]);
        counted[4] = run(&machines[i], &footprint, TILING_ROW_MAJOR, 1, shape);
        assert_same(&counted[0], &counted[4]);
    }
}

/* Property 3. */
TEST(test_stack)
{
    static const enum tiling_order orders[] = { TILING_ROW_MAJOR, TILING_TILED_X, TILING_MORTON };
    const struct tiling_footprint footprint = small(TILING_ADDRESSING_BLOCK, "disc");
    for (int i = 0; i < 3; i++) {
        uint64_t last = 0;
        for (uint64_t lines = 1; lines <= 136; lines += 3) {
            const struct counted counted =
                run(&one_group, &footprint, orders[i], 2, lru(128 * lines, (uint32_t)lines));
            assert_true(counted.counts.hits >= last);
            last = counted.counts.hits;
        }
    }
}

/* Property 4. */
TEST(test_memory_reads)
{
    struct tiling_footprint footprint = small(TILING_ADDRESSING_LINEAR, "cross:20");
    footprint.output_bytes = 8;
    for (uint32_t seed = 0; seed < 40; seed++) {
        struct tiling_machine machine = one_group;
        machine.unit_groups = 1 + seed % 7;
        machine.window = 1 + seed % 5 * 16;
        machine.seed = seed;
        machine.unit_cache = lru(seed % 3 * 512, 2);
        machine.unit_cache.written_from = UINT32_MAX;
        struct tiling_cache_shape shape = lru(1024 << seed % 6, 4);
        shape.replacement = seed % 2 ? TILING_RANDOM : TILING_LRU;
        shape.index = seed % 4 > 1 ? TILING_HASHED : TILING_MODULO;
        const struct counted counted =
            run(&machine, &footprint, (enum tiling_order)(seed % TILING_ORDER_COUNT), 2, shape);
        assert_true(counted.counts.memory_reads >= counted.traffic.distinct);
        assert_true(counted.wide.memory_reads >= counted.counts.memory_reads);
        assert_true(counted.wide.hits >= counted.counts.hits);
        assert_int_equal(counted.traffic.distinct, 512);
        assert_int_equal(counted.counts.memory_writes, 512);
    }
}

/* Property 6. */
TEST(test_no_taps_around)
{
    struct tiling_footprint footprint = small(TILING_ADDRESSING_BLOCK, "grid:0");
    const uint64_t hits =
        run(&one_group, &footprint, TILING_ROW_MAJOR, 1, lru(1024, 8)).counts.hits;
    for (int order = 0; order < TILING_ORDER_COUNT; order++) {
        const struct counted counted =
            run(&one_group, &footprint, (enum tiling_order)order, 2, lru(1024, 8));
        assert_int_equal(counted.counts.hits, hits);
    }
    /* Rows of 2 bytes a texel share sectors: there the order counts. */
    footprint = small(TILING_ADDRESSING_LINEAR, "grid:0");
    footprint.texel_bytes = 2;
    const struct counted row = run(&one_group, &footprint, TILING_ROW_MAJOR, 1, lru(1024, 8));
    const struct counted column = run(&one_group, &footprint, TILING_COLUMN_MAJOR, 1, lru(1024, 8));
    assert_true(row.counts.hits > column.counts.hits);
}

/* Property 7. */
TEST(test_scale)
{
    static const enum tiling_order orders[] = { TILING_ROW_MAJOR, TILING_TILED_X };
    for (int i = 0; i < 2; i++) {
        double rates[2];
        for (uint32_t scale = 1; scale <= 2; scale++) {
            struct tiling_footprint footprint = small(TILING_ADDRESSING_BLOCK, "disc");
            footprint.width = 640 * scale;
            footprint.height = 360 * scale;
            footprint.planes = 3;
            footprint.output_bytes = 8;
            const struct tiling_machine machine = {
                .units = 12 * scale, .unit_groups = 8, .window = 1, .drift = 4, .seed = 1
            };
            struct tiling_cache_shape shape = lru((UINT64_C(1) << 20) * scale, 16);
            shape.index = TILING_HASHED;
            const struct counted counted = run(&machine, &footprint, orders[i], 16, shape);
            rates[scale - 1] = 100 * tiling_prediction_hit_rate(&counted.counts);
        }
        if (rates[0] - rates[1] > 3 || rates[1] - rates[0] > 3)
            fail_msg("%s: %.1f %% and %.1f %%", tiling_order_names[orders[i]], rates[0], rates[1]);
    }
}

/* Predictions --------------------------------------------------------------------------------- */

TEST(test_predictions)
{
    const struct tiling_profile profile = profile_of("fixed");
    const struct tiling_launch_order orders[] = { { TILING_ROW_MAJOR, 1 }, { TILING_TILED_X, 4 } };
    struct tiling_prediction_request request = { .profile = &profile,
                                                 .footprint =
                                                     small(TILING_ADDRESSING_BLOCK, "disc"),
                                                 .orders = orders,
                                                 .order_count = 2,
                                                 .range = true,
                                                 .threads = 1 };
    struct tiling_prediction alone[2], together[2];
    memset(alone, 0, sizeof(alone));
    memset(together, 0, sizeof(together));
    request.footprint.output_bytes = 8;
    request.footprint.width = 400;
    tiling_predict(&request, alone);
    request.threads = 3;
    tiling_predict(&request, together);
    assert_memory_equal(alone, together, sizeof(alone));
    assert_true(alone[0].ratio == 1 && alone[0].ratio_range.low == 1);
    for (int i = 0; i < 2; i++) {
        const double hits = tiling_prediction_hit_rate(&alone[i].counts);
        assert_true(alone[i].hit_range.low <= hits && hits <= alone[i].hit_range.high);
        assert_true(alone[i].hit_range.low < alone[i].hit_range.high);
    }
    /* Groups of other sizes: as many threads. */
    assert_int_equal(tiling_prediction_machine(&request).unit_groups, 8);
    request.footprint.group_width = request.footprint.group_height = 16;
    assert_int_equal(tiling_prediction_machine(&request).unit_groups, 2);
    request.footprint.group_width = request.footprint.group_height = 32;
    assert_int_equal(tiling_prediction_machine(&request).unit_groups, 1);
}
