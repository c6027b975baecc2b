/* SPDX-License-Identifier: MIT */
#include "harness/views/sheet/sheet_writer.h"

#include "harness/base/units.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>

const char *const sheet_style_names[] = { "text", "markdown", "latex", "csv", "json", NULL };

static const struct sheet_writer *writer_of(const struct sheet *sheet)
{
    static const struct sheet_writer *const writers[SHEET_STYLE_COUNT] = {
        [SHEET_TEXT] = &sheet_writer_text,   [SHEET_MARKDOWN] = &sheet_writer_markdown,
        [SHEET_LATEX] = &sheet_writer_latex, [SHEET_CSV] = &sheet_writer_csv,
        [SHEET_JSON] = &sheet_writer_json,
    };
    return writers[sheet->look.style];
}

bool sheet_is_for_people(const struct sheet *sheet)
{
    return !(SHEET_IN(sheet->look.style) & SHEET_DATA);
}

unsigned sheet_columns(const struct sheet *sheet)
{
    return sheet->look.wide ? 0 : sheet->look.columns > 0 ? sheet->look.columns : 80;
}

bool sheet_has(const struct sheet *sheet, const struct sheet_column *column)
{
    const unsigned columns = sheet_columns(sheet);
    const bool narrow = sheet->look.style == SHEET_TEXT && columns > 0 && columns < column->from;
    const char *name = sheet_is_for_people(sheet)        ? column->title
                       : column->key                     ? column->key
                       : sheet->look.style == SHEET_JSON ? column->path
                                                         : NULL;
    return name && !narrow && (column->in == 0 || column->in & SHEET_IN(sheet->look.style));
}

/* Values --------------------------------------------------------------------------------------- */

static void digits(double number, char text[32])
{
    if (isnan(number))
        snprintf(text, 32, "-");
    else
        snprintf(text, 32, "%.*f",
                 number < 0.0995  ? 3
                 : number < 9.995 ? 2
                 : number < 99.95 ? 1
                                  : 0,
                 number);
}

const char *sheet_shown(enum sheet_type type, const struct sheet_value *value,
                        char cell[SHEET_CELL_BYTES])
{
    char number[32], low[32], high[32];
    if (value->text || type <= SHEET_FLAG)
        return value->text ? value->text : "";
    if (type == SHEET_NS)
        units_format_ns(value->number, number);
    else if (type == SHEET_BYTES && isfinite(value->number))
        units_format_bytes(value->number, number);
    else if (type == SHEET_COUNT && isfinite(value->number))
        snprintf(number, sizeof(number), "%.0f", value->number);
    else
        digits(value->number, number);
    digits(value->low, low);
    digits(value->high, high);
    if (type == SHEET_RATIO && isfinite(value->low) && isfinite(value->high))
        snprintf(cell, SHEET_CELL_BYTES, "%s [%s, %s]", number, low, high);
    else
        snprintf(cell, SHEET_CELL_BYTES, "%s", number);
    return cell;
}

/* Calls ---------------------------------------------------------------------------------------- */

void sheet_init(struct sheet *sheet, FILE *out, const struct sheet_look *look)
{
    *sheet = (struct sheet){ .out = out, .look = *look };
    if (writer_of(sheet)->open)
        writer_of(sheet)->open(sheet);
}

void sheet_table_end(struct sheet *sheet)
{
    if (sheet->table && sheet->begun) {
        if (writer_of(sheet)->end)
            writer_of(sheet)->end(sheet);
        sheet->blocks++;
        sheet->last = SHEET_TABLE;
    }
    sheet->table = NULL;
}

void sheet_finish(struct sheet *sheet)
{
    sheet_table_end(sheet);
    if (writer_of(sheet)->close)
        writer_of(sheet)->close(sheet);
}

void sheet_write(FILE *out, const struct sheet_look *look,
                 void (*view)(struct sheet *sheet, const void *of), const void *of)
{
    struct sheet sheet;
    sheet_init(&sheet, out, look);
    view(&sheet, of);
    sheet_finish(&sheet);
}

/* Writes the words above a table; a text has them in its lines. */
static void above_write(struct sheet *sheet, enum sheet_block kind, const char *words)
{
    if (!words || sheet->look.style == SHEET_TEXT || !writer_of(sheet)->block)
        return;
    writer_of(sheet)->block(sheet, kind, "", words);
    sheet->blocks++;
    sheet->last = kind;
}

static void table_begin(struct sheet *sheet)
{
    if (sheet->begun)
        return;
    above_write(sheet, SHEET_HEADING, sheet->opened.head);
    above_write(sheet, SHEET_NOTE, sheet->opened.note);
    if (writer_of(sheet)->begin)
        writer_of(sheet)->begin(sheet);
    sheet->begun = true;
}

void sheet_table(struct sheet *sheet, const struct sheet_table *table)
{
    sheet_table_end(sheet);
    sheet->opened = *table;
    sheet->opened.gap = table->gap > 0 ? table->gap : 1;
    sheet->table = &sheet->opened;
    sheet->begun = false;
    sheet->hidden = sheet->look.style == SHEET_CSV ? !table->main : sheet_is_for_people(sheet);
    for (size_t i = 0; i < table->column_count && sheet_is_for_people(sheet); i++)
        sheet->hidden = sheet->hidden && !sheet_has(sheet, &table->columns[i]);
    if (!sheet_is_for_people(sheet) && !sheet->hidden)
        table_begin(sheet);
}

void sheet_group(struct sheet *sheet, const char *format, ...)
{
    struct text name = { 0 };
    va_list values;
    if (!writer_of(sheet)->group || sheet->hidden)
        return;
    va_start(values, format);
    text_add_values(&name, format, values);
    va_end(values);
    table_begin(sheet);
    writer_of(sheet)->group(sheet, text_string(&name));
    text_finish(&name);
}

void sheet_row(struct sheet *sheet, const struct sheet_value *values, size_t count)
{
    assert(sheet->table && count == sheet->table->column_count);
    if (sheet->hidden || count != sheet->table->column_count)
        return;
    table_begin(sheet);
    writer_of(sheet)->row(sheet, values);
}

void sheet_row_words(struct sheet *sheet, const struct sheet_value *values, size_t count)
{
    enum { COLUMNS_MAX = 32 };
    struct sheet_value row[COLUMNS_MAX];
    struct text rest = { 0 };
    const size_t columns = sheet->table ? sheet->table->column_count : 0;
    assert(columns > 1 && columns <= COLUMNS_MAX && count > 0);
    if (sheet->hidden || columns < 2 || columns > COLUMNS_MAX)
        return;
    table_begin(sheet);
    if (writer_of(sheet)->words) {
        writer_of(sheet)->words(sheet, values, count);
        return;
    }
    for (size_t i = 1; i < count; i++)
        if (values[i].text && *values[i].text)
            text_join(&rest, ": ", "%s", values[i].text);
    for (size_t i = 0; i < columns; i++)
        row[i] = i == 0 ? values[0] : sheet_words(i + 1 == columns ? text_string(&rest) : "");
    writer_of(sheet)->row(sheet, row);
    text_finish(&rest);
}

void sheet_line(struct sheet *sheet, enum sheet_block kind, const char *head, unsigned hang,
                const char *words)
{
    sheet_table_end(sheet);
    if (!writer_of(sheet)->block)
        return;
    sheet->hang = hang;
    writer_of(sheet)->block(sheet, kind, head, words);
    sheet->hang = 0;
    sheet->blocks++;
    sheet->last = kind;
}

static void block_format(struct sheet *sheet, enum sheet_block kind, const char *head,
                         const char *format, va_list arguments)
{
    struct text text = { 0 };
    text_add_values(&text, format, arguments);
    sheet_line(sheet, kind, head, 0, text_string(&text));
    text_finish(&text);
}

void sheet_heading(struct sheet *sheet, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    block_format(sheet, SHEET_HEADING, "", format, arguments);
    va_end(arguments);
}

void sheet_note(struct sheet *sheet, const char *head, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    block_format(sheet, SHEET_NOTE, head, format, arguments);
    va_end(arguments);
}

void sheet_foot(struct sheet *sheet, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    block_format(sheet, SHEET_FOOT, "", format, arguments);
    va_end(arguments);
}

void sheet_element(struct sheet *sheet, const char *path)
{
    sheet_table_end(sheet);
    if (writer_of(sheet)->element)
        writer_of(sheet)->element(sheet, path);
}

void sheet_member(struct sheet *sheet, const char *path, enum sheet_type type,
                  struct sheet_value value)
{
    if (writer_of(sheet)->member)
        writer_of(sheet)->member(sheet, path, type, value);
}
