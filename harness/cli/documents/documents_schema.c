/* SPDX-License-Identifier: MIT */
#include "harness/base/json_value.h"
#include "harness/base/message.h"
#include "harness/cli/documents/documents_parts.h"
#include "harness/record/schema.h"

#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 140 };

static void value_write(FILE *out, const json_t *value, unsigned indent);

/* Begins a member or an entry on a line of its own. */
static void line_begin(FILE *out, bool first, unsigned indent)
{
    fprintf(out, "%s\n%*s", first ? "" : ",", (int)indent, "");
}

static void parts_write(FILE *out, const json_t *value, unsigned indent)
{
    const bool object = json_is_object(value);
    const char *key;
    json_t *part;
    size_t i;
    bool first = true;
    fputc(object ? '{' : '[', out);
    json_object_foreach((json_t *)value, key, part)
    {
        line_begin(out, first, indent + 2);
        fprintf(out, "\"%s\": ", key);
        value_write(out, part, indent + 2);
        first = false;
    }
    json_array_foreach(value, i, part)
    {
        line_begin(out, i == 0, indent + 2);
        value_write(out, part, indent + 2);
    }
    line_begin(out, true, indent);
    fputc(object ? '}' : ']', out);
}

/* Writes a value on one line where it fits, or has no parts. */
static void value_write(FILE *out, const json_t *value, unsigned indent)
{
    char *line = json_value_dump(value, JSON_ENCODE_ANY);
    if (json_is_object(value) && strlen(line) + indent > COLUMNS)
        parts_write(out, value, indent);
    else
        fputs(line, out);
    free(line);
}

int documents_schema_print(bool rows)
{
    json_t *schema = rows ? schema_rows_json() : schema_json();
    value_write(stdout, schema, 0);
    putchar('\n');
    json_decref(schema);
    return EXIT_CODE_OK;
}
