/* SPDX-License-Identifier: MIT */
#include "harness/views/sheet/sheet.h"

#include "harness/base/need.h"
#include "harness/views/table/table.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

void sheet_escape_markdown(FILE *out, const char *text)
{
    bool word = false; /* the character before is of a word */
    for (uint32_t c; (c = markup_next(&text)) != 0;) {
        const bool within = word && isalnum((unsigned char)*text);
        if (c < 0x80 && (strchr("\\`*|<>[]~", (int)c) || (c == '_' && !within)))
            fputc('\\', out);
        markup_put_plain(out, c);
        word = c < 0x80 && isalnum((int)c);
    }
}

/* The longest row of back quotes. */
static size_t ticks_longest(const char *text, const char *end)
{
    size_t longest = 0, length = 0;
    for (; text < end; text++) {
        length = *text == '`' ? length + 1 : 0;
        longest = length > longest ? length : longest;
    }
    return longest;
}

static void ticks_write(FILE *out, size_t count)
{
    for (size_t i = 0; i < count; i++)
        fputc('`', out);
}

/* Code within a line or a cell, several where SHEET_UNIT stands. A space keeps its own back quotes
 * from those around it. A mark of a column behind a backslash could not be told from one that ends
 * the cell, so it becomes a broken bar. */
static void sheet_escape_code(FILE *out, const char *text)
{
    for (const char *end; *text; text = end + (*end != 0)) {
        end = text + strcspn(text, SHEET_UNIT);
        if (text == end)
            continue;
        const size_t ticks = 1 + ticks_longest(text, end);
        const char *pad = *text == '`' || end[-1] == '`' ? " " : "";
        bool behind = false;
        ticks_write(out, ticks);
        fputs(pad, out);
        while (text < end) {
            const uint32_t c = markup_next(&text);
            fputs(c == '|' && !behind ? "\\" : "", out);
            markup_put_plain(out, c == '|' && behind ? 0xA6 : c);
            behind = c == '\\';
        }
        fputs(pad, out);
        ticks_write(out, ticks);
        fputs(*end ? "; " : "", out);
    }
}

void sheet_escape_fence(FILE *out, const char *language, const char *text)
{
    const size_t longest = ticks_longest(text, text + strlen(text));
    const size_t ticks = longest < 3 ? 3 : longest + 1;
    ticks_write(out, ticks);
    fprintf(out, "%s\n", language);
    for (uint32_t c; (c = markup_next(&text)) != 0;)
        markup_put_plain(out, c);
    fputc('\n', out);
    ticks_write(out, ticks);
    fputc('\n', out);
}

/* A command that every font has, and no brace alone; NULL for a character that stays. */
static const char *latex_of(uint32_t c)
{
    switch (c) {
    case '\\': return "\\textbackslash{}";
    case '{': return "\\textbraceleft{}";
    case '}': return "\\textbraceright{}";
    case '~': return "\\textasciitilde{}";
    case '^': return "\\textasciicircum{}";
    case '<': return "\\textless{}";
    case '>': return "\\textgreater{}";
    case '|': return "\\textbar{}";
    case '"': return "''";
    case '$': return "\\$";
    case '&': return "\\&";
    case '#': return "\\#";
    case '_': return "\\_";
    case '%': return "\\%";
    case 0xFFFD: return "?";
    default: return NULL;
    }
}

void sheet_escape_latex(FILE *out, const char *text)
{
    for (uint32_t c; (c = markup_next(&text)) != 0;)
        if (latex_of(c))
            fputs(latex_of(c), out);
        else
            markup_put_plain(out, c);
}

void sheet_escape_csv(FILE *out, const char *text)
{
    const bool quoted = text[strcspn(text, ",\"\r\n")] != 0;
    fputs(quoted ? "\"" : "", out);
    for (; *text; text++) {
        fputs(*text == '"' ? "\"" : "", out);
        fputc(*text, out);
    }
    fputs(quoted ? "\"" : "", out);
}

void sheet_escape_csv_number(FILE *out, double number)
{
    if (isfinite(number))
        fprintf(out, "%.17g", number);
}

/* CSV ------------------------------------------------------------------------------------------ */

/* The columns of fields, and of their intervals. */
static void csv_begin(struct sheet *sheet)
{
    FILE *out = sheet->out;
    const char *comma = "";
    if (sheet->blocks > 0)
        return;
    foreach (const struct sheet_column, column, sheet->table->columns, sheet->table->column_count) {
        if (!sheet_has(sheet, column))
            continue;
        const size_t length = strlen(column->key);
        const bool ns = length > 3 && strcmp(column->key + length - 3, "_ns") == 0;
        const int stem = (int)length - (ns ? 3 : 0);
        fputs(comma, out);
        sheet_escape_csv(out, column->key);
        if (column->interval)
            fprintf(out, ",%.*s_low%s,%.*s_high%s", stem, column->key, ns ? "_ns" : "", stem,
                    column->key, ns ? "_ns" : "");
        comma = ",";
    }
    fputs("\r\n", out);
    sheet->blocks++;
}

static void csv_row(struct sheet *sheet, const struct sheet_value *values)
{
    FILE *out = sheet->out;
    const char *comma = "";
    for (size_t i = 0; i < sheet->table->column_count; i++) {
        const struct sheet_column *column = &sheet->table->columns[i];
        if (!sheet_has(sheet, column))
            continue;
        fputs(comma, out);
        comma = ",";
        if (sheet_is_words(column))
            sheet_escape_csv(out, values[i].text ? values[i].text : "");
        else
            sheet_escape_csv_number(out, values[i].number);
        if (column->interval) {
            fputc(',', out);
            sheet_escape_csv_number(out, values[i].low);
            fputc(',', out);
            sheet_escape_csv_number(out, values[i].high);
        }
    }
    fputs("\r\n", out);
}

static const struct sheet_writer csv_writer = { .begin = csv_begin, .row = csv_row };

/* JSON ----------------------------------------------------------------------------------------- */

static void json_open(struct sheet *sheet)
{
    sheet->object = sheet->document = json_object();
}

static void json_close(struct sheet *sheet)
{
    json_value_write(sheet->out, sheet->document, JSON_INDENT(1));
    fputc('\n', sheet->out);
}

/* At a path, whose objects are made on the way. Takes the value over. */
static void put(json_t *object, const char *path, json_t *value)
{
    for (size_t length; path[length = strcspn(path, ".")]; path += length + 1) {
        char key[64];
        snprintf(key, sizeof(key), "%.*s", (int)length, path);
        json_t *next = json_object_get(object, key);
        if (!next)
            json_object_set_new(object, key, next = json_object());
        object = next;
    }
    json_object_set_new(object, path, value);
}

/* Without the marks of a terminal. */
static json_t *value_json(const struct sheet *sheet, enum sheet_type type,
                          const struct sheet_value *value)
{
    if (type == SHEET_FLAG)
        return json_boolean(value->number != 0);
    if (type > SHEET_FLAG)
        return json_value_number(value->number);
    OWNED char *copy = value->text && sheet->marked ? need_copy(value->text) : NULL;
    if (copy)
        table_text_unmark(copy);
    return json_value_text(copy ? copy : value->text);
}

static void json_begin(struct sheet *sheet)
{
    sheet->rows = NULL;
    if (sheet->table->single)
        return;
    sheet->rows = json_array();
    put(sheet->object, sheet->table->name, sheet->rows);
}

/* A column whose key is "" is the row. */
static void json_row(struct sheet *sheet, const struct sheet_value *values)
{
    json_t *row = json_object();
    for (size_t i = 0; i < sheet->table->column_count; i++) {
        const struct sheet_column *column = &sheet->table->columns[i];
        const char *path = column->path ? column->path : column->key;
        if (!sheet_has(sheet, column))
            continue;
        json_t *value = value_json(sheet, column->type, &values[i]);
        if (*path) {
            put(row, path, value);
        } else {
            json_decref(row);
            row = value;
        }
        if (column->interval) {
            const char *dot = strrchr(path, '.'), *unit = column->type == SHEET_NS ? "_ns" : "";
            const int parent = dot ? (int)(dot - path) + 1 : 0;
            char beside[128];
            snprintf(beside, sizeof(beside), "%.*sinterval_low%s", parent, path, unit);
            put(row, beside, json_value_number(values[i].low));
            snprintf(beside, sizeof(beside), "%.*sinterval_high%s", parent, path, unit);
            put(row, beside, json_value_number(values[i].high));
        }
    }
    if (sheet->rows)
        json_array_append_new(sheet->rows, row);
    else
        put(sheet->object, sheet->table->name, row);
}

static void json_element(struct sheet *sheet, const char *path)
{
    json_t *array = json_object_get(sheet->document, path);
    if (!array)
        put(sheet->document, path, array = json_array());
    sheet->object = json_object();
    json_array_append_new(array, sheet->object);
}

static void json_member(struct sheet *sheet, const char *path, enum sheet_type type,
                        struct sheet_value value)
{
    put(sheet->object, path, value_json(sheet, type, &value));
}

static const struct sheet_writer json_writer = { .open = json_open,
                                                 .begin = json_begin,
                                                 .row = json_row,
                                                 .close = json_close,
                                                 .element = json_element,
                                                 .member = json_member };

/* Sheet pages ---------------------------------------------------------------------------------- */

/* Marks of rows and headings. */
static const struct marks {
    const char *row, *between, *row_end, *heading, *heading_end;
    void (*escape)(FILE *out, const char *text);
} markdown = { "| ", " | ", " |\n", "**", "**\n", sheet_escape_markdown },
  latex = { "", " & ", " \\\\\n", "\\paragraph{", "}\n", sheet_escape_latex };

static const struct marks *marks_of(const struct sheet *sheet)
{
    return sheet->look.style == SHEET_MARKDOWN ? &markdown : &latex;
}

/* Writes a text without the marks of a terminal. */
static void text_write(struct sheet *sheet, void (*escape)(FILE *out, const char *text),
                       const char *text)
{
    OWNED char *copy = need_copy(text);
    if (sheet->marked)
        table_text_unmark(copy);
    escape(sheet->out, copy);
}

/* Writes a row of values; of titles where they are NULL. */
static void pages_row(struct sheet *sheet, const struct sheet_value *values)
{
    const struct marks *marks = marks_of(sheet);
    const char *between = "";
    fputs(marks->row, sheet->out);
    for (size_t i = 0; i < sheet->table->column_count; i++) {
        const struct sheet_column *column = &sheet->table->columns[i];
        const struct sheet_value *value = values ? &values[i] : NULL;
        const bool marked = marks == &markdown && value;
        const char *strong = marked && value->strong ? "**" : "";
        char cell[SHEET_CELL_BYTES];
        if (!sheet_has(sheet, column))
            continue;
        fprintf(sheet->out, "%s%s", between, strong);
        text_write(sheet, marked && column->type == SHEET_CODE ? sheet_escape_code : marks->escape,
                   value ? sheet_shown(column->type, value, cell) : column->title);
        fputs(strong, sheet->out);
        between = marks->between;
    }
    fputs(marks->row_end, sheet->out);
}

/* Writes an empty line between blocks. */
static void blocks_part(struct sheet *sheet)
{
    fputs(sheet->blocks > 0 ? "\n" : "", sheet->out);
}

/* A head has no spaces that indent a text. */
static void pages_block(struct sheet *sheet, enum sheet_block kind, const char *head,
                        const char *text)
{
    const struct marks *marks = marks_of(sheet);
    const bool heading = kind == SHEET_HEADING;
    char own[64];
    snprintf(own, sizeof(own), "%s", head + strspn(head, " "));
    while (*own && own[strlen(own) - 1] == ' ')
        own[strlen(own) - 1] = 0;
    blocks_part(sheet);
    fputs(heading ? marks->heading : "", sheet->out);
    marks->escape(sheet->out, own);
    fputs(sheet->hang > 0 && *own && own[strlen(own) - 1] != ':' ? ":" : "", sheet->out);
    fputs(*own ? " " : "", sheet->out);
    text_write(sheet, marks->escape, text);
    fputs(heading ? marks->heading_end : "\n", sheet->out);
}

/* A word or two for each column. */
static void columns_write(struct sheet *sheet, const char *words, const char *number)
{
    for (size_t i = 0; i < sheet->table->column_count; i++)
        if (sheet_has(sheet, &sheet->table->columns[i]))
            fputs(sheet_is_words(&sheet->table->columns[i]) ? words : number, sheet->out);
}

static void markdown_begin(struct sheet *sheet)
{
    blocks_part(sheet);
    pages_row(sheet, NULL);
    fputc('|', sheet->out);
    columns_write(sheet, ":---|", "---:|");
    fputc('\n', sheet->out);
}

/* For longtable, which a page cannot cut off. */
static void latex_begin(struct sheet *sheet)
{
    blocks_part(sheet);
    fputs("\\begin{longtable}{", sheet->out);
    columns_write(sheet, "l", "r");
    fputs("}\n\\hline\n", sheet->out);
    pages_row(sheet, NULL);
    fputs("\\hline\n\\endhead\n", sheet->out);
}

static void latex_end(struct sheet *sheet)
{
    fputs("\\hline\n\\end{longtable}\n", sheet->out);
}

static const struct sheet_writer markdown_writer = { .block = pages_block,
                                                     .begin = markdown_begin,
                                                     .row = pages_row };
static const struct sheet_writer latex_writer = {
    .block = pages_block, .begin = latex_begin, .row = pages_row, .end = latex_end
};

/* Sheet ---------------------------------------------------------------------------------------- */

const char *const sheet_style_names[] = { "text", "markdown", "latex", "csv", "json", NULL };

static const struct sheet_writer *writer_of(const struct sheet *sheet)
{
    static const struct sheet_writer *const writers[SHEET_STYLE_COUNT] = {
        [SHEET_TEXT] = &sheet_writer_text, [SHEET_MARKDOWN] = &markdown_writer,
        [SHEET_LATEX] = &latex_writer,     [SHEET_CSV] = &csv_writer,
        [SHEET_JSON] = &json_writer,
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

static void columns_begin(struct sheet *sheet)
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
        columns_begin(sheet);
}

void sheet_group(struct sheet *sheet, const char *format, ...)
{
    OWNED_TEXT struct text name = { 0 };
    va_list values;
    if (!writer_of(sheet)->group || sheet->hidden)
        return;
    va_start(values, format);
    text_add_values(&name, format, values);
    va_end(values);
    columns_begin(sheet);
    writer_of(sheet)->group(sheet, text_string(&name));
}

void sheet_row(struct sheet *sheet, const struct sheet_value *values, size_t count)
{
    assert(sheet->table && count == sheet->table->column_count);
    if (sheet->hidden)
        return;
    columns_begin(sheet);
    writer_of(sheet)->row(sheet, values);
}

void sheet_row_words(struct sheet *sheet, const struct sheet_value *values, size_t count)
{
    enum { COLUMNS_MAX = 32 };
    struct sheet_value row[COLUMNS_MAX];
    OWNED_TEXT struct text rest = { 0 };
    const size_t columns = sheet->table ? sheet->table->column_count : 0;
    assert(columns > 1 && columns <= COLUMNS_MAX && count > 0);
    if (sheet->hidden)
        return;
    columns_begin(sheet);
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

void sheet_block(struct sheet *sheet, enum sheet_block kind, const char *head, const char *format,
                 ...)
{
    OWNED_TEXT struct text text = { 0 };
    va_list arguments;
    va_start(arguments, format);
    text_add_values(&text, format, arguments);
    va_end(arguments);
    sheet_line(sheet, kind, head, 0, text_string(&text));
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
