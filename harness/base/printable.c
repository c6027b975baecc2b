/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "harness/base/need.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Returns the replacement of the first character of a non-empty text; 0: the character stays.
 * *bytes: how many it has. */
static char replacement(const char *text, size_t *bytes)
{
    static const char mark[] = "\xEF\xBF\xBD"; /* which markup_next() has for others, too */
    const char *next = text;
    const uint32_t c = markup_next(&next);
    *bytes = (size_t)(next - text);
    if (strchr("\t\n\v\f\r", *text))
        return ' ';
    const bool refused = c == 0xFFFD && strncmp(text, mark, strlen(mark)) != 0;
    /* Neither seen nor a part of what is, or taken for the end of a line. */
    const bool is_hidden = c == 0x200B || c == 0x2028 || c == 0x2029 || c == 0x2060 || c == 0xFEFF;
    return refused || is_hidden ? '?' : 0;
}

static void clean(char *text, const char *keep)
{
    while (*text >= ' ' && *text <= '~') /* nearly all texts, whole */
        text++;
    char *to = text;
    for (size_t bytes; *text; text += bytes) {
        const char other = replacement(text, &bytes);
        if (!other || strchr(keep, *text)) {
            memmove(to, text, bytes);
            to += bytes;
        } else {
            *to++ = other;
        }
    }
    *to = 0;
}

void printable_clean(char *text)
{
    clean(text, "");
}

void printable_clean_lines(char *text)
{
    clean(text, "\n\t");
}

void printable_write(FILE *out, const char *text)
{
    OWNED char *copy = need_copy(text);
    printable_clean(copy);
    fputs(copy, out);
}

bool printable_is(const char *text)
{
    for (size_t bytes; *text; text += bytes)
        if (replacement(text, &bytes))
            return false;
    return true;
}
