/* SPDX-License-Identifier: MIT */
#include "harness/show/export/export_csv.h"

#include <math.h>
#include <string.h>

static const char axis_prefix[] = "axis.";

/* Where the value of a column is found. */
enum origin {
    ORIGIN_CASE,
    ORIGIN_SUMMARY, /* the one that the case is judged by */
    ORIGIN_WALL,
    ORIGIN_WORK,
    ORIGIN_COUNTERS,
    ORIGIN_DISPATCHES, /* of both kinds */
    ORIGIN_SPEEDUP,    /* 1 over the ratio's key */
    ORIGIN_DEVICE,
    ORIGIN_DRIVER, /* its name and what it says of itself */
    ORIGIN_SESSION,
    ORIGIN_TOOL,
};

struct csv_column {
    const char *title;
    enum origin origin;
    const char *key;
};

static const struct csv_column csv_columns[] = {
    { "name", ORIGIN_CASE, "name" },
    { "workload", ORIGIN_CASE, "workload" },
    { "technique", ORIGIN_CASE, "technique" },
    { "bench", ORIGIN_CASE, "bench" },
    { "variant", ORIGIN_CASE, "variant" },
    { "kind", ORIGIN_CASE, "kind" },
    { "baseline", ORIGIN_CASE, "baseline" },
    { "status", ORIGIN_CASE, "status" },
    { "reason", ORIGIN_CASE, "reason" },
    { "time", ORIGIN_CASE, "time" },
    { "count", ORIGIN_SUMMARY, "count" },
    { "median_ns", ORIGIN_SUMMARY, "median_ns" },
    { "low_ns", ORIGIN_SUMMARY, "low_ns" },
    { "high_ns", ORIGIN_SUMMARY, "high_ns" },
    { "min_ns", ORIGIN_SUMMARY, "min_ns" },
    { "q1_ns", ORIGIN_SUMMARY, "q1_ns" },
    { "q3_ns", ORIGIN_SUMMARY, "q3_ns" },
    { "max_ns", ORIGIN_SUMMARY, "max_ns" },
    { "mad_ns", ORIGIN_SUMMARY, "mad_ns" },
    { "wall_median_ns", ORIGIN_WALL, "median_ns" },
    { "speedup", ORIGIN_SPEEDUP, "ratio" },
    { "speedup_low", ORIGIN_SPEEDUP, "high" },
    { "speedup_high", ORIGIN_SPEEDUP, "low" },
    { "inner_repetitions", ORIGIN_CASE, "inner_repetitions" },
    { "dispatches", ORIGIN_DISPATCHES, NULL },
    { "barriers", ORIGIN_COUNTERS, "barriers" },
    { "host_returns", ORIGIN_COUNTERS, "host_returns" },
    { "peak_bytes", ORIGIN_CASE, "peak_bytes" },
    { "bytes_read", ORIGIN_WORK, "bytes_read" },
    { "bytes_written", ORIGIN_WORK, "bytes_written" },
    { "operations", ORIGIN_WORK, "operations" },
    { "chain", ORIGIN_WORK, "chain" },
    { "device", ORIGIN_DEVICE, "name" },
    { "driver", ORIGIN_DRIVER, NULL },
    { "started", ORIGIN_SESSION, "started" },
    { "commit", ORIGIN_TOOL, "commit" },
};

enum { CSV_COLUMN_COUNT = sizeof csv_columns / sizeof *csv_columns };

static void text_write(FILE *out, const char *text)
{
    if (!text[strcspn(text, ",\"\r\n")]) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

static void number_write(FILE *out, double value)
{
    bool integer = fabs(value) < 0x1p53 && value == floor(value);
    if (isfinite(value))
        fprintf(out, integer ? "%.0f" : "%.9g", value);
}

static void value_write(FILE *out, const json_t *value)
{
    if (json_is_string(value))
        text_write(out, json_string_value(value));
    else if (json_is_integer(value))
        fprintf(out, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    else if (json_is_real(value))
        number_write(out, json_real_value(value));
    else if (json_is_boolean(value))
        fputs(json_is_true(value) ? "true" : "false", out);
}

static bool case_is_ok(const json_t *object)
{
    const char *status = json_string_value(json_object_get(object, "status"));
    return status && strcmp(status, "ok") == 0;
}

static const json_t *summary_get(const json_t *object)
{
    const char *time = json_string_value(json_object_get(object, "time"));
    return json_object_get(object, time && strcmp(time, "wall") == 0 ? "wall" : "gpu");
}

static void speedup_write(FILE *out, const json_t *object, const char *key)
{
    double ratio = json_number_value(json_object_get(json_object_get(object, "ratio"), key));
    if (json_is_true(json_object_get(object, "baseline")))
        ratio = 1;
    if (ratio > 0)
        number_write(out, 1 / ratio);
}

static void dispatches_write(FILE *out, const json_t *object)
{
    const json_t *counters = json_object_get(object, "counters");
    const json_t *direct = json_object_get(counters, "dispatches");
    const json_t *indirect = json_object_get(counters, "indirect_dispatches");
    if (direct || indirect)
        number_write(out, json_number_value(direct) + json_number_value(indirect));
}

static void driver_write(FILE *out, const json_t *device)
{
    const char *name = json_string_value(json_object_get(device, "driver_name"));
    const char *info = json_string_value(json_object_get(device, "driver_info"));
    char text[1024];
    snprintf(text, sizeof text, "%s%s%s", name ? name : "", name && info && *info ? " " : "",
             info ? info : "");
    text_write(out, text);
}

static void cell_write(FILE *out, const struct csv_column *column, const json_t *document,
                       const json_t *object)
{
    const json_t *origin = NULL;
    switch (column->origin) {
    case ORIGIN_CASE: origin = object; break;
    case ORIGIN_SUMMARY: origin = case_is_ok(object) ? summary_get(object) : NULL; break;
    case ORIGIN_WALL: origin = case_is_ok(object) ? json_object_get(object, "wall") : NULL; break;
    case ORIGIN_WORK: origin = json_object_get(object, "work"); break;
    case ORIGIN_COUNTERS: origin = json_object_get(object, "counters"); break;
    case ORIGIN_DEVICE: origin = json_object_get(document, "device"); break;
    case ORIGIN_SESSION: origin = json_object_get(document, "session"); break;
    case ORIGIN_TOOL: origin = json_object_get(document, "tool"); break;
    case ORIGIN_DISPATCHES: dispatches_write(out, object); return;
    case ORIGIN_DRIVER: driver_write(out, json_object_get(document, "device")); return;
    case ORIGIN_SPEEDUP:
        if (case_is_ok(object))
            speedup_write(out, object, column->key);
        return;
    }
    value_write(out, json_object_get(origin, column->key));
}

/* The names of all axes as the keys of an object, which keeps the order of insertion. NULL when
 * memory runs out. */
static json_t *axes_collect(const json_t *cases)
{
    json_t *axes = json_object();
    bool complete = axes;
    for (size_t i = 0; i < json_array_size(cases); i++) {
        const char *name;
        json_t *value;
        json_object_foreach(json_object_get(json_array_get(cases, i), "axes"), name, value)
            complete = complete && json_object_set_new(axes, name, json_null()) == 0;
    }
    if (complete)
        return axes;
    json_decref(axes);
    return NULL;
}

static void titles_write(FILE *out, json_t *axes)
{
    for (size_t i = 0; i < CSV_COLUMN_COUNT; i++)
        fprintf(out, "%s%s", i ? "," : "", csv_columns[i].title);
    const char *name;
    json_t *unused;
    json_object_foreach(axes, name, unused)
    {
        char title[512];
        snprintf(title, sizeof title, "%s%s", axis_prefix, name);
        fputc(',', out);
        text_write(out, title);
    }
    fputs("\r\n", out);
}

static void row_write(FILE *out, const json_t *document, const json_t *object, json_t *axes)
{
    for (size_t i = 0; i < CSV_COLUMN_COUNT; i++) {
        if (i)
            fputc(',', out);
        cell_write(out, &csv_columns[i], document, object);
    }
    const char *name;
    json_t *unused;
    json_object_foreach(axes, name, unused)
    {
        fputc(',', out);
        value_write(out, json_object_get(json_object_get(object, "axes"), name));
    }
    fputs("\r\n", out);
}

bool export_csv(FILE *out, const json_t *document)
{
    const json_t *cases = json_object_get(document, "cases");
    json_t *axes = axes_collect(cases);
    if (!axes)
        return false;
    titles_write(out, axes);
    for (size_t i = 0; i < json_array_size(cases); i++)
        row_write(out, document, json_array_get(cases, i), axes);
    json_decref(axes);
    return fflush(out) == 0 && !ferror(out);
}
