/* SPDX-License-Identifier: MIT */
/* sheet_text.c: a sheet for a terminal. Rows wait until their table ends, which then knows how wide
 * its columns are. */
#include "harness/base/printable.h"
#include "harness/views/sheet/sheet_writer.h"
#include "harness/views/table/table_text.h"

#include <stdlib.h>
#include <string.h>

enum { FREE_MIN = 16, LAST_MIN = 20, BELOW = 6, BEHIND = 2 };

struct cell {
    char *text;
    const char *colour;
};

/* A row with a cell per column, or a group with its name. */
struct sheet_line {
    bool group;
    struct cell cells[];
};

/* Where a column stands. */
struct span {
    bool shown, last; /* the last that is no line of its own */
    unsigned start, width;
};

/* Lines ---------------------------------------------------------------------------------------- */

static void cell_set(struct sheet *sheet, struct cell *cell, const char *text, const char *colour)
{
    *cell = (struct cell){ strdup(text), colour };
    if (cell->text)
        printable_clean(cell->text);
    else
        sheet->broken = true;
}

/* One more, empty; NULL when memory runs out. */
static struct sheet_line *line_add(struct sheet *sheet)
{
    const size_t cells = sheet->table->column_count * sizeof(struct cell);
    struct sheet_line *line = calloc(1, sizeof(*line) + cells);
    struct sheet_line **lines =
        realloc(sheet->lines, (sheet->line_count + 1) * sizeof(struct sheet_line *));
    sheet->lines = lines ? lines : sheet->lines;
    if (line && lines) {
        lines[sheet->line_count++] = line;
        return line;
    }
    free(line);
    sheet->broken = true;
    return NULL;
}

/* Its titles are the first line, unless all of them are empty. */
static void text_begin(struct sheet *sheet)
{
    const struct sheet_table *table = sheet->table;
    struct sheet_line *line = NULL;
    for (size_t i = 0; i < table->column_count && !sheet->broken; i++) {
        const struct sheet_column *column = &table->columns[i];
        if (!sheet_has(sheet, column) || !*column->title || column->place == SHEET_BELOW)
            continue;
        line = line ? line : line_add(sheet);
        if (line)
            cell_set(sheet, &line->cells[i], column->title, NULL);
    }
}

static void text_row(struct sheet *sheet, const struct sheet_value *values)
{
    struct sheet_line *line = line_add(sheet);
    char cell[SHEET_CELL_BYTES];
    for (size_t i = 0; line && i < sheet->table->column_count; i++)
        if (sheet_has(sheet, &sheet->table->columns[i]))
            cell_set(sheet, &line->cells[i],
                     sheet_shown(sheet->table->columns[i].type, &values[i], cell),
                     values[i].colour);
}

static void text_group(struct sheet *sheet, const char *name)
{
    struct sheet_line *line = line_add(sheet);
    if (!line)
        return;
    line->group = true;
    cell_set(sheet, &line->cells[0], name, TABLE_BOLD);
}

static void lines_free(struct sheet *sheet)
{
    for (size_t i = 0; i < sheet->line_count; i++) {
        for (size_t k = 0; k < sheet->table->column_count; k++)
            free(sheet->lines[i]->cells[k].text);
        free(sheet->lines[i]);
    }
    free(sheet->lines);
    sheet->lines = NULL;
    sheet->line_count = 0;
}

/* Columns -------------------------------------------------------------------------------------- */

static unsigned widest(const struct sheet *sheet, size_t column)
{
    unsigned most = 0;
    for (size_t i = 0; i < sheet->line_count; i++) {
        const char *text = sheet->lines[i]->group ? NULL : sheet->lines[i]->cells[column].text;
        const unsigned own = text ? table_text_width(text) : 0;
        most = own > most ? own : most;
    }
    return most;
}

static bool is_left(const struct sheet_column *column)
{
    return sheet_is_words(column) || column->type == SHEET_RATIO;
}

/* From their widths; returns where the columns end, of the last words at most LAST_MIN. */
static unsigned spans_place(const struct sheet *sheet, struct span *spans)
{
    const struct sheet_column *before = NULL;
    unsigned at = sheet->table->indent, end = at;
    for (size_t i = 0; i < sheet->table->column_count; i++) {
        const struct sheet_column *column = &sheet->table->columns[i];
        const bool words = sheet_is_words(column);
        if (!spans[i].shown || column->place == SHEET_BELOW)
            continue;
        at += !before ? 0 : sheet->table->gap + (is_left(column) && !is_left(before));
        spans[i].start = at;
        at += spans[i].width;
        end = column->place != SHEET_IN_COLUMN     ? end
              : words && spans[i].width > LAST_MIN ? spans[i].start + LAST_MIN
                                                   : at;
        before = column;
    }
    return end;
}

/* Where they are too wide, the first column of words without a width has what the others leave. */
static void spans_find(const struct sheet *sheet, struct span *spans)
{
    const struct sheet_table *table = sheet->table;
    const unsigned columns = sheet_columns(sheet);
    size_t free_one = table->column_count, last = table->column_count;
    for (size_t i = 0; i < table->column_count; i++) {
        const struct sheet_column *column = &table->columns[i];
        spans[i].shown = sheet_has(sheet, column);
        if (!spans[i].shown || column->place == SHEET_BELOW)
            continue;
        spans[i].width = column->width > 0 ? column->width : widest(sheet, i);
        if (free_one == table->column_count && column->width == 0 && sheet_is_words(column))
            free_one = i;
        last = i;
    }
    if (last == table->column_count)
        return;
    spans[last].last = true;
    const unsigned end = spans_place(sheet, spans);
    if (columns == 0 || end <= columns || free_one >= last)
        return;
    const unsigned own = spans[free_one].width, over = end - columns;
    spans[free_one].width = own > over + FREE_MIN ? own - over : FREE_MIN;
    spans_place(sheet, spans);
}

/* Rows ----------------------------------------------------------------------------------------- */

static void cell_put(struct table_text *text, const struct cell *cell, unsigned start,
                     unsigned indent, bool wraps)
{
    table_text_pad(text, start);
    table_text_put(text, cell->colour ? cell->colour : "");
    if (wraps)
        table_text_wrap(text, cell->text, indent);
    else
        table_text_put(text, cell->text);
    table_text_put(text, cell->colour ? TABLE_PLAIN : "");
}

/* In its column, behind what is there, or below. */
static void behind_put(struct table_text *text, const struct cell *cell, unsigned start,
                       enum sheet_place place)
{
    const unsigned own = table_text_width(cell->text), behind = text->column + BEHIND;
    const unsigned most = text->columns > 0 ? text->columns : (unsigned)-1;
    if (start > text->column && own <= most && start <= most - own) {
        cell_put(text, cell, start, start, false);
    } else if (place == SHEET_BEHIND && own <= most && behind <= most - own) {
        cell_put(text, cell, behind, behind, false);
    } else {
        table_text_end(text);
        cell_put(text, cell, BELOW, BELOW, true);
    }
}

/* Behind its title, for which no line of titles has a place. */
static void below_print(struct table_text *text, const char *title, const struct cell *cell)
{
    table_text_pad(text, BELOW);
    table_text_put(text, title);
    table_text_put(text, *title ? ": " : "");
    cell_put(text, cell, text->column, BELOW, true);
    table_text_end(text);
}

static void row_print(const struct sheet *sheet, struct table_text *text, const struct cell *cells,
                      const struct span *spans)
{
    const struct sheet_table *table = sheet->table;
    bool over = false; /* a cell is wider than its column */
    for (size_t i = 0; i < table->column_count; i++) {
        const struct sheet_column *column = &table->columns[i];
        const struct cell *cell = &cells[i];
        const unsigned own = cell->text ? table_text_width(cell->text) : 0;
        if (!spans[i].shown || own == 0 || column->place == SHEET_BELOW)
            continue;
        if (column->place == SHEET_BEHIND || column->place == SHEET_OR_BELOW) {
            behind_put(text, cell, spans[i].start, column->place);
            continue;
        }
        if (over)
            table_text_end(text);
        const unsigned pad = is_left(column) || own > spans[i].width ? 0 : spans[i].width - own;
        const unsigned pushed = text->column > table->indent ? text->column + table->gap : 0;
        const unsigned start = spans[i].start + pad;
        cell_put(text, cell, pushed > start ? pushed : start, spans[i].start,
                 sheet_is_words(column));
        over = own > spans[i].width && sheet_is_words(column) && !spans[i].last;
    }
    table_text_end(text);
    for (size_t i = 0; i < table->column_count; i++)
        if (spans[i].shown && table->columns[i].place == SHEET_BELOW && cells[i].text &&
            *cells[i].text)
            below_print(text, table->columns[i].title, &cells[i]);
}

static struct table_text text_of(const struct sheet *sheet)
{
    return (struct table_text){ .out = sheet->out,
                                .columns = sheet_columns(sheet),
                                .colours = sheet->look.colours };
}

static void text_end(struct sheet *sheet)
{
    struct table_text text = text_of(sheet);
    struct span *spans = calloc(sheet->table->column_count, sizeof(*spans));
    fputs(sheet->blocks > 0 && sheet->last != SHEET_HEADING ? "\n" : "", sheet->out);
    if (spans)
        spans_find(sheet, spans);
    for (size_t i = 0; spans && i < sheet->line_count && !sheet->broken; i++) {
        const struct sheet_line *line = sheet->lines[i];
        if (!line->group) {
            row_print(sheet, &text, line->cells, spans);
            continue;
        }
        table_text_end(&text);
        cell_put(&text, &line->cells[0], 0, 0, true);
        table_text_end(&text);
    }
    sheet->broken = sheet->broken || !spans;
    free(spans);
    lines_free(sheet);
}

/* Blocks --------------------------------------------------------------------------------------- */

static void text_block(struct sheet *sheet, enum sheet_block kind, const char *head,
                       const char *text)
{
    struct table_text lines = text_of(sheet);
    lines.columns = sheet->look.columns > 0 ? sheet->look.columns : 80; /* of wide texts, too */
    struct cell cell;
    const bool paragraph = sheet->last == SHEET_TABLE || sheet->last == SHEET_FOOT;
    if (sheet->blocks > 0 && (kind == SHEET_HEADING || (kind == SHEET_NOTE && paragraph)))
        table_text_end(&lines);
    table_text_pad(&lines, kind == SHEET_FOOT ? sheet->opened.indent : 0);
    table_text_put(&lines, head);
    cell_set(sheet, &cell, text, kind == SHEET_HEADING ? TABLE_BOLD : NULL);
    if (cell.text)
        cell_put(&lines, &cell, lines.column, lines.column, true);
    table_text_end(&lines);
    free(cell.text);
}

const struct sheet_writer sheet_writer_text = {
    .block = text_block, .begin = text_begin, .group = text_group, .row = text_row, .end = text_end
};
