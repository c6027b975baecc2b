/* SPDX-License-Identifier: MIT */
/* stream_source_test.c: seeded streams against examples worked apart from this program; the
 * reference against cases worked by hand. */
#include "bench/common/hash.h"
#include "bench/stream_reduction/source.h"
#include "tests/unit.h"

#define NULLS STREAM_NULL_COMPONENT
#define NULL_TUPLE NULLS, NULLS, NULLS, NULLS

enum { ENTRIES_MAX = 64 };

/* Compacts a whole stream; returns the count. */
static uint32_t compact(const struct stream_source *source, uint32_t entries, uint32_t words,
                        uint32_t *output)
{
    uint32_t elements[ENTRIES_MAX * STREAM_TUPLE_WORDS];
    for (uint32_t k = 0; k < entries; k++)
        if (words == STREAM_TUPLE_WORDS)
            stream_source_tuple(source, k, elements + STREAM_TUPLE_WORDS * k);
        else
            elements[k] = stream_source_index(source, k);
    return stream_reference_compact(output, elements, entries, words);
}

TEST(test_seeds)
{
    const struct stream_source source = stream_source_of(1, 0.5, 1);
    assert_int_equal(source.validity, 0x315a437a);
    assert_int_equal(source.edges, 0xc6e49a78);
    assert_int_equal(source.values, 0xe0a05716);
    assert_true(source.limit == UINT64_C(1) << 31);
}

TEST(test_independent_entries)
{
    static const uint32_t indices[] = { 1, 2, 8, 12, 13 };
    static const uint32_t tuples[][4] = { { 0x3dc27eb0, 0x3f291de4, 0x3e21fee8, 0x3edd206c },
                                          { 0x3f7a4f6b, 0x3ee73086, 0x3e9c559a, 0x3e3752f4 },
                                          { 0x3f085b43, 0x3f4ca4ed, 0x3f33fb9d, 0x3f6fabf5 } };
    const struct stream_source source = stream_source_of(1, 0.5, 1);
    uint32_t output[ENTRIES_MAX * STREAM_TUPLE_WORDS];
    assert_int_equal(compact(&source, 16, STREAM_INDEX_WORDS, output), 5);
    assert_memory_equal(output, indices, sizeof(indices));
    assert_true(hash_bytes(output, 4 * 5) == UINT64_C(0x006aefade732a03f));
    assert_int_equal(compact(&source, 16, STREAM_TUPLE_WORDS, output), 5);
    assert_memory_equal(output, tuples, sizeof(tuples));
    assert_true(hash_bytes(output, 16 * 5) == UINT64_C(0x94ee5e00809444da));
}

TEST(test_runs)
{
    static const uint32_t indices[] = { 0,  1,  10, 11, 12, 13, 14, 15, 16, 25,
                                        26, 27, 28, 29, 30, 31, 32, 33, 34, 35 };
    const struct stream_source source = stream_source_of(2, 0.5, 5);
    uint32_t output[ENTRIES_MAX * STREAM_TUPLE_WORDS];
    assert_int_equal(compact(&source, 36, STREAM_INDEX_WORDS, output), 20);
    assert_memory_equal(output, indices, sizeof(indices));
    assert_int_equal(compact(&source, 36, STREAM_TUPLE_WORDS, output), 20);
    assert_true(hash_bytes(output, 16 * 20) == UINT64_C(0xd72b3bcc2781b55c));
}

TEST(test_probabilities_at_the_ends)
{
    const struct stream_source none = stream_source_of(1, 0, 1), all = stream_source_of(1, 1, 3);
    for (uint32_t k = 0; k < 10000; k++) {
        assert_false(stream_source_is_valid(&none, k));
        assert_true(stream_source_is_valid(&all, k));
    }
}

/* A valid tuple may hold -1, and is kept. */
TEST(test_tuple_with_nulls)
{
    static const uint32_t wanted[4] = { 0x3ee97966, 0x3e11d79c, NULLS, NULLS };
    const struct stream_source source = stream_source_of(1, 1, 1);
    uint32_t tuple[4];
    for (uint32_t k = 0; k <= 41; k++) {
        stream_source_tuple(&source, k, tuple);
        for (uint32_t j = 0; j < 4 && k < 41; j++)
            assert_int_not_equal(tuple[j], NULLS);
    }
    assert_memory_equal(tuple, wanted, sizeof(tuple));
    assert_false(stream_entry_is_null(tuple, 4));
}

TEST(test_reference)
{
    static const uint32_t tuples[] = { NULL_TUPLE, 1,     2, 3, 4, NULL_TUPLE, NULLS,
                                       NULLS,      NULLS, 5, 0, 0, 0,          0 };
    static const uint32_t packed[] = { 1, 2, 3, 4, NULLS, NULLS, NULLS, 5, 0, 0, 0, 0 };
    static const uint32_t indices[] = { 0, STREAM_NULL_INDEX, 7, STREAM_NULL_INDEX };
    static const uint32_t packed_indices[] = { 0, 7 };
    uint32_t output[20];
    assert_int_equal(stream_reference_count(tuples, 5, 4), 3);
    assert_int_equal(stream_reference_compact(output, tuples, 5, 4), 3);
    assert_memory_equal(output, packed, sizeof(packed));
    assert_int_equal(stream_reference_compact(output, indices, 4, 1), 2);
    assert_memory_equal(output, packed_indices, sizeof(packed_indices));
    assert_int_equal(stream_reference_compact(output, indices, 0, 1), 0);
}

TEST(test_shape)
{
    static const uint32_t shapes[][3] = { { 0, 0, 0 },  { 1, 1, 1 },  { 2, 2, 1 },
                                          { 3, 2, 2 },  { 4, 2, 2 },  { 5, 3, 2 },
                                          { 6, 3, 2 },  { 7, 3, 3 },  { 20, 5, 4 },
                                          { 21, 5, 5 }, { 26, 6, 5 }, { 67108864, 8192, 8192 } };
    for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
        const struct stream_shape shape = stream_shape_of(shapes[i][0]);
        assert_int_equal(shape.columns, shapes[i][1]);
        assert_int_equal(shape.rows, shapes[i][2]);
    }
}
