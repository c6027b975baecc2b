/* SPDX-License-Identifier: MIT */
#include "harness/record/columns.h"

#include "harness/base/json_value.h"

#include <math.h>

static struct json_reader array_of(const struct json_reader *object, const struct column *column,
                                   const char *base, size_t count)
{
    const struct json_reader array = json_reader_array(object, column->key);
    const size_t own = json_reader_count(&array);
    if (!array.json && column->wanted)
        json_reader_missing(object, column->key);
    else if (array.json && own == 0)
        json_reader_fault(object, column->key, " is empty");
    else if (array.json && own != count)
        json_reader_fault(object, column->key, " has %zu entries, and %s %zu", own, base, count);
    return array;
}

static uint32_t index_read(const struct json_reader *array, size_t i)
{
    const double index = json_reader_value(array, i, RUN_COUNT);
    if (index > UINT32_MAX)
        json_reader_fault(array, NULL, " has an index of %.9g", index);
    return index <= UINT32_MAX ? (uint32_t)index : 0;
}

static void value_read(const struct json_reader *array, size_t i, const struct column *column,
                       double scale, void *member)
{
    switch (column->type) {
    case COLUMN_TOTAL:
        *(double *)member =
            json_reader_value(array, i, column->wanted ? RUN_TOTAL : RUN_COUNT) / scale;
        return;
    case COLUMN_NS: *(double *)member = json_reader_value(array, i, RUN_TIME); return;
    case COLUMN_IF: *(double *)member = json_reader_value_if_any(array, i, RUN_TIME); return;
    case COLUMN_ROUND:
    case COLUMN_INDEX: *(uint32_t *)member = index_read(array, i); return;
    case COLUMN_FLAG: *(bool *)member = json_reader_truth(array, i); return;
    }
}

static void value_clear(size_t i, const struct column *column, void *member)
{
    if (column->type == COLUMN_IF)
        *(double *)member = NAN;
    else if (column->type == COLUMN_ROUND)
        *(uint32_t *)member = (uint32_t)i;
}

void *columns_read(const struct json_reader *object, const struct columns *columns, size_t *count)
{
    const char *base = columns->columns[columns->base].key;
    const struct json_reader first = json_reader_array(object, base);
    const size_t length = json_reader_count(&first);
    if (object->json)
        array_of(object, &columns->columns[columns->base], base, length);
    char *entries = object->json ? json_reader_alloc(object->reader, length, columns->bytes) : NULL;
    *count = 0;
    for (const struct column *column = columns->columns; column->key && entries; column++) {
        const struct json_reader array = array_of(object, column, base, length);
        char *member = entries + column->offset;
        for (size_t i = 0; i < length && !object->reader->failed; i++, member += columns->bytes)
            if (array.json)
                value_read(&array, i, column, columns->scale, member);
            else
                value_clear(i, column, member);
    }
    if (!entries || object->reader->failed)
        return NULL;
    *count = length;
    return entries;
}

/* Writing ------------------------------------------------------------------------------------- */

/* *silent: it says nothing. */
static json_t *value_json(size_t i, const struct column *column, double scale, const void *member,
                          bool *silent)
{
    double number;
    uint32_t index;
    bool truth;
    switch (column->type) {
    case COLUMN_TOTAL:
    case COLUMN_NS:
    case COLUMN_IF:
        number = *(const double *)member;
        *silent = column->type == COLUMN_TOTAL ? number == 0 : !isfinite(number);
        return column->type == COLUMN_TOTAL ? json_value_whole(number * scale)
                                            : json_value_number(number);
    case COLUMN_ROUND:
    case COLUMN_INDEX:
        index = *(const uint32_t *)member;
        *silent = index == (column->type == COLUMN_ROUND ? i : 0);
        return json_value_count(index);
    case COLUMN_FLAG:
        truth = *(const bool *)member;
        *silent = !truth;
        return json_boolean(truth);
    }
    return NULL;
}

json_t *columns_json(const struct columns *columns, const void *entries, size_t count)
{
    json_t *object = json_object();
    for (const struct column *column = columns->columns; column->key; column++) {
        json_t *array = json_array();
        const char *member = (const char *)entries + column->offset;
        bool silent = true;
        for (size_t i = 0; i < count; i++, member += columns->bytes) {
            bool own = true;
            json_value_append(&array, value_json(i, column, columns->scale, member, &own));
            silent = silent && own;
        }
        if (!silent || columns->whole || !array)
            json_value_set(&object, column->key, array);
        else
            json_decref(array);
    }
    return object;
}
