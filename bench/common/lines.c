/* SPDX-License-Identifier: MIT */
#include "bench/common/lines.h"

#include "harness/file.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

static int end_of(struct lines *lines, bool any, const char **reason)
{
    if (!ferror(lines->file) && any)
        return 1;
    lines->number = 0;
    *reason = strerror(errno);
    return ferror(lines->file) ? -1 : 0;
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

int lines_next(struct lines *lines, const char **reason)
{
    size_t length = 0;
    bool any = false, comment = false;
    *reason = "";
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
            return byte == '\n' ? 1 : end_of(lines, any, reason);
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
    *reason = refusal_of(lines, length);
    return -1;
}
