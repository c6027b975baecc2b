/* SPDX-License-Identifier: MIT */
/* example_reference_test.c: the reference against cases worked by hand. */
#include "bench/example/reference.h"
#include "tests/unit.h"

TEST(test_three_words)
{
    const uint32_t words[3] = { 1, 2, 3 };
    uint32_t answer[3] = { 0 };
    example_reference(answer, words, 3);
    assert_int_equal(answer[0], 3);
    assert_int_equal(answer[1], 2);
    assert_int_equal(answer[2], 1);
}

TEST(test_one_word)
{
    const uint32_t word = 7;
    uint32_t answer = 0;
    example_reference(&answer, &word, 1);
    assert_int_equal(answer, 7);
}
