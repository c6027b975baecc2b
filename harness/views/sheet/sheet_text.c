/* SPDX-License-Identifier: MIT */
/* sheet_text.c: a sheet for a terminal. Rows wait until their table ends, which then knows how wide
 * its columns are. */
#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/views/table/table.h"

#include <string.h>

enum { FREE_MIN = 16, LAST_MIN = 20, BELOW = 6, BEHIND = 2 };

/* Columns of a dense table: of the first cell, below the head, of a folded rest. */
enum { FIRST_MIN = 18, DENSE_INDENT = 2, FOLD_INDENT = 4 };

struct cell {
    char *text;
    const char *colour;
};

enum line_kind { LINE_ROW, LINE_TITLES, LINE_GROUP, LINE_WORDS };

/* A row with a cell per column, or a group with its name, or words. */
struct sheet_line {
    enum line_kind kind;
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
    *cell = (struct cell){ arena_text(&sheet->arena, text), colour };
    if (!sheet->marked)
        printable_clean(cell->text);
}

/* One more, empty. */
static struct sheet_line *line_add(struct sheet *sheet)
{
    const size_t cells = sheet->table->column_count * sizeof(struct cell);
    struct sheet_line *line = arena_alloc(&sheet->arena, sizeof(*line) + cells);
    sheet->lines = arena_room(&sheet->arena, sheet->lines, sheet->line_count, &sheet->line_room,
                              sizeof(struct sheet_line *));
    sheet->lines[sheet->line_count++] = line;
    return line;
}

/* Its titles are the first line, unless all of them are empty. */
static void text_begin(struct sheet *sheet)
{
    const struct sheet_table *table = sheet->table;
    struct sheet_line *line = NULL;
    for (size_t i = 0; i < table->column_count; i++) {
        const struct sheet_column *column = &table->columns[i];
        const bool above = table->dense && (i == 0 || column->place != SHEET_IN_COLUMN);
        if (!sheet_has(sheet, column) || !*column->title || column->place == SHEET_BELOW || above)
            continue;
        line = line ? line : line_add(sheet);
        line->kind = LINE_TITLES;
        cell_set(sheet, &line->cells[i], column->title, NULL);
    }
}

static void text_row(struct sheet *sheet, const struct sheet_value *values)
{
    struct sheet_line *line = line_add(sheet);
    char cell[SHEET_CELL_BYTES];
    for (size_t i = 0; i < sheet->table->column_count; i++)
        if (sheet_has(sheet, &sheet->table->columns[i]))
            cell_set(sheet, &line->cells[i],
                     sheet_shown(sheet->table->columns[i].type, &values[i], cell),
                     values[i].colour);
}

static void text_group(struct sheet *sheet, const char *name)
{
    struct sheet_line *line = line_add(sheet);
    line->kind = LINE_GROUP;
    cell_set(sheet, &line->cells[0], name, TABLE_BOLD);
}

static void text_words(struct sheet *sheet, const struct sheet_value *values, size_t count)
{
    struct sheet_line *line = line_add(sheet);
    line->kind = LINE_WORDS;
    for (size_t i = 0; i < count && i < sheet->table->column_count; i++)
        cell_set(sheet, &line->cells[i], values[i].text ? values[i].text : "", values[i].colour);
}

/* Columns -------------------------------------------------------------------------------------- */

static unsigned widest(const struct sheet *sheet, size_t column)
{
    unsigned most = 0;
    for (size_t i = 0; i < sheet->line_count; i++) {
        const char *text =
            sheet->lines[i]->kind > LINE_TITLES ? NULL : sheet->lines[i]->cells[column].text;
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

/* Leaves out columns that would fold the first; the titles stand behind the head where no cell
 * behind the row wants the room. */
static void dense_find(const struct sheet *sheet, struct span *spans)
{
    const struct sheet_table *table = sheet->table;
    const unsigned columns = sheet_columns(sheet), head = table_text_width(table->head);
    unsigned own = widest(sheet, 0), numbers = 0;
    bool behind = false;
    for (size_t i = 1; i < table->column_count; i++) {
        const bool in_column = table->columns[i].place == SHEET_IN_COLUMN;
        spans[i].shown = in_column && sheet_has(sheet, &table->columns[i]);
        spans[i].width = spans[i].shown ? widest(sheet, i) : 0;
        numbers += spans[i].shown ? table->gap + spans[i].width : 0;
        for (size_t k = 0; k < sheet->line_count && !in_column; k++) {
            const struct sheet_line *line = sheet->lines[k];
            behind =
                behind || (line->kind == LINE_ROW && line->cells[i].text && *line->cells[i].text);
        }
    }
    for (size_t i = table->column_count - 1; i > 0 && columns > 0; i--)
        if (table->columns[i].yields && spans[i].shown &&
            numbers + (own > FIRST_MIN ? own : FIRST_MIN) > columns) {
            spans[i].shown = false;
            numbers -= table->gap + spans[i].width;
        }
    own = !behind && head > own ? head : own;
    const unsigned room = columns > numbers + FIRST_MIN ? columns - numbers : FIRST_MIN;
    spans[0] = (struct span){ .shown = true, .width = columns > 0 && own > room ? room : own };
    spans_place(sheet, spans);
    for (size_t i = 1; i < table->column_count; i++)
        spans[i].shown = spans[i].shown || table->columns[i].place != SHEET_IN_COLUMN;
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

/* Prints as much as fits into its column, its mark without the colour; returns the rest. */
static const char *fold_put(struct table_text *text, const struct cell *cell, unsigned width)
{
    char *rest = cell->text + wrap_fit(cell->text, width);
    const char kept = *rest, mark[] = { cell->text[0], cell->text[1], 0 };
    *rest = 0;
    table_text_put(text, mark);
    cell_put(text, &(struct cell){ cell->text + strlen(mark), cell->colour }, 0, 0, false);
    *rest = kept;
    return rest + (kept == ' ');
}

static const char *fold_end(struct table_text *text, const char *rest)
{
    if (*rest) {
        table_text_end(text);
        table_text_pad(text, FOLD_INDENT);
        table_text_wrap(text, rest, FOLD_INDENT);
    }
    return "";
}

static void row_print(const struct sheet *sheet, struct table_text *text, const struct cell *cells,
                      const struct span *spans)
{
    const struct sheet_table *table = sheet->table;
    const char *rest = ""; /* of the first cell */
    bool over = false;     /* a cell is wider than its column */
    for (size_t i = 0; i < table->column_count; i++) {
        const struct sheet_column *column = &table->columns[i];
        const struct cell *cell = &cells[i];
        const unsigned own = cell->text ? table_text_width(cell->text) : 0;
        if (!spans[i].shown || own == 0 || column->place == SHEET_BELOW)
            continue;
        if (table->dense && i == 0) {
            rest = fold_put(text, cell, spans[i].width);
            continue;
        }
        if (column->place == SHEET_BEHIND || column->place == SHEET_OR_BELOW) {
            rest = fold_end(text, rest);
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
    fold_end(text, rest);
    table_text_end(text);
    for (size_t i = 0; i < table->column_count; i++) {
        const char *title = table->columns[i].title; /* no line of titles has a place for it */
        if (!spans[i].shown || table->columns[i].place != SHEET_BELOW || !cells[i].text ||
            !*cells[i].text)
            continue;
        table_text_pad(text, BELOW);
        table_text_put(text, title);
        table_text_put(text, *title ? ": " : "");
        cell_put(text, &cells[i], text->column, BELOW, true);
        table_text_end(text);
    }
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
    const struct sheet_table *table = sheet->table;
    OWNED struct span *spans = need_zeroed(table->column_count, sizeof(*spans));
    const bool apart = sheet->last != SHEET_HEADING && sheet->last != SHEET_TITLE && !table->close;
    fputs(sheet->blocks > 0 && apart ? "\n" : "", sheet->out);
    if (table->dense) {
        dense_find(sheet, spans);
        /* The head; titles stand behind it where they fit, and only where there are rows. */
        bool rows = false;
        for (size_t i = 0; i < sheet->line_count; i++)
            rows = rows || sheet->lines[i]->kind == LINE_ROW;
        const bool titled = rows && sheet->lines[0]->kind == LINE_TITLES;
        table_text_wrap(&text, table->head, FOLD_INDENT);
        if (!titled || text.column > spans[0].width)
            table_text_end(&text);
        if (titled)
            row_print(sheet, &text, sheet->lines[0]->cells, spans);
        if (table->note) {
            table_text_pad(&text, DENSE_INDENT);
            table_text_wrap(&text, table->note, DENSE_INDENT);
            table_text_end(&text);
        }
    } else {
        spans_find(sheet, spans);
    }
    for (size_t i = 0; i < sheet->line_count; i++) {
        const struct sheet_line *line = sheet->lines[i];
        if (line->kind == LINE_WORDS) { /* one behind the other */
            cell_put(&text, &line->cells[0], DENSE_INDENT, FOLD_INDENT, true);
            for (size_t k = 1; k < table->column_count; k++)
                if (line->cells[k].text && *line->cells[k].text)
                    behind_put(&text, &line->cells[k], 0, SHEET_BEHIND);
            table_text_end(&text);
        } else if (line->kind == LINE_ROW || (line->kind == LINE_TITLES && !table->dense)) {
            row_print(sheet, &text, line->cells, spans);
        } else if (line->kind == LINE_GROUP) {
            table_text_end(&text);
            cell_put(&text, &line->cells[0], 0, 0, true);
            table_text_end(&text);
        }
    }
    arena_finish(&sheet->arena);
    sheet->lines = NULL;
    sheet->line_count = sheet->line_room = 0;
}

static void text_block(struct sheet *sheet, enum sheet_block kind, const char *head,
                       const char *text)
{
    struct table_text lines = text_of(sheet);
    if (sheet->hang == 0) /* of wide texts, too */
        lines.columns = sheet->look.columns > 0 ? sheet->look.columns : 80;
    struct cell cell;
    const bool bold = kind == SHEET_HEADING || kind == SHEET_TITLE;
    const bool paragraph = sheet->last == SHEET_TABLE || sheet->last == SHEET_FOOT;
    const bool apart =
        kind == SHEET_HEADING ? sheet->last != SHEET_TITLE : kind == SHEET_NOTE && paragraph;
    if (sheet->blocks > 0 && apart)
        table_text_end(&lines);
    lines.lines = 0;
    table_text_pad(&lines, kind == SHEET_FOOT ? sheet->opened.indent : 0);
    table_text_put(&lines, head);
    cell_set(sheet, &cell, text, bold ? TABLE_BOLD : NULL);
    cell_put(&lines, &cell, lines.column, sheet->hang > 0 ? sheet->hang : lines.column, true);
    table_text_end(&lines);
    if (kind == SHEET_TITLE)
        table_text_end(&lines);
    sheet->block_lines += lines.lines;
    arena_finish(&sheet->arena);
}

const struct sheet_writer sheet_writer_text = { .block = text_block,
                                                .begin = text_begin,
                                                .group = text_group,
                                                .row = text_row,
                                                .words = text_words,
                                                .end = text_end };
