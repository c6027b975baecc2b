/* SPDX-License-Identifier: MIT */
/* sheet_pages.c: a sheet as Markdown and LaTeX: cells between marks. */
#include "harness/base/need.h"
#include "harness/views/sheet/sheet_escape.h"
#include "harness/views/sheet/sheet_writer.h"
#include "harness/views/table/table_text.h"

#include <stdlib.h>
#include <string.h>

/* Marks of a row. */
struct marks {
    const char *row, *between, *row_end;
    void (*escape)(FILE *out, const char *text);
};

static const struct marks markdown = { "| ", " | ", " |\n", sheet_escape_markdown };
static const struct marks latex = { "", " & ", " \\\\\n", sheet_escape_latex };

/* Writes a text without the marks of a terminal. */
static void text_write(struct sheet *sheet, void (*escape)(FILE *out, const char *text),
                       const char *text)
{
    char *copy = need_copy(text);
    if (sheet->marked)
        table_text_unmark(copy);
    escape(sheet->out, copy);
    free(copy);
}

static void cell_write(struct sheet *sheet, const struct marks *marks,
                       const struct sheet_column *column, const struct sheet_value *value)
{
    FILE *out = sheet->out;
    char cell[SHEET_CELL_BYTES];
    const bool strong = marks == &markdown && value && value->strong;
    const bool code = marks == &markdown && value && column->type == SHEET_CODE;
    void (*const escape)(FILE *, const char *) = code ? sheet_escape_code : marks->escape;
    fputs(strong ? "**" : "", out);
    text_write(sheet, escape, value ? sheet_shown(column->type, value, cell) : column->title);
    fputs(strong ? "**" : "", out);
}

/* Writes a row of values; of titles where they are NULL. */
static void row_write(struct sheet *sheet, const struct marks *marks,
                      const struct sheet_value *values)
{
    const char *between = "";
    fputs(marks->row, sheet->out);
    for (size_t i = 0; i < sheet->table->column_count; i++) {
        const struct sheet_column *column = &sheet->table->columns[i];
        if (!sheet_has(sheet, column))
            continue;
        fputs(between, sheet->out);
        cell_write(sheet, marks, column, values ? &values[i] : NULL);
        between = marks->between;
    }
    fputs(marks->row_end, sheet->out);
}

/* A word or two for each column. */
static void columns_write(struct sheet *sheet, const char *words, const char *number)
{
    for (size_t i = 0; i < sheet->table->column_count; i++)
        if (sheet_has(sheet, &sheet->table->columns[i]))
            fputs(sheet_is_words(&sheet->table->columns[i]) ? words : number, sheet->out);
}

/* A head without the spaces that indent a text. */
static void head_write(struct sheet *sheet, const struct marks *marks, const char *head)
{
    char own[64];
    snprintf(own, sizeof(own), "%s", head + strspn(head, " "));
    while (*own && own[strlen(own) - 1] == ' ')
        own[strlen(own) - 1] = 0;
    marks->escape(sheet->out, own);
    fputs(sheet->hang > 0 && *own && own[strlen(own) - 1] != ':' ? ":" : "", sheet->out);
    fputs(*own ? " " : "", sheet->out);
}

static void block_write(struct sheet *sheet, const struct marks *marks, const char *begin,
                        const char *head, const char *text, const char *end)
{
    fputs(begin, sheet->out);
    head_write(sheet, marks, head);
    text_write(sheet, marks->escape, text);
    fputs(end, sheet->out);
}

/* Markdown and LaTeX have an empty line between blocks. */
static void json_line_write(struct sheet *sheet)
{
    fputs(sheet->blocks > 0 ? "\n" : "", sheet->out);
}

/* Markdown ------------------------------------------------------------------------------------- */

static void markdown_block(struct sheet *sheet, enum sheet_block kind, const char *head,
                           const char *text)
{
    const bool heading = kind == SHEET_HEADING;
    json_line_write(sheet);
    block_write(sheet, &markdown, heading ? "**" : "", head, text, heading ? "**\n" : "\n");
}

static void markdown_begin(struct sheet *sheet)
{
    json_line_write(sheet);
    row_write(sheet, &markdown, NULL);
    fputc('|', sheet->out);
    columns_write(sheet, ":---|", "---:|");
    fputc('\n', sheet->out);
}

static void markdown_row(struct sheet *sheet, const struct sheet_value *values)
{
    row_write(sheet, &markdown, values);
}

const struct sheet_writer sheet_writer_markdown = { .block = markdown_block,
                                                    .begin = markdown_begin,
                                                    .row = markdown_row };

/* LaTeX: for longtable, which a page cannot cut off -------------------------------------------- */

static void latex_block(struct sheet *sheet, enum sheet_block kind, const char *head,
                        const char *text)
{
    const bool heading = kind == SHEET_HEADING;
    json_line_write(sheet);
    block_write(sheet, &latex, heading ? "\\paragraph{" : "", head, text, heading ? "}\n" : "\n");
}

static void latex_begin(struct sheet *sheet)
{
    json_line_write(sheet);
    fputs("\\begin{longtable}{", sheet->out);
    columns_write(sheet, "l", "r");
    fputs("}\n\\hline\n", sheet->out);
    row_write(sheet, &latex, NULL);
    fputs("\\hline\n\\endhead\n", sheet->out);
}

static void latex_row(struct sheet *sheet, const struct sheet_value *values)
{
    row_write(sheet, &latex, values);
}

static void latex_end(struct sheet *sheet)
{
    fputs("\\hline\n\\end{longtable}\n", sheet->out);
}

const struct sheet_writer sheet_writer_latex = {
    .block = latex_block, .begin = latex_begin, .row = latex_row, .end = latex_end
};
