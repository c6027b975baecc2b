/* SPDX-License-Identifier: MIT */
#include "harness/base/json_value.h"
#include "harness/base/text.h"
#include "harness/record/results_text.h"

#include <stdlib.h>

static void dump_value(struct text *text, const json_t *value)
{
    char *line = json_value_dump(value, JSON_COMPACT | JSON_ENCODE_ANY);
    text->broken = text->broken || !line;
    text_add(text, line ? line : "");
    free(line);
}

static void dump_list(struct text *text, const json_t *list)
{
    const json_t *entry;
    size_t i;
    text_add(text, "[");
    json_array_foreach(list, i, entry)
    {
        text_add(text, i == 0 ? "\n" : ",\n");
        dump_value(text, entry);
    }
    text_add(text, json_array_size(list) == 0 ? "]" : "\n]");
}

char *results_dump(const json_t *document)
{
    struct text text = { .broken = !document };
    const char *key, *separator = "{\n";
    json_t *value;
    json_object_foreach((json_t *)document, key, value)
    {
        json_t *name = json_string(key);
        text_add(&text, separator);
        dump_value(&text, name);
        json_decref(name);
        text_add(&text, ":");
        if (json_is_array(value))
            dump_list(&text, value);
        else
            dump_value(&text, value);
        separator = ",\n";
    }
    text_add(&text, "\n}\n");
    return text_take(&text);
}
