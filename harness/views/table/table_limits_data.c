/* SPDX-License-Identifier: MIT */
/* table_limits_data.c: device limits as data, a row for each number, named as in the run file. */
#include "harness/views/table/table_parts.h"

#include "harness/base/text.h"

#include <stdlib.h>
#include <string.h>

/* The members of an object that say what its numbers, and those below it, belong to. */
enum { KEYS = 3 };
static const char *const keys[KEYS] = { "threads", "texel_bytes", "bytes" };

struct place {
    const char *path;
    double of[KEYS]; /* NAN: none of it */
};

static bool is_key(const char *name)
{
    for (int k = 0; k < KEYS; k++)
        if (strcmp(keys[k], name) == 0)
            return true;
    return false;
}

static void value_view(struct sheet *sheet, const struct place *place, json_t *value);

static void object_view(struct sheet *sheet, const struct place *place, json_t *object)
{
    struct place inner = *place;
    const char *name;
    json_t *value;
    for (int k = 0; k < KEYS; k++)
        if (json_is_number(json_object_get(object, keys[k])))
            inner.of[k] = json_number_value(json_object_get(object, keys[k]));
    json_object_foreach(object, name, value)
    {
        struct text path = { 0 };
        text_add(&path, place->path);
        text_add(&path, *place->path ? "." : "");
        text_add(&path, name);
        inner.path = path.string;
        if (!is_key(name))
            value_view(sheet, &inner, value);
        text_finish(&path);
    }
}

/* Adds the numbers of a value; its flags and texts are no limits. */
static void value_view(struct sheet *sheet, const struct place *place, json_t *value)
{
    size_t i;
    json_t *element;
    if (json_is_object(value))
        object_view(sheet, place, value);
    json_array_foreach(value, i, element) value_view(sheet, place, element);
    if (json_is_number(value))
        SHEET_ROW(sheet, sheet_words(place->path), sheet_number(place->of[0]),
                  sheet_number(place->of[1]), sheet_number(place->of[2]),
                  sheet_number(json_number_value(value)));
}

void table_limits_data_view(struct sheet *sheet, const struct run_ceilings *ceilings)
{
    static const struct sheet_column columns[] = {
        { .key = "limit" },
        { .key = "threads", .type = SHEET_COUNT },
        { .key = "texel_bytes", .type = SHEET_COUNT },
        { .key = "bytes", .type = SHEET_COUNT },
        { .key = "value", .type = SHEET_NUMBER },
    };
    const struct place all = { .path = "", .of = { NAN, NAN, NAN } };
    json_t *limits = ceilings_json(ceilings);
    sheet_table(sheet,
                &(struct sheet_table){ .name = "limits", .main = true, SHEET_COLUMNS(columns) });
    value_view(sheet, &all, limits);
    json_decref(limits);
}
