/* SPDX-License-Identifier: MIT */
#include "harness/base/wrap.h"

#include <stdbool.h>
#include <string.h>

static unsigned width_of(const char *text, size_t bytes)
{
    unsigned width = 0;
    for (size_t i = 0; i < bytes; i++)
        width += ((unsigned char)text[i] & 0xC0) != 0x80;
    return width;
}

void wrap_print(FILE *out, const struct wrap *wrap, const char *text)
{
    unsigned column = wrap->used;
    bool begun = false; /* a word stands in this line, or what was there before */
    while (*text) {
        const size_t spaces = strspn(text, " "), letters = strcspn(text + spaces, " ");
        const unsigned width = width_of(text + spaces, letters);
        if (letters == 0)
            break;
        if (begun && wrap->columns > 0 && column + spaces + width > wrap->columns) {
            fprintf(out, "\n%*s", (int)wrap->indent, "");
            column = wrap->indent;
        } else {
            fprintf(out, "%*s", (int)spaces, "");
            column += (unsigned)spaces;
        }
        fprintf(out, "%.*s", (int)letters, text + spaces);
        column += width;
        text += spaces + letters;
        begun = true;
    }
    fputc('\n', out);
}

/* Of further lines. */
static unsigned indent_of(const char *line, unsigned columns)
{
    const size_t begin = strspn(line, " ");
    const char *gap = strstr(line + begin, "  ");
    const size_t second = gap ? (size_t)(gap - line) + strspn(gap, " ") : 0;
    const unsigned below = width_of(line, second);
    return second > 0 && below <= columns / 2 ? below : (unsigned)begin + 2;
}

void wrap_lines(FILE *out, unsigned columns, char *text)
{
    while (*text) {
        char *end = strchr(text, '\n');
        if (end)
            *end = 0;
        wrap_print(out, &(struct wrap){ columns, 0, indent_of(text, columns) }, text);
        text = end ? end + 1 : text + strlen(text);
    }
}
