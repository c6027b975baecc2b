/* SPDX-License-Identifier: MIT */
#include "harness/views/table/table_text.h"

#include "harness/base/printable.h"
#include "harness/base/wrap.h"

#include <string.h>

static const char *const mark_codes[WRAP_MARKS] = { "",         "\033[1m",  "\033[31m",
                                                    "\033[32m", "\033[33m", "\033[0m" };

unsigned table_text_width(const char *text)
{
    return wrap_width(text, strlen(text));
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

void table_text_unmark(char *cell)
{
    char *to = cell;
    for (; *cell; cell++)
        if ((unsigned char)*cell >= WRAP_MARKS)
            *to++ = *cell == *TABLE_TIE ? ' ' : *cell;
    *to = 0;
}

/* Lines ---------------------------------------------------------------------------------------- */

static void bytes_put(struct table_text *text, const char *string, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++) {
        const unsigned char c = (unsigned char)string[i];
        if (c >= WRAP_MARKS)
            fputc(c == *TABLE_TIE ? ' ' : c, text->out);
        else if (text->colours)
            fputs(mark_codes[c], text->out);
    }
    text->column += wrap_width(string, bytes);
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
    text->lines++;
}

void table_text_wrap(struct table_text *text, const char *words, unsigned indent)
{
    struct wrap wrap = { text->columns, text->column, indent, true, text->column > indent };
    struct wrap_piece piece;
    while (wrap_next(&wrap, &words, &piece)) {
        if (piece.breaks)
            table_text_end(text);
        table_text_pad(text, piece.breaks ? indent : text->column + piece.spaces);
        bytes_put(text, piece.text, piece.bytes);
    }
}

/* Copies words of a document, cleaned for a terminal. */
static void clean_copy(char cell[TABLE_CELL_BYTES], const char *words)
{
    cell[0] = 0;
    table_text_add(cell, "", words);
    table_text_clean(cell);
}

void table_text_print(FILE *out, const char *head, const char *words)
{
    struct table_text text = { .out = out, .columns = TABLE_TEXT_COLUMNS };
    char cell[TABLE_CELL_BYTES];
    clean_copy(cell, head);
    table_text_put(&text, cell);
    clean_copy(cell, words);
    table_text_wrap(&text, cell, text.column);
    table_text_end(&text);
}
