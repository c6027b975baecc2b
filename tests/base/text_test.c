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

TEST(test_nearest)
{
    const char *const names[] = { "list", "run", "devices", "inspect" };
    assert_string_equal(nearest_find("lsit", names, 4), "list");
    assert_string_equal(nearest_find("RUN", names, 4), "run");
    assert_string_equal(nearest_find("rnu", names, 4), "run");
    assert_string_equal(nearest_find("device", names, 4), "devices");
    assert_string_equal(nearest_find("inspekt", names, 4), "inspect");
    assert_null(nearest_find("", names, 4));
    assert_null(nearest_find("benchmark", names, 4));
    assert_null(nearest_find("run", names, 0));
    assert_null(nearest_find("out", names, 4));
}

/* Two edits of three letters are no likeness. */
TEST(test_short)
{
    const char *const names[] = { "out", "list-cases", "quiet" };
    assert_null(nearest_find("lst", names, 3));
    assert_string_equal(nearest_find("ot", names, 3), "out");
    assert_string_equal(nearest_find("queit", names, 3), "quiet");
    assert_null(nearest_find("queti", names, 1));
}

TEST(test_beginning)
{
    const char *const names[] = { "list-cases", "filter", "filters" };
    assert_string_equal(nearest_find("list", names, 3), "list-cases");
    assert_string_equal(nearest_find("filt", names, 3), "filter");
    assert_string_equal(nearest_find("LIST", names, 3), "list-cases");
    assert_null(nearest_find("li", names, 3));
}

static const struct {
    const char *text, *clean, *lines;
} texts[] = {
    { "", "", "" },
    { "a b, d\xC3\xB6 \xE2\x82\xAC \xF0\x9F\x98\x80",
      "a b, d\xC3\xB6 \xE2\x82\xAC \xF0\x9F\x98\x80",
      "a b, d\xC3\xB6 \xE2\x82\xAC \xF0\x9F\x98\x80" },
    { "a\n\tb\r", "a  b ", "a\n\tb " },
    { "\033[2Jx\a\x7F", "?[2Jx??", "?[2Jx??" },
    /* CSI of two bytes, and of one that is no UTF-8. */
    { "\xC2\x9B"
      "31m\x9B"
      "2J",
      "?31m?2J", "?31m?2J" },
    /* Nor behind a character that has all of its bytes. */
    { "\xC3\xA9\x9B"
      "31m",
      "\xC3\xA9?31m", "\xC3\xA9?31m" },
    /* Continuation bytes of a character are none; each byte of one that is cut is no UTF-8. */
    { "\xC3\x9B\xE2\x9B\x94\xC2", "\xC3\x9B\xE2\x9B\x94?", "\xC3\x9B\xE2\x9B\x94?" },
    { "a\xE2\x82"
      "b\xF0\x9F\x98",
      "a??b???", "a??b???" },
    /* Nor are bytes of Latin 1, a character of more bytes than it needs, half of a pair, and what
     * is beyond U+10FFFF. */
    { "d\xF6 \xC0\xAF\xED\xA0\x80\xF4\x90\x80\x80\xFF", "d? ?????", "d? ?????" },
    /* Characters that turn the direction of writing, and invisible ones; the replacement mark
     * itself. */
    { "\xE2\x80\xAA|\xE2\x80\xAE|\xE2\x81\xA6|\xE2\x81\xA9|\xE2\x80\x8E|\xE2\x80\x8F|\xD8\x9C",
      "?|?|?|?|?|?|?", "?|?|?|?|?|?|?" },
    { "\xE2\x80\x8B|\xE2\x80\xA8|\xE2\x80\xA9|\xE2\x81\xA0|\xEF\xBB\xBF|\xEF\xBF\xBD",
      "?|?|?|?|?|\xEF\xBF\xBD", "?|?|?|?|?|\xEF\xBF\xBD" },
};

TEST(test_clean)
{
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        char text[64], lines[64];
        snprintf(text, sizeof(text), "%s", texts[i].text);
        snprintf(lines, sizeof(lines), "%s", texts[i].text);
        assert_int_equal(printable_is(text), strcmp(texts[i].text, texts[i].clean) == 0);
        printable_clean(text);
        printable_clean_lines(lines);
        assert_string_equal(text, texts[i].clean);
        assert_string_equal(lines, texts[i].lines);
        assert_true(printable_is(text));
    }
}
