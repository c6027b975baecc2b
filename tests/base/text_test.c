/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "tests/unit.h"

TEST(test_add)
{
    struct text text = { 0 };
    assert_string_equal(text_string(&text), "");
    text_add(&text, "a");
    text_add_bytes(&text, "bcd", 2);
    text_add_format(&text, "%d%s", 12, "");
    assert_string_equal(text_string(&text), "abc12");
    assert_int_equal(text.length, 5);
    for (int i = 0; i < 1000; i++)
        text_add_format(&text, "%d,", i);
    assert_int_equal(text.length, 5 + 10 * 2 + 90 * 3 + 900 * 4);
    assert_string_equal(text.string + text.length - 8, "998,999,");
    text_finish(&text);
    assert_null(text.string);
}

TEST(test_join)
{
    struct text text = { 0 };
    text_join(&text, ", ", "%s", "one");
    text_join(&text, ", ", "%d of %d", 2, 3);
    text_join(&text, " and ", "%s", "last");
    assert_string_equal(text_string(&text), "one, 2 of 3 and last");
    text_finish(&text);
}

TEST(test_stream)
{
    struct text text = { 0 };
    text_add(&text, "before ");
    FILE *stream = text_stream(&text);
    for (int i = 0; i < 5000; i++)
        fprintf(stream, "%04d", i);
    assert_int_equal(fclose(stream), 0);
    assert_int_equal(text.length, 7 + 4 * 5000);
    assert_string_equal(text.string + text.length - 8, "49984999");
    text_finish(&text);
}

TEST(test_take)
{
    struct text text = { 0 };
    char *string = text_take(&text);
    assert_string_equal(string, "");
    free(string);
    text_add(&text, "x");
    string = text_take(&text);
    assert_string_equal(string, "x");
    assert_string_equal(text_string(&text), "");
    free(string);
    string = text_make("%s/%d", "y", 7);
    assert_string_equal(string, "y/7");
    free(string);
}
