/* SPDX-License-Identifier: MIT */
/* sheet_data.c: a sheet as CSV and as JSON. */
#include "harness/base/json_value.h"
#include "harness/views/sheet/sheet_escape.h"
#include "harness/views/sheet/sheet_writer.h"

#include <string.h>

/* CSV ------------------------------------------------------------------------------------------ */

/* The columns of a field, and of its interval. */
static void csv_titles(FILE *out, const struct sheet_column *column)
{
    const size_t length = strlen(column->key);
    const bool ns = length > 3 && strcmp(column->key + length - 3, "_ns") == 0;
    const int stem = (int)length - (ns ? 3 : 0);
    sheet_escape_csv(out, column->key);
    if (column->interval)
        fprintf(out, ",%.*s_low%s,%.*s_high%s", stem, column->key, ns ? "_ns" : "", stem,
                column->key, ns ? "_ns" : "");
}

static void csv_begin(struct sheet *sheet)
{
    const char *comma = "";
    if (sheet->blocks > 0)
        return;
    for (size_t i = 0; i < sheet->table->column_count; i++)
        if (sheet_has(sheet, &sheet->table->columns[i])) {
            fputs(comma, sheet->out);
            csv_titles(sheet->out, &sheet->table->columns[i]);
            comma = ",";
        }
    fputs("\r\n", sheet->out);
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

const struct sheet_writer sheet_writer_csv = { .begin = csv_begin, .row = csv_row };

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

static json_t *value_json(enum sheet_type type, const struct sheet_value *value)
{
    switch (type) {
    case SHEET_WORDS:
    case SHEET_CODE: return json_value_text(value->text);
    case SHEET_FLAG: return json_boolean(value->number != 0);
    default: return json_value_number(value->number);
    }
}

/* Beside the value. */
static void interval_put(json_t *row, const struct sheet_column *column, const char *path,
                         const struct sheet_value *value)
{
    const char *dot = strrchr(path, '.'), *unit = column->type == SHEET_NS ? "_ns" : "";
    char own[128];
    const int parent = dot ? (int)(dot - path) + 1 : 0;
    snprintf(own, sizeof(own), "%.*sinterval_low%s", parent, path, unit);
    put(row, own, json_value_number(value->low));
    snprintf(own, sizeof(own), "%.*sinterval_high%s", parent, path, unit);
    put(row, own, json_value_number(value->high));
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
        json_t *value = value_json(column->type, &values[i]);
        if (*path) {
            put(row, path, value);
        } else {
            json_decref(row);
            row = value;
        }
        if (column->interval)
            interval_put(row, column, path, &values[i]);
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
    put(sheet->object, path, value_json(type, &value));
}

const struct sheet_writer sheet_writer_json = { .open = json_open,
                                                .begin = json_begin,
                                                .row = json_row,
                                                .close = json_close,
                                                .element = json_element,
                                                .member = json_member };
