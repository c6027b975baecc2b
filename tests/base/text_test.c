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
    CLEANUP(text_finish) struct text text = { 0 };
    text_join(&text, ", ", "%s", "one");
    text_join(&text, ", ", "%d of %d", 2, 3);
    text_join(&text, " and ", "%s", "last");
    assert_string_equal(text_string(&text), "one, 2 of 3 and last");
}

TEST(test_stream)
{
    CLEANUP(text_finish) struct text text = { 0 };
    text_add(&text, "before ");
    FILE *stream = text_stream(&text);
    for (int i = 0; i < 5000; i++)
        fprintf(stream, "%04d", i);
    assert_int_equal(fclose(stream), 0);
    assert_int_equal(text.length, 7 + 4 * 5000);
    assert_string_equal(text.string + text.length - 8, "49984999");
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
    static const struct {
        const char *names[4], *typed, *nearest;
    } rows[] = {
#define COMMANDS { "list", "run", "devices", "inspect" }
        { COMMANDS, "lsit", "list" },
        { COMMANDS, "RUN", "run" },
        { COMMANDS, "rnu", "run" },
        { COMMANDS, "device", "devices" },
        { COMMANDS, "inspekt", "inspect" },
        { COMMANDS, "", NULL },
        { COMMANDS, "benchmark", NULL },
        { COMMANDS, "out", NULL },
        { { NULL }, "run", NULL },
        /* Two edits of three letters are no likeness. */
        { { "out", "list-cases", "quiet" }, "lst", NULL },
        { { "out", "list-cases", "quiet" }, "ot", "out" },
        { { "out", "list-cases", "quiet" }, "queit", "quiet" },
        { { "out" }, "queti", NULL },
        /* Beginnings. */
        { { "list-cases", "filter", "filters" }, "list", "list-cases" },
        { { "list-cases", "filter", "filters" }, "filt", "filter" },
        { { "list-cases", "filter", "filters" }, "LIST", "list-cases" },
        { { "list-cases", "filter", "filters" }, "li", NULL },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        size_t count = 0;
        while (count < 4 && rows[i].names[count])
            count++;
        const char *found = nearest_find(rows[i].typed, rows[i].names, count);
        if (rows[i].nearest)
            assert_string_equal(found, rows[i].nearest);
        else
            assert_null(found);
    }
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
