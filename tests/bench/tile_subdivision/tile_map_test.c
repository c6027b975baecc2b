/* SPDX-License-Identifier: MIT */
/* Procedural maps, the search for a threshold, and maps from pictures. */
#include "bench/tile_subdivision/input/input.h"
#include "bench/tile_subdivision/input/map.h"
#include "bench/tile_subdivision/tiles.h"
#include "harness/trouble.h"
#include "tests/bench/tile_subdivision/tile_memory.h"
#include "tests/files.h"

static struct pyramid map_of(enum map_kind kind, uint64_t seed, uint32_t top)
{
    struct pyramid pyramid;
    tile_pyramid_init(&pyramid, top);
    tiles_map_generate(kind, seed, top, pyramid.values);
    tiles_pyramid_build(&pyramid);
    return pyramid;
}

static uint64_t count_tiles(enum map_kind kind, uint64_t seed, uint32_t top, uint32_t falloff)
{
    CLEANUP(tile_pyramid_finish) struct pyramid pyramid = map_of(kind, seed, top);
    struct threshold threshold = { .base = tiles_map_threshold_base(kind, top, falloff),
                                   .falloff = falloff };
    uint64_t tiles = tiles_reference_count(&pyramid, &threshold);
    return tiles;
}

TEST(test_names)
{
    for (int kind = 0; kind < MAP_KIND_COUNT; kind++) {
        enum map_kind found;
        assert_true(tiles_map_kind_find(tiles_axes[0].names[kind], &found));
        assert_int_equal(found, kind);
    }
    enum map_kind found;
    assert_false(tiles_map_kind_find("teapot", &found));
}

TEST(test_deterministic_and_quantised)
{
    for (int kind = 0; kind < MAP_KIND_COUNT; kind++) {
        CLEANUP(tile_pyramid_finish)
        struct pyramid first = map_of((enum map_kind)kind, 1, 8),
                       second = map_of((enum map_kind)kind, 1, 8),
                       other = map_of((enum map_kind)kind, 2, 8);
        size_t bytes = tiles_pyramid_count(8) * sizeof(float);
        assert_memory_equal(first.values, second.values, bytes);
        bool seeded = kind != MAP_UNIFORM_LOW && kind != MAP_UNIFORM_HIGH && kind != MAP_CHECKER;
        assert_true((memcmp(first.values, other.values, bytes) != 0) == seeded);
        for (size_t i = 0; i < 1u << 16; i++) {
            float steps = first.values[i] * 64.0f;
            assert_true(steps >= 0.0f && steps < 16777216.0f && steps == floorf(steps));
        }
    }
}

TEST(test_quantise)
{
    assert_true(tiles_canvas_quantise(0.0) == 0.0f);
    assert_true(tiles_canvas_quantise(-1.0) == 0.0f);
    assert_true(tiles_canvas_quantise(NAN) == 0.0f);
    assert_true(tiles_canvas_quantise(1e-9) == 1.0f / 64);
    assert_true(tiles_canvas_quantise(1.01) == 1.015625f);
    assert_true(tiles_canvas_quantise(1e30) == 262144.0f - 1.0f / 64);
}

TEST(test_scene_tiles)
{
    for (uint64_t seed = 0; seed < 8; seed++) {
        uint64_t tiles = count_tiles(MAP_SCENE, seed * 0x9e3779b97f4a7c15u + 1, 10, 1);
        assert_in_range(tiles, 9000, 11500);
    }
    uint64_t tiles_10 = count_tiles(MAP_SCENE, 1, 10, 1);
    uint64_t tiles_12 = count_tiles(MAP_SCENE, 1, 12, 1);
    assert_in_range(tiles_12, 10 * tiles_10, 13 * tiles_10);
}

TEST(test_other_tiles)
{
    for (uint32_t falloff = 0; falloff <= 2; falloff++) {
        for (uint32_t top = 0; top <= 9; top++) {
            assert_int_equal(count_tiles(MAP_UNIFORM_LOW, 1, top, falloff), 1);
            assert_int_equal(count_tiles(MAP_UNIFORM_HIGH, 1, top, falloff), 1u << 2 * top);
        }
    }
    for (uint64_t seed = 1; seed < 6; seed++) {
        assert_in_range(count_tiles(MAP_FBM, seed, 10, 1), 100, 1000);
        assert_in_range(count_tiles(MAP_SPOTS, seed, 10, 1), 1200, 1500);
    }
    assert_int_equal(count_tiles(MAP_CHECKER, 1, 9, 1), (1u << 14) / 2 * 17);
    double coarse = (double)count_tiles(MAP_CURVE, 1, 9, 1);
    double fine = (double)count_tiles(MAP_CURVE, 1, 11, 1);
    assert_true(fine / coarse > 3.8 && fine / coarse < 4.2);
}

TEST(test_spots_are_isolated)
{
    CLEANUP(tile_pyramid_finish) struct pyramid pyramid = map_of(MAP_SPOTS, 1, 8);
    size_t spots = 0, cells = 0;
    for (size_t i = 0; i < 1u << 16; i++)
        spots += pyramid.values[i] > 0.0f;
    for (size_t i = 0; i < 64; i++)
        cells += pyramid.values[tiles_pyramid_offset(8, 5) + i] > 0.0f;
    assert_int_equal(spots, 64);
    assert_int_equal(cells, 64);
}

TEST(test_same_picture_at_every_resolution)
{
    CLEANUP(tile_pyramid_finish)
    struct pyramid coarse = map_of(MAP_SCENE, 1, 7), fine = map_of(MAP_SCENE, 1, 9);
    const float *reduced = fine.values + tiles_pyramid_offset(9, 2);
    size_t equal_background = 0;
    for (size_t i = 0; i < 1u << 14; i++)
        equal_background += (coarse.values[i] == 0.0f) == (reduced[i] == 0.0f);
    assert_true(equal_background > (1u << 14) * 97 / 100);
}

TEST(test_search)
{
    CLEANUP(tile_pyramid_finish) struct pyramid pyramid = map_of(MAP_SCENE, 1, 10);
    for (uint32_t falloff = 0; falloff <= 2; falloff++) {
        for (uint64_t wanted = 1000; wanted <= 100000; wanted *= 10) {
            struct threshold threshold = { .falloff = falloff };
            threshold.base = tiles_threshold_search(&pyramid, falloff, wanted);
            double tiles = (double)tiles_reference_count(&pyramid, &threshold);
            if (falloff > 0)
                assert_true(fabs(tiles / (double)wanted - 1.0) < 0.05);
            int exponent;
            float mantissa = frexpf(threshold.base, &exponent) * 256.0f;
            assert_true(mantissa == floorf(mantissa));
        }
        struct threshold one = { .base = tiles_threshold_search(&pyramid, falloff, 1),
                                 .falloff = falloff };
        assert_int_equal(tiles_reference_count(&pyramid, &one), 1);
    }
}

TEST(test_picture_is_padded)
{
    static const char pgm[] = "P2\n3 5\n1000\n1 2 3\n4 5 6\n7 8 9\n10 11 12\n13 14 1000\n";
    const char *path = file_new(pgm, sizeof(pgm) - 1);
    struct map_file file;
    assert_true(tiles_map_file_read(&file, path));
    assert_int_equal(file.top, 3);
    assert_int_equal(file.grey.width, 3);
    assert_int_equal(file.grey.height, 5);
    assert_int_equal(tiles_map_file_padding(&file), 49);
    float values[64];
    tiles_map_file_fill(&file, values);
    for (int i = 0; i < 64; i++) {
        int x = i % 8, y = i / 8;
        float wanted = x < 3 && y < 5 ? (float)(3 * y + x + 1) : 0.0f;
        assert_true(values[i] == (x == 2 && y == 4 ? 1000.0f : wanted));
    }
    tiles_map_file_finish(&file);
    tiles_map_file_finish(NULL);
    unlink(path);
}

TEST(test_bad_pictures)
{
    static const char wide[] = "P5\n4097 1\n255\n";
    static char data[sizeof(wide) - 1 + 4097];
    struct map_file file;
    assert_false(tiles_map_file_read(&file, "/nowhere/map.pgm"));
    assert_holds(trouble_text(), "/nowhere/map.pgm");
    memcpy(data, wide, sizeof(wide) - 1);
    const char *path = file_new(data, sizeof(data));
    assert_false(tiles_map_file_read(&file, path));
    assert_holds(trouble_text(), "4097");
    assert_holds(trouble_text(), "4096");
    assert_null(file.grey.values);
    unlink(path);
}
