/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "harness/views/table/table.h"
#include "tests/output.h"

TEST(test_width)
{
    assert_int_equal(table_text_width(""), 0);
    assert_int_equal(table_text_width("abc"), 3);
    assert_int_equal(table_text_width("h\xC3\xB6he"), 4);
    assert_int_equal(table_text_width("e\xCC\x81"), 1);                /* an accent of its own */
    assert_int_equal(table_text_width("\xE6\xB7\xB1\xE5\xBA\xA6"), 4); /* two wide characters */
    assert_int_equal(table_text_width("\xF0\x9F\x98\x80"), 2);
    assert_int_equal(table_text_width(TABLE_RED "a" TABLE_PLAIN), 1);
    assert_int_equal(table_text_width("1" TABLE_TIE "us"), 4);
    /* Bytes that are no UTF-8 have a column each, and nothing is read behind the end. */
    assert_int_equal(table_text_width("\xC3"), 1);
    assert_int_equal(table_text_width("\xF0\x9F"
                                      "a"),
                     3);
    assert_int_equal(table_text_width("\x80\xFF"), 2);
}

TEST(test_clean)
{
    char cell[TABLE_CELL_BYTES] = "a\n\t\033[31m\x01"
                                  "b\x7F"
                                  "c\xC2\x9B"
                                  "d\xC3\xB6";
    printable_clean(cell);
    assert_string_equal(cell, "a  ?[31m?b?c?d\xC3\xB6");
}

/* Cut between characters. */
TEST(test_add)
{
    char cell[TABLE_CELL_BYTES] = "";
    table_text_add(cell, ", ", "a");
    table_text_add(cell, ", ", "b");
    assert_string_equal(cell, "a, b");
    for (int extra = 0; extra < 3; extra++) {
        memset(cell, 'x', sizeof(cell));
        cell[sizeof(cell) - 3 - (size_t)extra] = '\0';
        table_text_add(cell, "", "\xC3\xB6\xC3\xB6\xC3\xB6");
        const size_t length = strlen(cell);
        assert_true(length >= sizeof(cell) - 3);
        assert_true(((unsigned char)cell[length - 1] & 0xC0) == 0x80 || cell[length - 1] == 'x');
        assert_true(cell[length - 1] == 'x' || (unsigned char)cell[length - 2] == 0xC3);
    }
}

TEST(test_fit)
{
    assert_int_equal(wrap_fit("abc", 3), 3);
    assert_int_equal(wrap_fit("abcd", 3), 3);
    assert_int_equal(wrap_fit("ab cd", 4), 2);
    assert_int_equal(wrap_fit("ab cd", 2), 2);
    assert_int_equal(wrap_fit("a/b/cd", 5), 4);
    assert_int_equal(wrap_fit("a/b c/d", 6), 3);
    assert_int_equal(wrap_fit("\xE6\xB7\xB1", 1), 3); /* one at least */
    assert_int_equal(wrap_fit("\xC3\xB6\xC3\xB6", 1), 2);
    assert_int_equal(wrap_fit("", 1), 0);
}

/* Checks the text printed behind `before` at so many columns. */
static void assert_wrapped(unsigned columns, const char *before, const char *words,
                           const char *wanted)
{
    FILE *out = output_begin();
    struct table_text text = { .out = out, .columns = columns };
    table_text_put(&text, before);
    table_text_wrap(&text, words, 2);
    table_text_end(&text);
    fclose(out);
    assert_string_equal(output, wanted);
}

TEST(test_wrap)
{
    assert_wrapped(10, "", "abc def ghi", "abc def\n  ghi\n");
    assert_wrapped(11, "", "abc def ghi", "abc def ghi\n");
    assert_wrapped(0, "", "abc def ghi", "abc def ghi\n");
    assert_wrapped(10, "abcd:", "ef ghi", "abcd:ef\n  ghi\n");
    assert_wrapped(10, "abcd", " ef ghi", "abcd ef\n  ghi\n");
    assert_wrapped(10, "abcdefgh", "ijkl", "abcdefgh\n  ijkl\n");
    assert_wrapped(10, "", "  a   b ", "  a   b\n");
    assert_wrapped(10, "", "", "\n");
    /* A word that fits no line. */
    assert_wrapped(10, "", "t.b/abc/def/ghi", "t.b/abc/\n  def/ghi\n");
    assert_wrapped(10, "", "abcdefghijklmnopqrstu", "abcdefghij\n  klmnopqr\n  stu\n");
    assert_wrapped(10, "x ", "abcdefghijklm", "x abcdefgh\n  ijklm\n");
    /* Not at a tie. */
    assert_wrapped(10, "", "abc def" TABLE_TIE "ghi", "abc\n  def ghi\n");
    /* Widths count columns, not bytes. */
    assert_wrapped(6, "", "\xC3\xB6\xC3\xB6 \xC3\xB6\xC3\xB6\xC3\xB6",
                   "\xC3\xB6\xC3\xB6 \xC3\xB6\xC3\xB6\xC3\xB6\n");
}
