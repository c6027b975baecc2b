/* SPDX-License-Identifier: MIT */
/* hash_test.c: hashes of words see each changed bit, the order and the number of words. */
#include "bench/common/hash.h"
#include "tests/unit.h"

enum { WORDS = 21 };

static void words_fill(uint32_t words[WORDS])
{
    for (uint32_t i = 0; i < WORDS; i++)
        words[i] = i * 2654435761u;
}

TEST(test_pinned)
{
    uint32_t words[WORDS];
    words_fill(words);
    assert_true(hash_words(words, 0) == UINT64_C(0x40d24ea720f11f7b));
    assert_true(hash_words(words, 13) == UINT64_C(0x6e482fe27a9361e3));
}

TEST(test_changes)
{
    uint32_t words[WORDS];
    words_fill(words);
    for (size_t count = 1; count <= WORDS; count++) {
        const uint64_t hash = hash_words(words, count);
        assert_true(hash != hash_words(words, count - 1));
        for (size_t bit = 0; bit < 32 * count; bit++) {
            words[bit / 32] ^= UINT32_C(1) << bit % 32;
            assert_true(hash != hash_words(words, count));
            words[bit / 32] ^= UINT32_C(1) << bit % 32;
        }
        for (size_t i = 0; i + 1 < count; i++) {
            const uint32_t first = words[i];
            words[i] = words[count - 1];
            words[count - 1] = first;
            assert_true(hash != hash_words(words, count));
            words[count - 1] = words[i];
            words[i] = first;
        }
    }
}

/* Zeros are not lost. */
TEST(test_zeros)
{
    const uint32_t zeros[WORDS] = { 0 };
    for (size_t count = 0; count <= WORDS; count++)
        for (size_t other = 0; other < count; other++)
            assert_true(hash_words(zeros, count) != hash_words(zeros, other));
}
