/* SPDX-License-Identifier: MIT */
/* reyes_range_test.c: ranges by the definition, and their order. */
#include "bench/reyes_subdivision/range.h"
#include "harness/random.h"
#include "tests/unit.h"

TEST(test_ranges)
{
    struct range range = reyes_range_whole(7);
    float u0 = 0, u1 = 1, v0 = 0, v1 = 1;
    uint32_t bits = 0x2d6a9bu;
    for (uint32_t depth = 0; depth < RANGE_DEPTH_MAX; depth++) {
        const bool along_u = (bits >> depth & 1) != 0;
        const uint32_t child = bits >> (depth + 3) % 22 & 1;
        const struct range outer = range;
        range = reyes_range_child(range, along_u, child);
        const float middle = along_u ? (u0 + u1) / 2 : (v0 + v1) / 2;
        *(along_u ? (child == 0 ? &u1 : &u0) : (child == 0 ? &v1 : &v0)) = middle;
        const struct range_bounds bounds = reyes_range_bounds(range);
        assert_true(bounds.u0 == u0 && bounds.u1 == u1 && bounds.v0 == v0 && bounds.v1 == v1);
        assert_int_equal(reyes_range_depth(range), depth + 1);
        assert_true(reyes_range_within(range, outer) && reyes_range_within(range, range));
        assert_false(reyes_range_within(outer, range));
    }
    assert_int_equal(range.patch, 7);
}

TEST(test_range_order)
{
    const struct range a = reyes_range_whole(0), b = reyes_range_whole(1);
    const struct range low = reyes_range_child(a, true, 0), high = reyes_range_child(a, true, 1);
    struct range ranges[] = { b, high, reyes_range_child(low, false, 1),
                              reyes_range_child(low, false, 0), a };
    const uint64_t digest = reyes_range_digest(ranges, 5);
    assert_true(reyes_range_sort(ranges, 5, 2));
    assert_true(reyes_range_digest(ranges, 5) == digest);
    const struct range wanted[] = { reyes_range_child(low, false, 0), a,
                                    reyes_range_child(low, false, 1), high, b };
    assert_memory_equal(ranges, wanted, sizeof(wanted));
    /* Patch 1, 0, 0, 1, 1: computed by hand from the definition of FNV-1a. */
    const uint32_t words[5] = { 1, 0, 0, 0x3f800000u, 0x3f800000u };
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < sizeof(words); i++)
        hash = (hash ^ ((words[i / 4] >> i % 4 * 8) & 0xff)) * 0x100000001b3u;
    assert_true(reyes_range_hash(&b, 1) == hash);
    assert_true(reyes_range_hash(NULL, 0) == 0xcbf29ce484222325u);
    assert_true(reyes_range_sort(NULL, 0, 2));
    assert_true(reyes_range_neighbour_distance(ranges, 1) == 0.0);
    assert_true(reyes_range_neighbour_distance(&ranges[3], 2) == 1.0);
}

/* A patch with many ranges is sorted by digits; one with few, by comparing. */
TEST(test_many_in_order)
{
    enum { MANY = 20000, FEW = 100 };
    uint64_t random = 7;
    CLEANUP(free_pointer) struct range *ranges = calloc(MANY + FEW, sizeof(*ranges));
    assert_non_null(ranges);
    for (size_t i = 0; i < MANY + FEW; i++) {
        ranges[i] = reyes_range_whole(i % 201 == 0 ? 1 : 0);
        for (uint64_t depth = random_below(&random, RANGE_DEPTH_MAX + 1); depth > 0; depth--)
            ranges[i] = reyes_range_child(ranges[i], random_below(&random, 2) == 0,
                                          (uint32_t)random_below(&random, 2));
    }
    const uint64_t digest = reyes_range_digest(ranges, MANY + FEW);
    assert_true(reyes_range_sort(ranges, MANY + FEW, 2));
    assert_true(reyes_range_digest(ranges, MANY + FEW) == digest);
    for (size_t i = 1; i < MANY + FEW; i++) {
        const struct range_bounds a = reyes_range_bounds(ranges[i - 1]),
                                  b = reyes_range_bounds(ranges[i]);
        const float left[] = { (float)ranges[i - 1].patch, a.u0, a.v0, a.u1, a.v1 };
        const float right[] = { (float)ranges[i].patch, b.u0, b.v0, b.u1, b.v1 };
        size_t k = 0;
        while (k < 4 && left[k] == right[k])
            k++;
        assert_true(left[k] <= right[k]);
    }
}
