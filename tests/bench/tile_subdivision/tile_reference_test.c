/* SPDX-License-Identifier: MIT */
/* The recursive reference on hand-worked maps, and its invariants on every map. */
#include "bench/tile_subdivision/input/map.h"

#include "tests/bench/tile_subdivision/tile_memory.h"

struct subdivision {
    struct pyramid pyramid;
    struct threshold threshold;
    struct tile_list tiles;
    struct reference_counts counts;
};

/* The map is even. */
static struct subdivision subdivision_of(uint32_t top, float background, float base,
                                         uint32_t falloff)
{
    struct subdivision s = { .threshold = { .base = base, .falloff = falloff } };
    tile_pyramid_init(&s.pyramid, top);
    for (size_t i = 0; i < (size_t)1 << 2 * top; i++)
        s.pyramid.values[i] = background;
    tiles_pyramid_build(&s.pyramid);
    return s;
}

static void subdivision_run(struct subdivision *subdivision)
{
    tile_list_finish(&subdivision->tiles);
    tile_list_init(&subdivision->tiles,
                   tiles_reference_count(&subdivision->pyramid, &subdivision->threshold));
    assert_true(tiles_reference_subdivide(&subdivision->pyramid, &subdivision->threshold,
                                          &subdivision->tiles, &subdivision->counts));
}

static void subdivision_finish(struct subdivision *subdivision)
{
    tile_pyramid_finish(&subdivision->pyramid);
    tile_list_finish(&subdivision->tiles);
}

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

/* Partition, counts, Morton order, and every record's own test. */
static void subdivision_assert_sound(const struct subdivision *subdivision)
{
    const struct pyramid *pyramid = &subdivision->pyramid;
    const struct tile_list *tiles = &subdivision->tiles;
    uint64_t internal = 0;
    uint32_t next_pixel = 0;
    for (uint32_t level = 0; level <= pyramid->top; level++)
        internal += subdivision->counts.internal[level];
    assert_int_equal(tiles->count, 1 + 3 * internal);
    assert_int_equal(4 * tiles->count, 3 * subdivision->counts.nodes + 1);
    assert_int_equal(tiles->count, tiles_reference_count(pyramid, &subdivision->threshold));
    for (size_t i = 0; i < tiles->count; i++) {
        uint32_t key = tiles->keys[i], level = tiles_tile_level(key);
        float importance = pyramid->values[tiles_pyramid_index(
            pyramid->top, level, tiles_tile_x(key), tiles_tile_y(key))];
        float threshold = tiles_threshold_at(&subdivision->threshold, pyramid->top, level,
                                             tiles_tile_x(key), tiles_tile_y(key));
        assert_int_equal(tiles_tile_first_pixel(key), next_pixel);
        assert_int_equal(tiles->importances[i], bits_of(importance));
        assert_int_equal(tiles->thresholds[i], bits_of(threshold));
        assert_true(level == 0 || importance < threshold);
        next_pixel += 1u << 2 * level;
    }
    assert_int_equal(next_pixel, 1u << 2 * pyramid->top);
    assert_int_equal(tiles_tile_list_digest(tiles).area, 1u << 2 * pyramid->top);
}

TEST(test_worked_example)
{
    static const uint32_t wanted[16][3] = {
        { 0, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 }, { 0, 1, 1 }, { 1, 1, 0 }, { 1, 0, 1 },
        { 1, 1, 1 }, { 2, 1, 0 }, { 2, 0, 1 }, { 1, 2, 2 }, { 0, 6, 4 }, { 0, 7, 4 },
        { 0, 6, 5 }, { 0, 7, 5 }, { 1, 2, 3 }, { 1, 3, 3 },
    };
    CLEANUP(subdivision_finish) struct subdivision s = subdivision_of(3, 0.5f, 1.0f, 0);
    tiles_pyramid_set(&s.pyramid, 0, 0, 2.0f);
    tiles_pyramid_set(&s.pyramid, 6, 5, 3.0f);
    subdivision_run(&s);
    subdivision_assert_sound(&s);
    assert_int_equal(s.tiles.count, 16);
    for (size_t i = 0; i < 16; i++)
        assert_int_equal(s.tiles.keys[i], tiles_tile_key(wanted[i][0], wanted[i][1], wanted[i][2]));
    static const uint64_t tiles[4] = { 8, 6, 2, 0 }, internal[4] = { 0, 2, 2, 1 };
    for (int level = 0; level < 4; level++) {
        assert_int_equal(s.counts.tiles[level], tiles[level]);
        assert_int_equal(s.counts.internal[level], internal[level]);
    }
    assert_int_equal(s.counts.nodes, 21);
    assert_int_equal(s.tiles.importances[12], bits_of(3.0f));
    assert_int_equal(s.tiles.thresholds[12], bits_of(1.0f));
}

TEST(test_smallest_maps)
{
    for (uint32_t top = 0; top <= 1; top++) {
        for (int dense = 0; dense <= 1; dense++) {
            CLEANUP(subdivision_finish)
            struct subdivision s = subdivision_of(top, dense ? 5.0f : 0.5f, 1.0f, 0);
            subdivision_run(&s);
            subdivision_assert_sound(&s);
            assert_int_equal(s.tiles.count, dense && top == 1 ? 4 : 1);
        }
    }
}

TEST(test_tie_subdivides)
{
    CLEANUP(subdivision_finish) struct subdivision s = subdivision_of(2, 0.25f, 1.0f, 1);
    subdivision_run(&s);
    assert_int_equal(s.tiles.count, 4 * 1);
    tiles_pyramid_set(&s.pyramid, 2, 0, 0.5f);
    subdivision_run(&s);
    subdivision_assert_sound(&s);
    assert_int_equal(s.tiles.count, 7);
    tiles_pyramid_set(&s.pyramid, 2, 0, nextafterf(0.5f, 0.0f));
    subdivision_run(&s);
    assert_int_equal(s.tiles.count, 4);
}

TEST(test_nan_subdivides)
{
    for (uint32_t pixel = 0; pixel < 64; pixel++) {
        CLEANUP(subdivision_finish) struct subdivision s = subdivision_of(3, 0.5f, 1.0f, 0);
        s.pyramid.values[pixel] = NAN;
        tiles_pyramid_build(&s.pyramid);
        assert_true(isnan(s.pyramid.values[tiles_pyramid_index(3, 3, 0, 0)]));
        subdivision_run(&s);
        subdivision_assert_sound(&s);
        assert_int_equal(s.tiles.count, 10);
        assert_int_equal(s.counts.tiles[0], 4);
    }
}

/* leaf(node) and not leaf(parent), over all nodes: what a thread per node can test. */
static uint64_t count_by_parent(const struct pyramid *pyramid, const struct threshold *threshold)
{
    uint64_t count = 0;
    uint32_t top = pyramid->top;
    for (uint32_t level = 0; level <= top; level++) {
        for (uint32_t i = 0; i < 1u << 2 * (top - level); i++) {
            uint32_t x = i & ((1u << (top - level)) - 1), y = i >> (top - level);
            bool leaf = level == 0 || pyramid->values[tiles_pyramid_index(top, level, x, y)] <
                                          tiles_threshold_at(threshold, top, level, x, y);
            bool orphan =
                level < top && pyramid->values[tiles_pyramid_index(top, level + 1, x / 2, y / 2)] <
                                   tiles_threshold_at(threshold, top, level + 1, x / 2, y / 2);
            count += leaf && !orphan;
        }
    }
    return count;
}

TEST(test_every_map)
{
    for (int kind = 0; kind < MAP_KIND_COUNT; kind++) {
        for (uint32_t top = 0; top <= 7; top++) {
            for (uint32_t falloff = 0; falloff <= 2; falloff++) {
                CLEANUP(subdivision_finish)
                struct subdivision s = subdivision_of(top, 0.0f, 1.0f, falloff);
                s.threshold.base = tiles_map_threshold_base((enum map_kind)kind, top, falloff);
                tiles_map_generate((enum map_kind)kind, 1, top, s.pyramid.values);
                tiles_pyramid_build(&s.pyramid);
                struct threshold_node node;
                enum threshold_tie tie = tiles_threshold_plant_tie(&s.pyramid, &s.threshold, &node);
                subdivision_run(&s);
                subdivision_assert_sound(&s);
                assert_true(tiles_threshold_is_monotone(&s.pyramid, &s.threshold));
                assert_int_equal(s.tiles.count, count_by_parent(&s.pyramid, &s.threshold));
                assert_true(tie != THRESHOLD_TIE_NONE || s.tiles.count == 1);
                if (tie != THRESHOLD_TIE_NONE)
                    assert_true(
                        s.pyramid.values[tiles_pyramid_index(top, node.level, node.x, node.y)] ==
                        tiles_threshold_at(&s.threshold, top, node.level, node.x, node.y));
            }
        }
    }
}

TEST(test_varying_needs_all_ancestors)
{
    CLEANUP(subdivision_finish) struct subdivision s = subdivision_of(7, 0.0f, 128.0f, 1);
    tiles_map_generate(MAP_SCENE, 1, 7, s.pyramid.values);
    tiles_pyramid_build(&s.pyramid);
    CLEANUP(free_pointer) float *varying = calloc(tiles_pyramid_count(7), sizeof(float));
    assert_non_null(varying);
    tiles_threshold_vary(&s.pyramid, &s.threshold, 1, varying);
    s.threshold.varying = varying;
    subdivision_run(&s);
    subdivision_assert_sound(&s);
    assert_false(tiles_threshold_is_monotone(&s.pyramid, &s.threshold));
    assert_int_not_equal(s.tiles.count, count_by_parent(&s.pyramid, &s.threshold));
    size_t ties = 0;
    for (size_t i = 1u << 14; i < tiles_pyramid_count(7); i++)
        ties += s.pyramid.values[i] == varying[i] && varying[i] > 0.0f;
    assert_true(ties > 20);
}

TEST(test_digest_ignores_order)
{
    CLEANUP(subdivision_finish) struct subdivision s = subdivision_of(7, 0.0f, 128.0f, 1);
    tiles_map_generate(MAP_SCENE, 1, 7, s.pyramid.values);
    tiles_pyramid_build(&s.pyramid);
    subdivision_run(&s);
    struct tile_digest digest = tiles_tile_list_digest(&s.tiles);
    CLEANUP(tile_list_finish) struct tile_list other;
    tile_list_init(&other, s.tiles.count);
    for (size_t i = s.tiles.count; i-- > 0;)
        assert_true(tiles_tile_list_add(&other, s.tiles.keys[i], s.tiles.importances[i],
                                        s.tiles.thresholds[i]));
    struct tile_digest reversed = tiles_tile_list_digest(&other);
    assert_memory_equal(&digest, &reversed, sizeof(digest));
    other.importances[3] ^= 1;
    struct tile_digest altered = tiles_tile_list_digest(&other);
    assert_int_not_equal(digest.sum[0], altered.sum[0]);
    assert_int_not_equal(digest.exclusive_or[1], altered.exclusive_or[1]);
}

TEST(test_records)
{
    uint32_t key = tiles_tile_key(3, 5, 6);
    assert_int_equal(key, 0x03006005);
    assert_int_equal(tiles_tile_level(key), 3);
    assert_int_equal(tiles_tile_x(key), 5);
    assert_int_equal(tiles_tile_y(key), 6);
    /* x = 101, y = 110: interleaved 11 10 01, then 3 levels of two bits. */
    assert_int_equal(tiles_tile_first_pixel(key), 0x39u << 6);
    assert_int_equal(tiles_tile_first_pixel(tiles_tile_key(0, 4095, 4095)), (1u << 24) - 1);
    uint32_t words[3][2];
    struct tile_list list = { words[0], words[1], words[2], .capacity = 2 };
    assert_true(tiles_tile_list_add(&list, 1, 2, 3));
    assert_true(tiles_tile_list_add(&list, 4, 5, 6));
    assert_false(tiles_tile_list_add(&list, 7, 8, 9));
    assert_int_equal(list.count, 2);
    assert_int_equal(words[2][1], 6);
}
