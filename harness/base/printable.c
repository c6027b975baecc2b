/* SPDX-License-Identifier: MIT */
#include "harness/base/printable.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of the control character that the text begins with; 0 where it begins with none. Those of
 * two bytes are U+0080 to U+009F; one of them alone, which is no UTF-8, may be taken for it. */
static size_t control_bytes(const char *text)
{
    const unsigned char first = (unsigned char)text[0], second = (unsigned char)text[1];
    if (first < ' ' || first == 0x7F)
        return 1;
    return first == 0xC2 && second >= 0x80 && second < 0xA0 ? 2 : 0;
}

/* Bytes of the first character, of a text that is not empty: at most as many as the first says. */
static size_t character_bytes(const char *text)
{
    const unsigned char first = (unsigned char)text[0];
    const size_t most = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    size_t bytes = 1;
    while (bytes < most && ((unsigned char)text[bytes] & 0xC0) == 0x80)
        bytes++;
    return bytes;
}

static void clean(char *text, const char *keep)
{
    char *to = text;
    for (size_t bytes; *text; text += bytes) {
        const size_t control = control_bytes(text);
        const bool stray = (unsigned char)*text >= 0x80 && (unsigned char)*text < 0xA0;
        bytes = control > 0 ? control : character_bytes(text);
        if ((control == 0 && !stray) || strchr(keep, *text)) {
            memmove(to, text, bytes);
            to += bytes;
        } else {
            *to++ = strchr("\t\n\v\f\r", *text) ? ' ' : '?';
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
    char *copy = strdup(text);
    if (!copy)
        return;
    printable_clean(copy);
    fputs(copy, out);
    free(copy);
}

bool printable_is(const char *text)
{
    for (; *text; text += character_bytes(text))
        if (control_bytes(text) > 0 ||
            ((unsigned char)*text >= 0x80 && (unsigned char)*text < 0xA0))
            return false;
    return true;
}
