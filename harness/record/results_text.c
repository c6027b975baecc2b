/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "harness/record/record.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static void dump_value(struct text *text, const json_t *value)
{
    OWNED char *line = json_value_dump(value, JSON_COMPACT | JSON_ENCODE_ANY);
    text_add(text, line);
}

/* All but the end; an earlier sum is none of this text. */
static void dump_document(struct text *text, const json_t *document)
{
    const char *key, *separator = "{\n";
    json_t *value;
    assert(document);
    json_object_foreach((json_t *)document, key, value)
    {
        json_auto_t *name = json_string(key);
        if (strcmp(key, "sum") == 0)
            continue;
        text_add(text, separator);
        dump_value(text, name);
        text_add(text, ":");
        if (json_is_array(value)) {
            const json_t *entry;
            size_t i;
            text_add(text, "[");
            json_array_foreach(value, i, entry)
            {
                text_add(text, i == 0 ? "\n" : ",\n");
                dump_value(text, entry);
            }
            text_add(text, json_array_size(value) == 0 ? "]" : "\n]");
        } else {
            dump_value(text, value);
        }
        separator = ",\n";
    }
}

char *results_dump(const json_t *document)
{
    struct text text = { 0 };
    if (!document)
        return NULL;
    dump_document(&text, document);
    text_add(&text, "\n}\n");
    return text_take(&text);
}

char *results_dump_summed(const json_t *document)
{
    struct text text = { 0 };
    char digits[SUM_TEXT_BYTES];
    if (!document)
        return NULL;
    dump_document(&text, document);
    sum_text(text_string(&text), text.length, digits);
    text_add_format(&text, "%s%s%s", sum_before(SUM_OF_FILE), digits, sum_behind(SUM_OF_FILE));
    return text_take(&text);
}
