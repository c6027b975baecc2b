/* SPDX-License-Identifier: MIT */
#include "harness/show/text_wrap.h"

#include "harness/show/table_text.h"

#include <stdbool.h>
#include <string.h>

static bool is_blank(char c)
{
    return (unsigned char)c <= ' ' || c == 0x7F;
}

/* Columns of the bytes. */
static size_t width_of(const char *text, size_t bytes)
{
    size_t width = 0;
    for (size_t i = 0; i < bytes; i++)
        width += ((unsigned char)text[i] & 0xC0) != 0x80;
    return width;
}

/* Bytes of the next word; of one that is longer than `room`, up to the last slash or comma that
 * fits into it, where it has one. */
static size_t word_bytes(const char *text, size_t room)
{
    size_t bytes = 0, part = 0;
    for (; text[bytes] && !is_blank(text[bytes]); bytes++)
        if (bytes > 0 && (text[bytes] == '/' || text[bytes] == ',') &&
            width_of(text, bytes) <= room)
            part = bytes;
    return width_of(text, bytes) > room && part > 0 ? part : bytes;
}

void text_wrap_print(FILE *out, const char *head, const char *text)
{
    const size_t indent = table_text_width(head);
    const size_t room = indent < TEXT_WRAP_COLUMNS ? TEXT_WRAP_COLUMNS - indent : 1;
    size_t column = indent;
    bool broken = false; /* within a word */
    fputs(head, out);
    while (*text && is_blank(*text))
        text++;
    while (*text) {
        const size_t bytes = word_bytes(text, room), width = width_of(text, bytes);
        const size_t gap = column > indent && !broken ? 1 : 0;
        if (broken || (column > indent && column + gap + width > TEXT_WRAP_COLUMNS)) {
            fprintf(out, "\n%*s%.*s", (int)indent, "", (int)bytes, text);
            column = indent + width;
        } else {
            fprintf(out, "%s%.*s", gap > 0 ? " " : "", (int)bytes, text);
            column += gap + width;
        }
        text += bytes;
        broken = *text && !is_blank(*text);
        while (*text && is_blank(*text))
            text++;
    }
    fputc('\n', out);
}
