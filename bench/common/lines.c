/* SPDX-License-Identifier: MIT */
#include "bench/common/lines.h"

#include <errno.h>
#include <string.h>

static int end_of(struct lines *lines, size_t length, const char **reason)
{
    if (!ferror(lines->file) && length > 0)
        return 1;
    lines->number = 0;
    *reason = strerror(errno);
    return ferror(lines->file) ? -1 : 0;
}

int lines_next(struct lines *lines, const char **reason)
{
    size_t length = 0;
    *reason = "";
    if (++lines->number > LINES_MAX)
        *reason = "a file has at most 268435456 lines";
    errno = 0;
    while (!**reason) {
        const int character = getc_unlocked(lines->file);
        lines->text[length] = 0;
        if (character == EOF)
            return end_of(lines, length, reason);
        if (character == '\n')
            return 1;
        if (character == 0)
            *reason = "a byte of 0: this is no text";
        else if (length + 1 == sizeof(lines->text))
            *reason = "a line has at most 65535 bytes";
        lines->text[length++] = (char)character;
    }
    return -1;
}
