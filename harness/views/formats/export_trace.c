/* SPDX-License-Identifier: MIT */
#include "harness/views/formats/export.h"

#include "harness/base/json_value.h"
#include "harness/base/need.h"
#include "harness/base/printable.h"

#include <stdlib.h>
#include <string.h>

static const char *const columns[] = {
    "case",        "track",       "category",    "name",    "kind",      "begin_us",
    "duration_us", "work_groups", "invocations", "bytes",   "case_kind", "status",
    "device",      "driver",      "clock",       "started",
};
enum { COLUMN_COUNT = sizeof(columns) / sizeof(columns[0]) };

static void print_text(FILE *out, const char *text)
{
    char *clean = need_copy(text);
    printable_clean(clean);
    fputc('"', out);
    for (const char *c = clean; *c; c++) {
        if (*c == '"')
            fputc('"', out);
        fputc(*c, out);
    }
    fputc('"', out);
    free(clean);
}

static void print_value(FILE *out, const json_t *value)
{
    if (json_is_string(value))
        print_text(out, json_string_value(value));
    else if (json_is_integer(value))
        fprintf(out, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    else if (json_is_number(value))
        fprintf(out, "%.3f", json_number_value(value));
}

static void print_event(FILE *out, const json_t *document, const json_t *event)
{
    const json_t *args = json_object_get(event, "args");
    const json_t *other = json_object_get(document, "otherData");
    const json_t *c =
        json_value_named(json_object_get(document, "cases"), json_value_text_of(args, "case"));
    const json_t *const values[COLUMN_COUNT] = {
        [0] = json_object_get(args, "case"),        [2] = json_object_get(event, "cat"),
        [3] = json_object_get(event, "name"),       [4] = json_object_get(args, "kind"),
        [5] = json_object_get(event, "ts"),         [6] = json_object_get(event, "dur"),
        [7] = json_object_get(args, "work_groups"), [8] = json_object_get(args, "invocations"),
        [9] = json_object_get(args, "bytes"),       [10] = json_object_get(c, "kind"),
        [11] = json_object_get(c, "status"),        [12] = json_object_get(other, "device"),
        [13] = json_object_get(other, "driver"),    [14] = json_object_get(other, "clock"),
        [15] = json_object_get(other, "started"),
    };
    for (size_t i = 0; i < COLUMN_COUNT; i++) {
        if (i > 0)
            fputc(',', out);
        if (i == 1)
            fputs(json_integer_value(json_object_get(event, "tid")) == 1 ? "host" : "gpu", out);
        else
            print_value(out, values[i]);
    }
    fputc('\n', out);
}

void export_trace(FILE *out, const json_t *document)
{
    const json_t *events = json_object_get(document, "traceEvents"), *event;
    size_t i;
    for (i = 0; i < COLUMN_COUNT; i++)
        fprintf(out, "%s%s", i == 0 ? "" : ",", columns[i]);
    fputc('\n', out);
    json_array_foreach(events, i, event)
    {
        const char *phase = json_string_value(json_object_get(event, "ph"));
        if (phase && strcmp(phase, "X") == 0)
            print_event(out, document, event);
    }
}
