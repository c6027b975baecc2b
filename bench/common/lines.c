/* SPDX-License-Identifier: MIT */
#include "bench/common/lines.h"

#include "harness/file.h"
#include "harness/trouble.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

/* True at the end of a file whose last line has no end of its own. */
static bool end_of(struct lines *lines, bool any)
{
    lines->failed = ferror(lines->file) != 0;
    if (!lines->failed && any)
        return true;
    lines->number = 0;
    return lines->failed && lines_trouble(lines, "cannot be read: %s", strerror(errno));
}

/* The next byte; every end of a line is '\n'. */
static int next_byte(const struct lines *lines)
{
    const int byte = getc_unlocked(lines->file);
    if (byte != '\r')
        return byte;
    const int next = getc_unlocked(lines->file);
    if (next != '\n' && next != EOF)
        ungetc(next, lines->file);
    return '\n';
}

static const char *refusal_of(const struct lines *lines, size_t length)
{
    if (lines->read > LINES_MAX)
        return "a file has at most 268435456 lines";
    if (lines->number == 1 && file_is_utf16(lines->text, length))
        return FILE_WIDE;
    return length + 1 == sizeof(lines->text) ? "a line has at most 65535 bytes"
                                             : "a byte of 0: this is not a text";
}

/* Returns where the backslash is that joins the line to the next one: the last byte but for blanks.
 * `length` where there is none. */
static size_t join_of(const struct lines *lines, size_t length)
{
    size_t end = length;
    while (end > 0 && strchr(" \t", lines->text[end - 1]))
        end--;
    return end > 0 && lines->text[end - 1] == '\\' ? end - 1 : length;
}

bool lines_next(struct lines *lines)
{
    size_t length = 0;
    bool any = false, comment = false;
    lines->failed = !lines->file;
    if (lines->failed)
        return lines_trouble(lines, "cannot be read: %s", file_reason(errno));
    lines->number = ++lines->read;
    errno = 0;
    while (lines->read <= LINES_MAX) {
        const int byte = next_byte(lines);
        lines->text[length] = 0;
        const size_t join = byte == EOF || byte == '\n' ? join_of(lines, length) : length;
        if (byte == EOF || (byte == '\n' && join == length)) {
            lines->text[join] = 0;
            /* Files that were joined have marks at the start of lines within. */
            const size_t mark = file_mark_bytes(lines->text, join);
            memmove(lines->text, lines->text + mark, join - mark + 1);
            return byte == '\n' || end_of(lines, any);
        }
        any = true;
        comment = comment || (lines->comment != 0 && byte == lines->comment);
        if (byte == '\n') {
            length = join;
            comment = false;
            lines->text[length++] = ' ';
            lines->read++;
        } else if (!comment && (byte == 0 || length + 1 == sizeof(lines->text))) {
            break;
        } else if (!comment) {
            lines->text[length++] = (char)byte;
        }
    }
    lines->failed = true;
    return lines_trouble(lines, "%s", refusal_of(lines, length));
}

bool lines_trouble(const struct lines *lines, const char *format, ...)
{
    char what[512];
    va_list values;
    va_start(values, format);
    vsnprintf(what, sizeof(what), format, values);
    va_end(values);
    return lines->number > 0 ? trouble("%s:%zu: %s", lines->path, lines->number, what)
                             : trouble("%s: %s", lines->path, what);
}
