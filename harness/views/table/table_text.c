/* SPDX-License-Identifier: MIT */
#include "harness/views/table/table_text.h"

#include "harness/base/printable.h"

#include <stdint.h>
#include <string.h>

static const char *const mark_codes[] = { "",         "\033[1m",  "\033[31m",
                                          "\033[32m", "\033[33m", "\033[0m" };

enum { MARKS = sizeof(mark_codes) / sizeof(mark_codes[0]) };

/* Characters ----------------------------------------------------------------------------------- */

/* Bytes of the first character of a text that is not empty; one where it is none. */
static size_t character_bytes(const char *text, uint32_t *code)
{
    const unsigned char first = (unsigned char)*text;
    const size_t bytes = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    *code = bytes == 1 ? first : first & (0xFFU >> (bytes + 1));
    for (size_t i = 1; i < bytes; i++) {
        if (((unsigned char)text[i] & 0xC0) != 0x80) {
            *code = first;
            return 1;
        }
        *code = *code << 6 | ((unsigned char)text[i] & 0x3F);
    }
    return bytes;
}

static bool is_in(uint32_t code, const uint32_t (*ranges)[2], size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (code >= ranges[i][0] && code <= ranges[i][1])
            return true;
    return false;
}

static unsigned character_width(uint32_t code)
{
    static const uint32_t none[][2] = {
        { 0x300, 0x36F },   { 0x200B, 0x200F }, { 0x202A, 0x202E },
        { 0x2060, 0x2069 }, { 0xFE00, 0xFE0F }, { 0xFE20, 0xFE2F },
    };
    static const uint32_t wide[][2] = {
        { 0x1100, 0x115F },   { 0x2E80, 0xA4CF },   { 0xAC00, 0xD7A3 },   { 0xF900, 0xFAFF },
        { 0xFE30, 0xFE6F },   { 0xFF00, 0xFF60 },   { 0xFFE0, 0xFFE6 },   { 0x1F300, 0x1F64F },
        { 0x1F680, 0x1F6FF }, { 0x1F900, 0x1FAFF }, { 0x20000, 0x3FFFD },
    };
    if (code >= MARKS && code < none[0][0])
        return 1; /* nearly all of them */
    if (code < MARKS || is_in(code, none, sizeof(none) / sizeof(none[0])))
        return 0;
    return is_in(code, wide, sizeof(wide) / sizeof(wide[0])) ? 2 : 1;
}

static unsigned bytes_width(const char *text, size_t bytes)
{
    unsigned width = 0;
    uint32_t code;
    for (size_t i = 0; i < bytes && text[i]; i += character_bytes(text + i, &code)) {
        character_bytes(text + i, &code);
        width += character_width(code);
    }
    return width;
}

unsigned table_text_width(const char *text)
{
    return bytes_width(text, strlen(text));
}

/* Cells ---------------------------------------------------------------------------------------- */

void table_text_add(char cell[TABLE_CELL_BYTES], const char *separator, const char *text)
{
    const size_t length = strlen(cell);
    const int wanted =
        snprintf(cell + length, TABLE_CELL_BYTES - length, "%s%s", length ? separator : "", text);
    size_t end = strlen(cell);
    if (wanted >= 0 && (size_t)wanted < TABLE_CELL_BYTES - length)
        return;
    while (end > length && ((unsigned char)cell[end - 1] & 0xC0) == 0x80)
        end--;
    if (end > length && (unsigned char)cell[end - 1] >= 0xC0)
        end--;
    cell[end] = '\0';
}

void table_text_clean(char *cell)
{
    printable_clean(cell);
}

void table_text_tie(char *cell)
{
    for (; *cell; cell++)
        if (*cell == ' ')
            *cell = *TABLE_TIE;
}

size_t table_text_fit(const char *text, unsigned width)
{
    size_t at = 0, space = 0, slash = 0, bytes;
    unsigned column = 0;
    for (uint32_t code; text[at]; at += bytes) {
        bytes = character_bytes(text + at, &code);
        column += character_width(code);
        if (text[at] == ' ' && at > 0)
            space = at;
        if (column > width) {
            const size_t fits = space ? space : slash ? slash : at;
            return fits ? fits : bytes;
        }
        if (text[at] == '/')
            slash = at + bytes;
    }
    return at;
}

/* Lines ---------------------------------------------------------------------------------------- */

static void bytes_put(struct table_text *text, const char *string, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++) {
        const unsigned char c = (unsigned char)string[i];
        if (c >= MARKS)
            fputc(c == *TABLE_TIE ? ' ' : c, text->out);
        else if (text->colours)
            fputs(mark_codes[c], text->out);
    }
    text->column += bytes_width(string, bytes);
}

void table_text_put(struct table_text *text, const char *string)
{
    bytes_put(text, string, strlen(string));
}

void table_text_pad(struct table_text *text, unsigned column)
{
    while (text->column < column) {
        fputc(' ', text->out);
        text->column++;
    }
}

void table_text_end(struct table_text *text)
{
    fputc('\n', text->out);
    text->column = 0;
}

static void line_break(struct table_text *text, unsigned indent)
{
    table_text_end(text);
    table_text_pad(text, indent);
}

void table_text_wrap(struct table_text *text, const char *words, unsigned indent)
{
    unsigned gap = *words == ' ';
    for (words += strspn(words, " "); *words; words += strspn(words, " ")) {
        size_t bytes = strcspn(words, " ");
        const unsigned width = bytes_width(words, bytes);
        if (text->columns && text->column + gap + width > text->columns && text->column > indent) {
            line_break(text, indent);
            gap = 0;
        }
        table_text_pad(text, text->column + gap);
        while (text->columns && text->column + bytes_width(words, bytes) > text->columns) {
            const unsigned room = text->columns > text->column ? text->columns - text->column : 1;
            const size_t fits = table_text_fit(words, room);
            bytes_put(text, words, fits);
            line_break(text, indent);
            words += fits;
            bytes -= fits;
        }
        bytes_put(text, words, bytes);
        words += bytes;
        gap = 1;
    }
}
