/* SPDX-License-Identifier: MIT */
#include "harness/record/run/run.h"

#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/os/os.h"
#include "harness/record/record.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

const char foreign_mark[] = "not verified, not in turns";

bool foreign_is(const struct run_case *c)
{
    return strncmp(c->mark, foreign_mark, strlen(foreign_mark)) == 0;
}

/* Rows ---------------------------------------------------------------------------------------- */

/* One thing that a tool measured, as it says it. */
struct row {
    const char *variant, *workload;
    char unit[24]; /* of a rate; "" for times */
    double *values;
    size_t count, room;
    enum bench_status status;
    const char *reason;
};

struct reading {
    struct arena arena; /* of the rows, and of what they point to */
    const struct foreign_source *source;
    struct row *rows;
    size_t count, room;
    json_t *numbers;                                 /* of the rows, by "LENGTH VARIANT WORKLOAD" */
    const char *device, *version, *commit, *started; /* the document's */
    bool failed;
};

static void fault(struct reading *reading, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void fault(struct reading *reading, const char *format, ...)
{
    va_list values;
    OWNED_TEXT struct text text = { 0 };
    if (reading->failed)
        return;
    reading->failed = true;
    va_start(values, format);
    text_add_values(&text, format, values);
    va_end(values);
    trouble("'%.300s' is not read as %s: %s", reading->source->path,
            foreign_form_name(reading->source->form), text_string(&text));
    printable_clean(trouble_buffer());
}

/* The row of that name, which is new where there is none. */
static struct row *row_of(struct reading *reading, const char *variant, const char *workload)
{
    OWNED char *key = text_make("%zu %s %s", strlen(variant), variant, workload);
    const json_t *known = json_object_get(reading->numbers, key);
    if (known)
        return &reading->rows[json_integer_value(known)];
    /* A name in a CSV may be of other bytes than UTF-8. */
    json_object_set_new_nocheck(reading->numbers, key, json_value_count(reading->count));
    struct arena *arena = &reading->arena;
    reading->rows =
        arena_room(arena, reading->rows, reading->count, &reading->room, sizeof(*reading->rows));
    struct row *row = &reading->rows[reading->count++];
    *row = (struct row){ .variant = arena_text(arena, variant),
                         .workload = arena_text(arena, workload),
                         .status = BENCH_OK,
                         .reason = "" };
    return row;
}

/* Of a name "VARIANT/WORKLOAD". */
static struct row *row_named(struct reading *reading, const char *name)
{
    const char *slash = strchr(name, '/');
    OWNED char *variant = slash ? need(strndup(name, (size_t)(slash - name))) : need_copy(name);
    return row_of(reading, variant, slash ? slash + 1 : "");
}

/* The reason is a text of the document's. */
static void row_fail(struct row *row, enum bench_status status, const char *reason)
{
    row->status = status;
    row->reason = *reason ? reason : "it says no reason";
}

/* How many ns a unit has; 0 for what is no time. */
static double time_unit(const char *unit)
{
    static const struct unit {
        const char *name;
        double ns;
    } units[] = { { "ns", 1 },          { "us", 1e3 },      { "\xC2\xB5s", 1e3 },
                  { "\xCE\xBCs", 1e3 }, { "ms", 1e6 },      { "s", 1e9 },
                  { "sec", 1e9 },       { "seconds", 1e9 }, { "microseconds", 1e3 } };
    const struct unit *found = NAMED(units, COUNT_OF(units), unit);
    return found ? found->ns : 0;
}

/* A time, or a rate. */
static void value_add(struct reading *reading, struct row *row, double value, const char *unit)
{
    const double ns = time_unit(unit);
    const char *rate = ns > 0 ? "" : unit;
    const double time_ns = ns > 0 ? value * ns : 1e9 / value, longest_ns = 1e18;
    if (!(ns > 0) && !text_ends(unit, "/s"))
        fault(reading,
              "the unit '%.40s' of '%.100s' is neither a time (ns, us, ms, s) nor a rate "
              "(GB/s)",
              unit, row->variant);
    else if (!isfinite(value) || value <= 0)
        fault(reading, "a value of '%.100s%s%.100s' is %g, and must be above 0", row->variant,
              *row->workload ? "/" : "", row->workload, value);
    else if (time_ns > longest_ns)
        fault(reading, "a value of '%.100s%s%.100s' is %g, a time of more than 30 years",
              row->variant, *row->workload ? "/" : "", row->workload, value);
    else if (row->count > 0 && strcmp(row->unit, rate) != 0)
        fault(reading, "'%.100s' has two units, '%s' and '%.20s'", row->variant,
              *row->unit ? row->unit : "a time", unit);
    if (reading->failed)
        return;
    snprintf(row->unit, sizeof(row->unit), "%s", rate);
    row->values =
        arena_room(&reading->arena, row->values, row->count, &row->room, sizeof(*row->values));
    row->values[row->count++] = time_ns;
}

/* A number, or the text of one. */
static double number_of(const json_t *value)
{
    char *end;
    if (!json_is_string(value))
        return json_is_number(value) ? json_number_value(value) : NAN;
    const double number = strtod(json_string_value(value), &end);
    return *end || end == json_string_value(value) ? NAN : number;
}

/* The numbers of a list. */
static void values_add(struct reading *reading, struct row *row, const json_t *values,
                       const char *unit)
{
    foreach_json (value, values)
        value_add(reading, row, number_of(value), unit);
}

/* A value as text; malloc'ed. */
static char *text_of(const json_t *value)
{
    return json_is_string(value) ? need_copy(json_string_value(value))
                                 : json_value_dump(value, JSON_ENCODE_ANY | JSON_COMPACT);
}

/* Tools --------------------------------------------------------------------------------------- */

static void read_gbench(struct reading *reading, const json_t *document)
{
    const json_t *context = json_object_get(document, "context");
    size_t aggregates = 0;
    reading->started = json_value_text_of(context, "date");
    reading->version = json_value_text_of(context, "library_version");
    foreach_json (entry, json_object_get(document, "benchmarks")) {
        const char *own = json_value_text_of(entry, "run_name");
        const char *unit = json_value_text_of(entry, "time_unit");
        if (strcmp(json_value_text_of(entry, "run_type"), "aggregate") == 0) {
            aggregates++;
            continue;
        }
        struct row *row = row_named(reading, *own ? own : json_value_text_of(entry, "name"));
        if (json_is_true(json_object_get(entry, "error_occurred")))
            row_fail(row, BENCH_ERROR, json_value_text_of(entry, "error_message"));
        else if (json_is_true(json_object_get(entry, "skipped")))
            row_fail(row, BENCH_UNSUPPORTED, json_value_text_of(entry, "skip_message"));
        else
            value_add(reading, row, number_of(json_object_get(entry, "real_time")), unit);
    }
    if (reading->count == 0 && aggregates > 0)
        fault(reading, "it has no value of that form, but aggregates: write it without "
                       "--benchmark_report_aggregates_only");
}

static void read_hyperfine(struct reading *reading, const json_t *document)
{
    foreach_json (entry, json_object_get(document, "results")) {
        OWNED_TEXT struct text parameters = { 0 };
        const char *key;
        json_t *value;
        json_object_foreach(json_object_get(entry, "parameters"), key, value)
        {
            OWNED char *own = text_of(value);
            text_join(&parameters, ",", "%s=%s", key, own);
        }
        const char *command = json_value_text_of(entry, "command");
        struct row *row = row_of(reading, command, text_string(&parameters));
        if (row->count > 0)
            fault(reading, "it has the command '%.100s' twice: name one by --command-name",
                  command);
        values_add(reading, row, json_object_get(entry, "times"), "s");
        if (row->count == 0)
            value_add(reading, row, number_of(json_object_get(entry, "mean")), "s");
        foreach_json (exit_code, json_object_get(entry, "exit_codes"))
            if (!json_is_integer(exit_code) || json_integer_value(exit_code) != 0)
                /* null: by a signal */
                row_fail(row, BENCH_ERROR, "its command ended with another exit code than 0");
    }
}

/* A value of a summary of nvbench; NULL. */
static const json_t *summary_value(const json_t *state, const char *tag, const char *name)
{
    foreach_json (summary, json_object_get(state, "summaries")) {
        const bool is = strcmp(json_value_text_of(summary, "tag"), tag) == 0;
        const json_t *data = json_value_named(is ? json_object_get(summary, "data") : NULL, name);
        if (data)
            return json_object_get(data, "value");
    }
    return NULL;
}

#define NVBENCH_COLD "nv/cold/"

/* A file of samples, which are floats of the machine's order in seconds. */
static void nvbench_samples(struct reading *reading, struct row *row, const json_t *state)
{
    static const char tag[] = "nv/json/bin:" NVBENCH_COLD "sample_times";
    const char *name = json_string_value(summary_value(state, tag, "filename"));
    const double wanted = number_of(summary_value(state, tag, "size"));
    const char *path = reading->source->path, *slash = os_path_last(path);
    OWNED char *bytes = NULL;
    size_t size = 0;
    if (!name)
        return;
    OWNED char *whole = os_path_is_absolute(name)
                            ? need_copy(name)
                            : text_make("%.*s%s", slash ? (int)(slash - path + 1) : 0, path, name);
    const int code = disk_load(whole, &bytes, &size);
    if (code == 0 && (double)size != wanted * sizeof(float))
        fault(reading, "'%.200s' has %zu bytes, and not its %.0f samples", whole, size, wanted);
    else if (code != 0)
        fault(reading, "its samples in '%.200s' cannot be read: %s", whole, strerror(code));
    for (size_t i = 0; i + sizeof(float) <= size && !reading->failed; i += sizeof(float)) {
        float seconds;
        memcpy(&seconds, bytes + i, sizeof(seconds));
        value_add(reading, row, (double)seconds, "s");
    }
}

static void read_nvbench(struct reading *reading, const json_t *document)
{
    const json_t *devices = json_object_get(document, "devices"), *used = NULL;
    reading->device = json_value_text_of(json_array_get(devices, 0), "name");
    reading->version = json_value_text_of(
        json_object_get(json_object_get(json_object_get(document, "meta"), "version"), "nvbench"),
        "string");
    foreach_json (bench, json_object_get(document, "benchmarks"))
        foreach_json (state, json_object_get(bench, "states")) {
            struct row *row = row_of(reading, json_value_text_of(bench, "name"),
                                     json_value_text_of(state, "name"));
            const json_t *own = json_object_get(state, "device");
            if (used && own && !json_equal(used, own))
                fault(reading,
                      "it has states of several devices: write one file of each, by --devices");
            used = own ? own : used;
            foreach_json (device, devices)
                if (own && json_equal(json_object_get(device, "id"), own))
                    reading->device = json_value_text_of(device, "name");
            if (json_is_true(json_object_get(state, "is_skipped"))) {
                row_fail(row, BENCH_UNSUPPORTED, json_value_text_of(state, "skip_reason"));
                continue;
            }
            nvbench_samples(reading, row, state);
            if (row->count == 0)
                value_add(reading, row,
                          number_of(summary_value(state, NVBENCH_COLD "time/gpu/mean", "value")),
                          "s");
        }
}

static void read_llama(struct reading *reading, const json_t *document)
{
    foreach_json (entry, document) {
        const long long prompt = json_integer_value(json_object_get(entry, "n_prompt"));
        const long long gen = json_integer_value(json_object_get(entry, "n_gen"));
        const long long depth = json_integer_value(json_object_get(entry, "n_depth"));
        const char *model = json_value_text_of(entry, "model_filename");
        const char *gpu = json_value_text_of(entry, "gpu_info");
        const char *slash = os_path_last(model);
        OWNED_TEXT struct text test = { 0 };
        if (prompt > 0)
            text_join(&test, "+", "pp%lld", prompt);
        if (gen > 0)
            text_join(&test, "+", "tg%lld", gen);
        if (depth > 0)
            text_add_format(&test, "@d%lld", depth);
        reading->device = *gpu ? gpu : json_value_text_of(entry, "cpu_info");
        reading->commit = json_value_text_of(entry, "build_commit");
        reading->started = json_value_text_of(entry, "test_time");
        struct row *row = row_of(reading, slash ? slash + 1 : model, text_string(&test));
        if (row->count > 0)
            fault(reading, "it has the test '%.100s' of '%.100s' twice", row->workload,
                  row->variant);
        values_add(reading, row, json_object_get(entry, "samples_ns"), "ns");
    }
}

static const double FAILED_MS = 1e20; /* of Kernel Tuner before 0.4.3 */

static void read_tuner(struct reading *reading, const json_t *document)
{
    const char *config;
    json_t *entry;
    OWNED_TEXT struct text names = { 0 };
    reading->device = json_value_text_of(document, "device_name");
    foreach_json (key, json_object_get(document, "tune_params_keys")) {
        OWNED char *own = text_of(key);
        text_join(&names, ",", "%s", own);
    }
    json_object_foreach(json_object_get(document, "cache"), config, entry)
    {
        const json_t *time = json_object_get(entry, "time");
        OWNED char *variant = text_make("%s=%s", text_string(&names), config);
        struct row *row = row_of(reading, variant, json_value_text_of(document, "kernel_name"));
        reading->started = json_value_text_of(entry, "timestamp");
        if (json_is_string(time)) { /* "CompilationFailedConfig" */
            row_fail(row, BENCH_UNSUPPORTED, json_string_value(time));
            continue;
        }
        if (number_of(time) >= FAILED_MS) {
            row_fail(row, BENCH_UNSUPPORTED, "its time is what old versions write of a failure");
            continue;
        }
        values_add(reading, row, json_object_get(entry, "times"), "ms");
        if (row->count == 0)
            value_add(reading, row, number_of(time), "ms");
    }
}

/* Text ---------------------------------------------------------------------------------------- */

enum { FIELDS_MAX = 32 };

/* Cuts a line into fields, in place; how many. Two quotes within quotes are one. */
static size_t fields_cut(char *line, char *fields[FIELDS_MAX])
{
    size_t count = 0;
    for (char *at = line; at && count < FIELDS_MAX;) {
        const bool quoted = *at == '"';
        char *to = fields[count++] = at;
        for (at += quoted; *at && (quoted || *at != ','); at++) {
            if (quoted && *at == '"' && *++at != '"')
                break;
            *to++ = *at;
        }
        at = strchr(at, ',');
        *to = 0;
        at = at ? at + 1 : NULL;
    }
    return count;
}

/* The columns name, value and unit of a first line; false where it lacks one, or has it twice. */
static bool columns_find(const char *text, size_t columns[3])
{
    static const char *const names[] = { "name", "value", "unit" };
    char *fields[FIELDS_MAX];
    OWNED char *line = need(strndup(text, strcspn(text, "\r\n")));
    const size_t count = fields_cut(line, fields);
    size_t found = 0, times = 0;
    for (size_t k = 0; k < 3; k++)
        for (size_t i = 0; i < count; i++)
            if (strcasecmp(fields[i], names[k]) == 0) {
                columns[k] = i;
                found |= (size_t)1 << k;
                times++;
            }
    return found == 7 && times == 3;
}

static void read_csv(struct reading *reading, const json_t *document)
{
    (void)document;
    size_t columns[3], number = 1;
    OWNED char *copy = need_copy(reading->source->text);
    char *fields[FIELDS_MAX], *end = copy;
    if (!columns_find(copy, columns))
        fault(reading, "its first line must name the columns name, value and unit once");
    strsep(&end, "\n");
    for (char *line; (line = strsep(&end, "\n")) && !reading->failed;) {
        number++;
        line[strcspn(line, "\r")] = 0;
        if (!*line)
            continue;
        const size_t count = fields_cut(line, fields);
        if (count <= columns[0] || count <= columns[1] || count <= columns[2]) {
            fault(reading, "line %zu has %zu fields, and lacks one of name, value and unit", number,
                  count);
            break;
        }
        char *tail;
        const double value = strtod(fields[columns[1]], &tail);
        if (*tail || tail == fields[columns[1]])
            fault(reading, "line %zu: '%.40s' is not a number", number, fields[columns[1]]);
        else
            value_add(reading, row_named(reading, fields[columns[0]]), value, fields[columns[2]]);
    }
}

static void read_lines(struct reading *reading, const json_t *document)
{
    (void)document;
    OWNED char *copy = need_copy(reading->source->text);
    char *end = copy;
    for (char *line; (line = strsep(&end, "\n")) && !reading->failed;) {
        size_t length = strlen(line);
        while (length > 0 && isspace((unsigned char)line[length - 1]))
            line[--length] = 0;
        line += strspn(line, " \t");
        char *unit = strrchr(line, ' '), *tail;
        if (!unit || !(time_unit(unit + 1) > 0 || text_ends(unit + 1, "/s")))
            continue;
        *unit++ = 0;
        for (length = strlen(line); length > 0 && isspace((unsigned char)line[length - 1]);)
            line[--length] = 0;
        char *number = strpbrk(line, " \t") ? line + length : NULL;
        while (number && number > line && !isspace((unsigned char)number[-1]))
            number--;
        const double value = number ? strtod(number, &tail) : NAN;
        if (number && *tail && isdigit((unsigned char)number[strspn(number, "+-.")]))
            fault(reading, "'%.100s' is not a number", number);
        if (!number || *tail || tail == number)
            continue;
        for (; number > line && isspace((unsigned char)number[-1]); number--)
            number[-1] = 0;
        value_add(reading, row_named(reading, line), value, unit);
    }
}

/* Numbers at the rest of the path below `value`; `name` is that of the way there. */
static void path_walk(struct reading *reading, const json_t *value, const char *path,
                      const char *name)
{
    const char *unit = reading->source->form == FOREIGN_RATE ? "1/s" : "ns";
    path += *path == '.';
    size_t length = *path == '[' ? strcspn(path, "]") + 1 : strcspn(path, ".[");
    OWNED char *part =
        need(strndup(path + (*path == '['), length - 2 * (size_t)(*path == '[' && length > 1)));
    const bool every = strcmp(part, "*") == 0;
    json_t *item;
    const char *key;
    if (!*path && json_is_array(value)) {
        if (json_array_size(value) > 0)
            values_add(reading, row_named(reading, name), value, unit);
    } else if (!*path) {
        value_add(reading, row_named(reading, name), number_of(value), unit);
    } else if (json_is_array(value)) {
        foreach_json (entry, value) {
            OWNED char *own = text_make("%s%s%zu", name, *name ? "." : "", entry_at);
            if (every || strtoul(part, NULL, 10) == entry_at)
                path_walk(reading, entry, path + length, own);
        }
    } else {
        json_object_foreach((json_t *)value, key, item)
        {
            OWNED char *own = text_make("%s%s%s", name, *name ? "." : "", key);
            if (every || strcmp(part, key) == 0)
                path_walk(reading, item, path + length, own);
        }
    }
}

static void read_path(struct reading *reading, const json_t *document)
{
    path_walk(reading, document, reading->source->member, "");
}

/* Reading ------------------------------------------------------------------------------------- */

/* Names of the forms, who reads them, and what shows one: both texts, or the first alone. */
static const struct form {
    const char *name, *tool;
    void (*read)(struct reading *reading, const json_t *document);
    const char *mark, *other;
    bool by_device; /* times are the device's */
} forms[FOREIGN_FORM_COUNT] = {
    [FOREIGN_NONE] = { "none", "" },
    [FOREIGN_GBENCH] = { "gbench", "google/benchmark", read_gbench, "\"real_time\"" },
    [FOREIGN_HYPERFINE] = { "hyperfine", "hyperfine", read_hyperfine, "\"command\"",
                            "\"times\"" }, /* exit codes are behind all times */
    [FOREIGN_NVBENCH] = { "nvbench", "nvbench", read_nvbench, "\"nv/cold/", "\"benchmarks\"",
                          true },
    [FOREIGN_LLAMA_BENCH] = { "llama-bench", "llama-bench", read_llama, "\"samples_ns\"",
                              "\"n_gen\"" },
    [FOREIGN_KERNEL_TUNER] = { "kernel-tuner", "Kernel Tuner", read_tuner, "\"tune_params_keys\"",
                               NULL, true },
    [FOREIGN_CSV] = { "csv", "a CSV", read_csv },
    [FOREIGN_LINES] = { "lines", "lines", read_lines },
    [FOREIGN_JSON] = { "json", "JSON", read_path },
    [FOREIGN_RATE] = { "rate", "JSON", read_path },
    [FOREIGN_WALL] = { "wall", "claimcheck" },
};

const char *foreign_form_name(enum foreign_form form)
{
    return forms[form].name;
}

enum foreign_form foreign_find(const char *text, size_t size)
{
    enum { LOOKED_AT = 1 << 16 };
    const size_t looked = size < LOOKED_AT ? size : LOOKED_AT;
    size_t columns[3];
    if (memmem(text, looked, "\"plan_arguments\"", strlen("\"plan_arguments\"")))
        return FOREIGN_NONE;
    for (int i = 0; i < FOREIGN_FORM_COUNT; i++) {
        const char *mark = forms[i].mark, *other = forms[i].other;
        if (mark && memmem(text, looked, mark, strlen(mark)) &&
            (!other || memmem(text, looked, other, strlen(other))))
            return (enum foreign_form)i;
    }
    /* None of its benchmarks has a time. */
    if (memmem(text, looked, "\"library_build_type\"", strlen("\"library_build_type\"")) ||
        memmem(text, looked, "\"error_occurred\"", strlen("\"error_occurred\"")))
        return FOREIGN_GBENCH;
    if (memmem(text, looked, "\"nvbench\"", strlen("\"nvbench\"")))
        return FOREIGN_NVBENCH;
    return size > 0 && columns_find(text, columns) ? FOREIGN_CSV : FOREIGN_NONE;
}

/* The JSON, which Kernel Tuner leaves open, and llama-bench may write a line each. NULL with a
 * message. */
static json_t *json_of(struct reading *reading)
{
    const struct foreign_source *source = reading->source;
    json_error_t error;
    json_t *document = json_loadb(source->text, source->size, JSON_REJECT_DUPLICATES, &error);
    if (!document && source->form == FOREIGN_KERNEL_TUNER) {
        size_t length = source->size;
        while (length > 0 && strchr(", \t\r\n", source->text[length - 1]))
            length--;
        OWNED char *closed = text_make("%.*s}}", (int)length, source->text);
        document = json_loads(closed, 0, NULL);
    }
    if (source->form == FOREIGN_LLAMA_BENCH && !json_is_array(document)) {
        size_t at = 0;
        json_decref(document);
        document = json_array();
        while (document && at + strspn(source->text + at, " \t\r\n") < source->size) {
            json_t *line = json_loadb(source->text + at, source->size - at,
                                      JSON_DISABLE_EOF_CHECK | JSON_REJECT_DUPLICATES, &error);
            at += line ? (size_t)error.position : 0;
            if (line) {
                json_value_append(&document, line);
            } else {
                json_decref(document);
                document = NULL;
            }
        }
    }
    if (!document) {
        const char *kind = text_kind(source->text, source->size);
        fault(reading, "it is not valid JSON, line %d: %.100s%s%s", error.line, error.text,
              kind ? "; it looks like " : "", kind ? kind : "");
    }
    return document;
}

/* A date of a tool, "2026-01-31 10:00:00.5+01:00", as run files have it; malloc'ed. That of the
 * file where it has none. */
static char *date_of(const struct reading *reading)
{
    struct tm parts = { 0 };
    int hours = 0, minutes = 0, used = 0;
    char date[32], sign = '+';
    const bool is_date =
        sscanf(reading->started, "%4d-%2d-%2d%*1[T ]%2d:%2d:%2d%n", &parts.tm_year, &parts.tm_mon,
               &parts.tm_mday, &parts.tm_hour, &parts.tm_min, &parts.tm_sec, &used) == 6;
    if (!is_date)
        return need_copy(reading->source->started);
    const char *zone = reading->started + used + strspn(reading->started + used, ".0123456789");
    sscanf(zone, "%c%2d:%2d", &sign, &hours, &minutes);
    parts.tm_year -= 1900;
    parts.tm_mon--;
    parts.tm_min -= (sign == '-' ? -1 : 1) * (60 * hours + minutes);
    const time_t at = timegm(&parts);
    if (!gmtime_r(&at, &parts) || strftime(date, sizeof(date), "%Y-%m-%dT%H:%M:%SZ", &parts) == 0)
        return need_copy(reading->source->started);
    return need_copy(date);
}

/* The run without times. */
static json_t *run_json(const struct reading *reading)
{
    const struct form *form = &forms[reading->source->form];
    json_t *cases = json_array();
    foreach (const struct row, row, reading->rows, reading->count) {
        const char *workload = *row->workload ? row->workload : form->name;
        OWNED char *name =
            text_make("%s%s%s", row->variant, *row->workload ? "/" : "", row->workload);
        printable_clean(name);
        OWNED char *mark =
            text_make("%s%s%s", foreign_mark, *row->unit ? ", a rate in " : "", row->unit);
        json_value_append(&cases,
                          json_pack("{s:o, s:o, s:s, s:s, s:o, s:s, s:s, s:s, s:o, s:o, s:i, s:o}",
                                    "name", json_value_text(*name ? name : "unnamed"), "workload",
                                    json_value_text(workload), "technique", form->name, "bench",
                                    form->name, "variant", json_value_text(row->variant), "kind",
                                    "host_driven", "status", bench_status_name(row->status), "time",
                                    form->by_device ? "gpu" : "wall", "reason",
                                    json_value_text(row->reason), "mark", json_value_text(mark),
                                    "inner_repetitions", 1, "axes", json_object()));
    }
    OWNED char *started = date_of(reading);
    return json_pack(
        "{s:s, s:{s:s, s:o, s:o}, s:{s:i, s:[], s:o, s:s, s:b}, s:{s:o, s:s}, s:[], s:[], s:o}",
        "schema_version", SCHEMA_VERSION, "tool", "name", form->tool, "version",
        json_value_text(reading->version), "commit", json_value_text(reading->commit), "session",
        "seed", 0, "plan_arguments", "started", json_value_text(started), "profile", "", "complete",
        true, "device", "name",
        json_value_text(*reading->device ? reading->device : "a device that is not named"), "uuid",
        "none", "workloads", "kernels", "cases", cases);
}

void foreign_set_samples(struct run *run, struct run_case *c, const double *values, size_t count)
{
    c->samples = arena_alloc(&run->arena, count * sizeof(*c->samples));
    c->sample_count = c->sample_room = count;
    for (size_t i = 0; i < count; i++)
        c->samples[i] = (struct run_sample){ .gpu_ns = c->by_wall ? 0 : values[i],
                                             .wall_ns = c->by_wall ? values[i] : NAN,
                                             .round = (uint32_t)i,
                                             .canary_ns = NAN,
                                             .core_hz = NAN,
                                             .host_canary_ns = NAN,
                                             .host_hz = NAN };
    *(c->by_wall ? &c->wall : &c->gpu) = stats_summarize(values, count);
}

struct run *foreign_run(const struct foreign_source *source)
{
    json_auto_t *numbers = json_object();
    struct reading reading = { .source = source,
                               .numbers = numbers,
                               .device = "",
                               .version = "",
                               .commit = "",
                               .started = "" };
    struct run *run = NULL;
    const bool plain = source->form == FOREIGN_CSV || source->form == FOREIGN_LINES;
    json_auto_t *document = plain ? NULL : json_of(&reading);
    if (!reading.failed && forms[source->form].read)
        forms[source->form].read(&reading, document);
    if (!reading.failed && reading.count == 0)
        fault(&reading, "it has no value of that form");
    foreach (const struct row, row, reading.rows, reading.count)
        if (row->status == BENCH_OK && row->count == 0)
            fault(&reading, "'%.100s' has no value", row->variant);
    if (!reading.failed) {
        json_auto_t *json = run_json(&reading);
        run = run_read(json, source->path);
    }
    if (run)
        run->device.uuid = ""; /* which a run file must have */
    for (size_t i = 0; run && i < reading.count; i++)
        if (reading.rows[i].status == BENCH_OK)
            foreign_set_samples(run, &run->cases[i], reading.rows[i].values, reading.rows[i].count);
    arena_finish(&reading.arena);
    return run;
}
