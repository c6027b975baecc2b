/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

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
    if (code >= WRAP_MARKS && code < none[0][0])
        return 1; /* nearly all of them */
    if (code < WRAP_MARKS || is_in(code, none, sizeof(none) / sizeof(none[0])))
        return 0;
    return is_in(code, wide, sizeof(wide) / sizeof(wide[0])) ? 2 : 1;
}

unsigned wrap_width(const char *text, size_t bytes)
{
    unsigned width = 0;
    uint32_t code;
    for (size_t i = 0; i < bytes && text[i]; i += character_bytes(text + i, &code)) {
        character_bytes(text + i, &code);
        width += character_width(code);
    }
    return width;
}

size_t wrap_fit(const char *text, unsigned columns)
{
    size_t at = 0, space = 0, slash = 0, bytes;
    unsigned column = 0;
    for (uint32_t code; text[at]; at += bytes) {
        bytes = character_bytes(text + at, &code);
        column += character_width(code);
        if (text[at] == ' ' && at > 0)
            space = at;
        if (column > columns) {
            const size_t fits = space ? space : slash ? slash : at;
            return fits ? fits : bytes;
        }
        if (text[at] == '/')
            slash = at + bytes;
    }
    return at;
}

int wrap_pad(const char *text, int columns)
{
    return columns + (int)strlen(text) - (int)wrap_width(text, SIZE_MAX);
}

/* Lines ---------------------------------------------------------------------------------------- */

/* Bytes of the unit behind a number, which stays on its line: " ×" of "1.3 × more". */
static size_t unit_bytes(const char *word, size_t bytes)
{
    static const char *const units[] = { " ×", " %", " µs", " ms" };
    const bool number = word[bytes - 1] >= '0' && word[bytes - 1] <= '9';
    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]) && number; i++) {
        const size_t length = strlen(units[i]);
        if (strncmp(word + bytes, units[i], length) == 0)
            return length + strcspn(word + bytes + length, " ");
    }
    return 0;
}

bool wrap_next(struct wrap *wrap, const char **text, struct wrap_piece *piece)
{
    const size_t spaces = strspn(*text, " ");
    const char *word = *text + spaces;
    size_t bytes = strcspn(word, " ");
    if (bytes == 0)
        return false;
    bytes += unit_bytes(word, bytes);
    unsigned width = wrap_width(word, bytes);
    const unsigned columns = wrap->columns;
    const bool breaks = columns > 0 && wrap->begun && wrap->used + spaces + width > columns;
    wrap->used = breaks ? wrap->indent : wrap->used + (unsigned)spaces;
    if (wrap->cuts && columns > 0 && wrap->used + width > columns) {
        bytes = wrap_fit(word, columns > wrap->used ? columns - wrap->used : 1);
        width = columns; /* the rest of the word stands in the next line */
    }
    *piece = (struct wrap_piece){ word, bytes, breaks ? 0 : (unsigned)spaces, breaks };
    wrap->used += width;
    wrap->begun = true;
    *text = word + bytes;
    return true;
}

void wrap_print(FILE *out, const struct wrap *wrap, const char *text)
{
    struct wrap line = *wrap;
    struct wrap_piece piece;
    while (wrap_next(&line, &text, &piece)) {
        if (piece.breaks)
            fprintf(out, "\n%*s", (int)wrap->indent, "");
        fprintf(out, "%*s%.*s", (int)piece.spaces, "", (int)piece.bytes, piece.text);
    }
    fputc('\n', out);
}

void wrap_lines(FILE *out, unsigned columns, char *text)
{
    while (*text) {
        char *end = strchr(text, '\n');
        if (end)
            *end = 0;
        const size_t begin = strspn(text, " ");
        const char *gap = strstr(text + begin, "  ");
        const size_t second = gap ? (size_t)(gap - text) + strspn(gap, " ") : 0;
        const unsigned below = wrap_width(text, second);
        const unsigned indent = second > 0 && below <= columns / 2 ? below : (unsigned)begin + 2;
        wrap_print(out, &(struct wrap){ .columns = columns, .indent = indent }, text);
        text = end ? end + 1 : text + strlen(text);
    }
}

/* Output --------------------------------------------------------------------------------------- */

void wrap_output_begin(struct wrap_output *wrapped, unsigned columns)
{
    *wrapped = (struct wrap_output){ .columns = columns };
    if (columns > 0 && os_stream_output_begin(&wrapped->output) != 0)
        wrapped->columns = 0; /* the lines are as long as they are */
}

void wrap_cut_print(const char *text, size_t lines_most)
{
    size_t lines = 0, printed = 0;
    for (const char *at = text; (at = strchr(at, '\n')); at++)
        lines++;
    const bool cut = lines_most > 0 && lines > lines_most;
    const char *end = text;
    for (size_t i = 0; i + 1 < lines_most && cut; i++, printed++)
        end = strchr(end, '\n') + 1;
    if (!cut)
        fputs(text, stdout);
    else
        printf("%.*sand %zu more lines: | less shows them all\n", (int)(end - text), text,
               lines - printed);
}

void wrap_output_end(struct wrap_output *wrapped, size_t lines_most)
{
    OWNED_TEXT struct text text = { 0 };
    OWNED_TEXT struct text whole = { 0 };
    if (wrapped->columns == 0)
        return;
    text_output_end(&text, &wrapped->output);
    FILE *memory = text_stream(&whole);
    if (text.string)
        wrap_lines(memory, wrapped->columns, text.string);
    text_stream_close(memory);
    wrap_cut_print(text_string(&whole), lines_most);
}
