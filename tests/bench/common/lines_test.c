/* SPDX-License-Identifier: MIT */
#include "bench/common/lines.h"
#include "harness/base/base.h"
#include "tests/unit.h"

static struct lines lines;

static void open_text(char *text, size_t size)
{
    lines = (struct lines){ .file = fmemopen(text, size, "r"), .path = "text" };
    assert_non_null(lines.file);
}

/* These are its lines, each behind its number. */
static void assert_lines(char *text, size_t size, char comment, const char *wanted)
{
    CLEANUP(text_finish) struct text all = { 0 };
    open_text(text, size);
    lines.comment = comment;
    while (lines_next(&lines))
        text_add_format(&all, "%zu:%s\n", lines.number, lines.text);
    assert_string_equal(text_string(&all), wanted);
    assert_false(lines.failed || lines_next(&lines) || lines.failed);
    assert_int_equal(lines.number, 0);
    fclose(lines.file);
}

TEST(test_lines)
{
    char text[] = "a b\r\n\nc";
    assert_lines(text, strlen(text), 0, "1:a b\n2:\n3:c\n");
    assert_lines(text, 4, 0, "1:a b\n");
}

/* Files of editors: with marks, with other ends of lines, with joins and comments, which join
 * nothing; marks within, where files were joined, and joins before blanks, comments and the end. */
TEST(test_forms)
{
    char text[] = "\xEF\xBB\xBF"
                  "v 1\rv 2 # one\r\nf 1 \\\n2 \\\r\n3\n# a\\\nv 3#\n\\\n";
    char joined[] = "\xEF\xBB\xBF\xEF\xBB\xBFv 1\n\xEF\xBB\xBFv 2\nf 1 \\ \t\n2 \\ # one\n3\nf 4\\";
    assert_lines(text, strlen(text), '#', "1:v 1\n2:v 2 \n3:f 1  2  3\n6:\n7:v 3\n8: \n");
    assert_lines(text, strlen(text), 0, "1:v 1\n2:v 2 # one\n3:f 1  2  3\n6:# a v 3#\n8: \n");
    assert_lines(joined, strlen(joined), '#', "1:v 1\n2:v 2\n3:f 1  2  3\n6:f 4\n");
}

static void assert_refused(const char *part, size_t number)
{
    assert_false(lines_next(&lines));
    assert_true(lines.failed);
    assert_holds(trouble_text(), part);
    assert_int_equal(lines.number, number);
    fclose(lines.file);
}

TEST(test_refused)
{
    static char text[LINES_BYTES_MAX + 2];
    memset(text, 'x', sizeof(text));
    text[LINES_BYTES_MAX - 1] = '\n';
    open_text(text, sizeof(text));
    assert_true(lines_next(&lines));
    assert_int_equal(strlen(lines.text), LINES_BYTES_MAX - 1);
    fclose(lines.file);
    text[LINES_BYTES_MAX - 1] = 'x';
    open_text(text, sizeof(text));
    assert_refused("65535 bytes", 1);
    text[3] = 0;
    open_text(text, sizeof(text));
    assert_refused("not a text", 1);
    char wide[] = "\xFF\xFEv\0";
    open_text(wide, 4);
    assert_refused("UTF-16", 1);
    lines = (struct lines){ .file = fopen("/tmp", "r"), .path = "/tmp" };
    assert_refused("directory", 0);
    open_text(text, 3);
    lines.read = LINES_MAX;
    assert_refused("lines", (size_t)LINES_MAX + 1);
}
