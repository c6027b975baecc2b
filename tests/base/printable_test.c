/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "tests/unit.h"

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
