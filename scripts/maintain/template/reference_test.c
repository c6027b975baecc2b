/* SPDX-License-Identifier: MIT */
/* example_reference_test.c: the reference against cases worked by hand. */
#include "bench/example/reference.h"
#include "tests/unit.h"

static void test_three_words(void **state)
{
    const uint32_t words[3] = { 1, 2, 3 };
    uint32_t answer[3] = { 0 };
    example_reference(answer, words, 3);
    assert_int_equal(answer[0], 3);
    assert_int_equal(answer[1], 2);
    assert_int_equal(answer[2], 1);
}

static void test_one_word(void **state)
{
    const uint32_t word = 7;
    uint32_t answer = 0;
    example_reference(&answer, &word, 1);
    assert_int_equal(answer, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_three_words),
        cmocka_unit_test(test_one_word),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
