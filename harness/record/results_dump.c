/* SPDX-License-Identifier: MIT */
#include "harness/record/results_text.h"

#include <stdio.h>
#include <stdlib.h>

static const size_t line_flags = JSON_COMPACT | JSON_ENCODE_ANY;

static bool dump_list(FILE *out, const json_t *list)
{
    const json_t *entry;
    size_t i;
    bool written = fputs("[", out) >= 0;
    json_array_foreach(list, i, entry)
    {
        written = written && fputs(i == 0 ? "\n" : ",\n", out) >= 0;
        written = written && json_dumpf(entry, out, line_flags) == 0;
    }
    return written && fputs(json_array_size(list) == 0 ? "]" : "\n]", out) >= 0;
}

char *results_dump(const json_t *document)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    bool written = fputs("{", out) >= 0;
    const char *key, *separator = "\n";
    json_t *value;
    json_object_foreach((json_t *)document, key, value)
    {
        json_t *name = json_string(key);
        written = written && fputs(separator, out) >= 0 &&
                  json_dumpf(name, out, JSON_ENCODE_ANY) == 0 && fputs(":", out) >= 0;
        json_decref(name);
        written = written && (json_is_array(value) ? dump_list(out, value)
                                                   : json_dumpf(value, out, line_flags) == 0);
        separator = ",\n";
    }
    written = written && fputs("\n}\n", out) >= 0;
    if (fclose(out) != 0 || !written) {
        free(text);
        return NULL;
    }
    return text;
}
