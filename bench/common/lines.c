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

/* Takes the mark off the first line. */
static void unmark(struct lines *lines, size_t length)
{
    const size_t mark = lines->number == 1 ? file_mark_bytes(lines->text, length) : 0;
    memmove(lines->text, lines->text + mark, length - mark + 1);
}

static const char *refusal_of(const struct lines *lines, size_t length)
{
    if (lines->read > LINES_MAX)
        return "a file has at most 268435456 lines";
    if (lines->number == 1 && file_is_utf16(lines->text, length))
        return "it is UTF-16: save it as UTF-8";
    return length + 1 == sizeof(lines->text) ? "a line has at most 65535 bytes"
                                             : "a byte of 0: this is no text";
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
        if (byte == EOF || (byte == '\n' && (length == 0 || lines->text[length - 1] != '\\'))) {
            unmark(lines, length);
            return byte == '\n' ? 1 : end_of(lines, any, reason);
        }
        any = true;
        comment = comment || (lines->comment != 0 && byte == lines->comment);
        if (byte == '\n') {
            lines->text[length - 1] = ' ';
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
