/* SPDX-License-Identifier: MIT */
#include "harness/base/need.h"
#include "harness/base/text.h"
#include "harness/record/columns.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char marker[] = "\n\"packed_cases\":{\"forms\":[\n";
static const char damaged[] = "its columns are damaged";
static const size_t none = SIZE_MAX;

/* The text of a form up to a number, and the column that the number names; or to the end. */
struct piece {
    const char *at;
    size_t bytes, column;
};

struct form {
    size_t first, count; /* of the pieces */
};

struct column {
    const char *at, *end; /* the items that are left */
    bool constant;        /* one item for all */
    int64_t times;
    size_t plus; /* column, or none */
    size_t seen; /* case that had an item last, and where in the text made it is */
    size_t offset, bytes;
};

struct columns {
    const char *at, *end;
    struct piece *pieces;
    struct form *forms;
    struct column *columns;
    size_t piece_count, piece_room, form_count, form_room, column_count, column_room;
};

static bool take(struct columns *columns, const char *word)
{
    const size_t bytes = strlen(word);
    if ((size_t)(columns->end - columns->at) < bytes || memcmp(columns->at, word, bytes) != 0)
        return false;
    columns->at += bytes;
    return true;
}

static bool take_number(struct columns *columns, size_t *number)
{
    const char *first = columns->at;
    *number = 0;
    while (columns->at < columns->end && columns->at - first < 10 && *columns->at >= '0' &&
           *columns->at <= '9')
        *number = 10 * *number + (size_t)(*columns->at++ - '0');
    return columns->at > first && *number <= COLUMNS_TIMES_MAX;
}

/* Takes the line, without the comma behind it. NULL where none ends. */
static const char *take_line(struct columns *columns, size_t *bytes, bool *last)
{
    const char *first = columns->at;
    const char *end = memchr(first, '\n', (size_t)(columns->end - first));
    if (!end || end == first)
        return NULL;
    columns->at = end + 1;
    *last = end[-1] != ',';
    *bytes = (size_t)(end - first) - !*last;
    return first;
}

static void piece_add(struct columns *columns, const char *at, const char *end, size_t column)
{
    columns->pieces = need_room(columns->pieces, columns->piece_count, &columns->piece_room,
                                sizeof(*columns->pieces));
    columns->pieces[columns->piece_count++] =
        (struct piece){ .at = at, .bytes = (size_t)(end - at), .column = column };
}

/* Splits a form at its numbers; those in strings are text. */
static bool form_split(struct columns *columns, const char *line, size_t bytes)
{
    struct columns within = { .at = line, .end = line + bytes };
    const char *literal = line;
    bool quoted = false;
    while (within.at < within.end) {
        const char letter = *within.at, *first = within.at;
        size_t column = 0;
        if (!quoted && letter >= '0' && letter <= '9') {
            if (!take_number(&within, &column))
                return false;
            piece_add(columns, literal, first, column);
            literal = within.at;
            continue;
        }
        quoted = letter == '"' ? !quoted : quoted;
        within.at += quoted && letter == '\\' && within.end - within.at > 1 ? 2 : 1;
    }
    piece_add(columns, literal, within.end, none);
    return true;
}

static bool forms_take(struct columns *columns)
{
    for (bool last = false; !last;) {
        size_t bytes = 0;
        const char *line = take_line(columns, &bytes, &last);
        const size_t first = columns->piece_count;
        if (!line || !form_split(columns, line, bytes))
            return false;
        columns->forms = need_room(columns->forms, columns->form_count, &columns->form_room,
                                   sizeof(*columns->forms));
        columns->forms[columns->form_count++] =
            (struct form){ .first = first, .count = columns->piece_count - first };
    }
    return take(columns, "],\n\"columns\":[\n");
}

static bool column_take(struct columns *columns, struct column *column)
{
    static const char behind[] = "\n]}";
    size_t times = 1, plus = none;
    const char *name = take(columns, "{\"member\":\"") ? columns->at : NULL;
    const char *quote = name ? memchr(name, '"', (size_t)(columns->end - name)) : NULL;
    if (!quote)
        return false;
    columns->at = quote + 1;
    if (take(columns, ",\"times\":") && (!take_number(columns, &times) || times == 0))
        return false;
    if (take(columns, ",\"plus\":") && !take_number(columns, &plus))
        return false;
    if (!take(columns, ",\"items\":[\n") || (plus != none && plus >= columns->column_count))
        return false;
    const char *end =
        memmem(columns->at, (size_t)(columns->end - columns->at), behind, strlen(behind));
    if (!end || end == columns->at)
        return false;
    *column = (struct column){ .at = columns->at,
                               .end = end,
                               .constant = !memchr(columns->at, '\n', (size_t)(end - columns->at)),
                               .times = (int64_t)times,
                               .plus = plus,
                               .seen = none };
    columns->at = end + strlen(behind);
    return true;
}

static bool columns_take(struct columns *columns)
{
    do {
        columns->columns = need_room(columns->columns, columns->column_count, &columns->column_room,
                                     sizeof(*columns->columns));
        if (!column_take(columns, &columns->columns[columns->column_count]))
            return false;
        columns->column_count++;
    } while (take(columns, ",\n"));
    return take(columns, "\n],\n\"order\":[");
}

/* Reads a number, and steps behind it. False where there is none, or one too large. */
static bool number_read(const char **at, const char *end, int64_t *number)
{
    const bool negative = *at < end && **at == '-';
    const char *first = *at += negative;
    *number = 0;
    while (*at < end && **at >= '0' && **at <= '9' && *number < COLUMNS_NUMBER_END)
        *number = 10 * *number + (*(*at)++ - '0');
    const bool fits = *at > first && *number < COLUMNS_NUMBER_END;
    *number = negative ? -*number : *number;
    return fits;
}

static void number_add(struct text *out, int64_t number)
{
    char digits[24], *at = digits + sizeof(digits);
    uint64_t left = number < 0 ? -(uint64_t)number : (uint64_t)number;
    do
        *--at = (char)('0' + left % 10);
    while (left /= 10);
    if (number < 0)
        *--at = '-';
    text_add_bytes(out, at, (size_t)(digits + sizeof(digits) - at));
}

static size_t commas(const char *at, size_t bytes)
{
    size_t count = 0;
    for (const char *end = at + bytes; at < end; at++)
        count += *at == ',';
    return count;
}

/* Adds an array of whole numbers, each multiplied, and that of the base added. Offset `base` of the
 * text made is the base's, behind its bracket; none without one. */
static bool array_add(struct text *out, const char *item, size_t bytes, int64_t times, size_t base)
{
    const char *end = item + bytes;
    text_add(out, "[");
    for (item++; item < end && *item != ']'; item++) {
        int64_t number = 0, added = 0;
        if (!number_read(&item, end, &number) || item == end || (*item != ',' && *item != ']') ||
            number > COLUMNS_NUMBER_END / times || number < -COLUMNS_NUMBER_END / times)
            return false;
        if (base != none) {
            const char *at = out->string + base;
            if (!number_read(&at, out->string + out->length, &added))
                return false;
            base = (size_t)(at + 1 - out->string);
        }
        number_add(out, number * times + added);
        if (*item == ']')
            break;
        text_add(out, ",");
    }
    text_add(out, "]");
    return item + 1 == end;
}

/* Adds the column's next item, in case `index`. */
static bool item_add(struct columns *columns, struct column *column, size_t index, struct text *out)
{
    const char *item = column->at;
    const char *line = memchr(item, '\n', (size_t)(column->end - item));
    const size_t bytes = (size_t)((line ? line - 1 : column->end) - item);
    if (item >= column->end || line == item || (line && line[-1] != ','))
        return false;
    if (!column->constant)
        column->at = line ? line + 1 : column->end;
    const struct column *plus = column->plus != none ? &columns->columns[column->plus] : NULL;
    column->seen = index;
    column->offset = out->length;
    bool whole = true;
    const bool based = plus && plus->seen == index && bytes > 2 && plus->bytes > 2 &&
                       out->string[plus->offset] == '[' &&
                       commas(item, bytes) == commas(out->string + plus->offset, plus->bytes);
    if (*item == '[' && (based || column->times > 1))
        whole = array_add(out, item, bytes, column->times, based ? plus->offset + 1 : none);
    else
        text_add_bytes(out, item, bytes);
    column->bytes = out->length - column->offset;
    return whole;
}

static bool case_add(struct columns *columns, size_t index, size_t form, size_t bytes_max,
                     struct text *out)
{
    if (form >= columns->form_count || out->length > bytes_max)
        return false;
    const struct piece *piece = columns->pieces + columns->forms[form].first;
    text_add(out, index > 0 ? ",\n" : "");
    for (const struct piece *end = piece + columns->forms[form].count; piece < end; piece++) {
        text_add_bytes(out, piece->at, piece->bytes);
        if (piece->column == none)
            continue;
        if (piece->column >= columns->column_count || out->length > bytes_max ||
            !item_add(columns, &columns->columns[piece->column], index, out))
            return false;
    }
    return true;
}

/* Adds all cases. False where columns lack items, or have more. */
static bool cases_add(struct columns *columns, size_t bytes_max, struct text *out)
{
    size_t index = 0;
    text_add(out, "\"cases\":[\n");
    do {
        size_t form = 0;
        if (!take_number(columns, &form) || !case_add(columns, index++, form, bytes_max, out))
            return false;
    } while (take(columns, ","));
    for (size_t i = 0; i < columns->column_count; i++)
        if (!columns->columns[i].constant && columns->columns[i].at != columns->columns[i].end)
            return false;
    text_add(out, "\n]");
    return take(columns, "]}");
}

static const char *marker_find(const char *text, size_t size)
{
    return memmem(text, size, marker, strlen(marker));
}

bool columns_are(const char *text, size_t size)
{
    return marker_find(text, size);
}

const char *columns_unpack(const char *text, size_t size, size_t bytes_max, char **out,
                           size_t *out_bytes)
{
    const char *found = marker_find(text, size);
    struct text made = { 0 };
    *out = NULL;
    if (!found)
        return damaged;
    struct columns columns = { .at = found + strlen(marker), .end = text + size };
    text_add_bytes(&made, text, (size_t)(found + 1 - text));
    const bool whole =
        forms_take(&columns) && columns_take(&columns) && cases_add(&columns, bytes_max, &made);
    if (whole)
        text_add_bytes(&made, columns.at, (size_t)(columns.end - columns.at));
    free(columns.pieces);
    free(columns.forms);
    free(columns.columns);
    const bool large = made.length > bytes_max;
    const char *fault = large ? "it would be too large" : whole ? NULL : damaged;
    *out_bytes = made.length;
    if (fault)
        text_finish(&made);
    else
        *out = text_take(&made);
    return fault;
}
