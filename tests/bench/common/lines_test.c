/* SPDX-License-Identifier: MIT */
#include "bench/common/lines.h"
#include "tests/unit.h"

static struct lines lines;
static const char *reason;

static void open_text(char *text, size_t size)
{
    lines = (struct lines){ .file = fmemopen(text, size, "r") };
    assert_non_null(lines.file);
}

static void assert_line(const char *text, size_t number)
{
    assert_int_equal(lines_next(&lines, &reason), 1);
    assert_string_equal(lines.text, text);
    assert_int_equal(lines.number, number);
}

static void assert_end(void)
{
    assert_int_equal(lines_next(&lines, &reason), 0);
    assert_int_equal(lines.number, 0);
    fclose(lines.file);
}

TEST(test_lines)
{
    char text[] = "a b\r\n\nc";
    open_text(text, strlen(text));
    assert_line("a b", 1);
    assert_line("", 2);
    assert_line("c", 3);
    assert_end();
    open_text(text, 4);
    assert_line("a b", 1);
    assert_end();
}

/* Files of editors: with marks, with other ends of lines, with joins and comments. */
TEST(test_forms)
{
    char text[] = "\xEF\xBB\xBF"
                  "v 1\rv 2 # one\r\nf 1 \\\n2 \\\r\n3\n# a\\\nv 3#\n\\\n";
    open_text(text, strlen(text));
    lines.comment = '#';
    assert_line("v 1", 1);
    assert_line("v 2 ", 2);
    assert_line("f 1  2  3", 3);
    assert_line("", 6); /* a comment joins nothing */
    assert_line("v 3", 7);
    assert_line(" ", 8);
    assert_end();
    open_text(text, strlen(text)); /* without comments */
    assert_line("v 1", 1);
    assert_line("v 2 # one", 2);
    assert_line("f 1  2  3", 3);
    assert_line("# a v 3#", 6);
    fclose(lines.file);
}

/* Marks within, where files were joined, and joins before blanks, comments and the end. */
TEST(test_joined)
{
    char text[] = "\xEF\xBB\xBF\xEF\xBB\xBFv 1\n\xEF\xBB\xBFv 2\nf 1 \\ \t\n2 \\ # one\n3\nf 4\\";
    open_text(text, strlen(text));
    lines.comment = '#';
    assert_line("v 1", 1);
    assert_line("v 2", 2);
    assert_line("f 1  2  3", 3);
    assert_line("f 4", 6);
    assert_end();
}

static void assert_refused(const char *part, size_t number)
{
    assert_int_equal(lines_next(&lines, &reason), -1);
    assert_holds(reason, part);
    assert_int_equal(lines.number, number);
    fclose(lines.file);
}

TEST(test_refused)
{
    static char text[LINES_BYTES_MAX + 2];
    memset(text, 'x', sizeof(text));
    text[LINES_BYTES_MAX - 1] = '\n';
    open_text(text, sizeof(text));
    assert_int_equal(lines_next(&lines, &reason), 1);
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
    lines = (struct lines){ .file = fopen("/tmp", "r") };
    assert_refused("directory", 0);
    open_text(text, 3);
    lines.read = LINES_MAX;
    assert_refused("lines", (size_t)LINES_MAX + 1);
}
