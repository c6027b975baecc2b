/* SPDX-License-Identifier: MIT */
#include "harness/record/record.h"

#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/record/run/run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS = 15 };

static double digits_keep(double number, int digits)
{
    char text[40];
    if (!isfinite(number))
        return number;
    snprintf(text, sizeof(text), "%.*g", digits, number);
    return strtod(text, NULL);
}

double row_time(double ns)
{
    return digits_keep(ns, 7);
}

double row_number(double number)
{
    return number == trunc(number) ? number : digits_keep(number, DIGITS);
}

/* Times --------------------------------------------------------------------------------------- */

struct row_times *row_times_find(const struct run *row, const size_t *cases, size_t case_count,
                                 const char *by)
{
    foreach (struct row_times, times, row->row->times, row->row->times_count)
        if (times->case_count == case_count &&
            memcmp(times->cases, cases, case_count * sizeof(*cases)) == 0 &&
            strcmp(times->by, by) == 0)
            return times;
    return NULL;
}

struct row_times *row_times_add(struct run *row, const size_t *cases, size_t case_count,
                                const char *by)
{
    struct run_row *own = row->row;
    own->times = arena_room(&row->arena, own->times, own->times_count, &own->times_room,
                            sizeof(*own->times));
    struct row_times *times = &own->times[own->times_count++];
    *times = (struct row_times){ .case_count = case_count };
    memcpy(times->cases, cases, case_count * sizeof(*cases));
    times->by = arena_text(&row->arena, by);
    return times;
}

static void of_read(const struct json_reader *part, void *record)
{
    struct row_times *times = record;
    const struct json_reader of = json_reader_array(part, "of");
    const size_t count = json_reader_count(&of);
    if (count < 1 || count == 3 || count > ROW_TERMS_MAX)
        json_reader_fault(part, "of", " has %zu cases: 1, 2 or 4 are compared", count);
    for (size_t i = 0; i < count && !part->reader->failed; i++)
        times->cases[times->case_count++] = (size_t)json_reader_value(&of, i, RUN_COUNT);
}

static json_t *of_json(const void *record)
{
    const struct row_times *times = record;
    json_t *of = json_array();
    for (size_t i = 0; i < times->case_count; i++)
        json_value_append(&of, json_value_count(times->cases[i]));
    return of;
}

static void points_read(const struct json_reader *part, void *record)
{
    struct row_times *times = record;
    const struct json_reader points = json_reader_array(part, "points");
    const size_t count = json_reader_count(&points);
    times->points = json_reader_alloc(part->reader, count, sizeof(*times->points));
    for (size_t i = 0; i < count && !part->reader->failed; i++) {
        const struct json_reader point = { .reader = part->reader,
                                           .json = json_array_get(points.json, i),
                                           .name = "points" };
        if (json_array_size(point.json) != 4)
            json_reader_fault(&points, NULL, " has an entry that is not [value, low, high, n]");
        else
            times->points[times->point_count++] =
                (struct row_point){ json_reader_value(&point, 0, RUN_ANY),
                                    { json_reader_value_if_any(&point, 1, RUN_ANY),
                                      json_reader_value_if_any(&point, 2, RUN_ANY) },
                                    (size_t)json_reader_value(&point, 3, RUN_COUNT) };
    }
}

static json_t *points_json(const void *record)
{
    const struct row_times *times = record;
    json_t *points = json_array();
    foreach (const struct row_point, point, times->points, times->point_count)
        json_value_append(&points, json_pack("[o, o, o, o]", json_value_number(point->value),
                                             json_value_number(point->interval.low),
                                             json_value_number(point->interval.high),
                                             json_value_count(point->n)));
    return points;
}

static const struct field_own of = { of_read, of_json }, points = { points_read, points_json };

#define S row_times
static const struct field times_fields[] = {
    FIELD_BY_ITSELF("of", &of, 0),
    FIELD(TEXT, by, FIELD_WANTED),
    FIELD_BY_ITSELF("points", &points, 0),
    FIELD_END,
};
#undef S

/* The row ------------------------------------------------------------------------------------- */

#define S row_claim
static const struct field claim_fields[] = {
    FIELD(TEXT, id, FIELD_WANTED),
    FIELD(TEXT, sha256, FIELD_WANTED),
    FIELD(FLAG, planned, FIELD_OMIT),
    FIELD_END,
};
#undef S

#define S run_tool
static const struct field tool_fields[] = { FIELD(TEXT, commit, 0), FIELD_END };
#undef S

#define S run_session
static const struct field session_row_fields[] = {
    FIELD(SEED, seed, 0),
    FIELD(TEXT, profile, 0),
    FIELD(TEXT, started, FIELD_WANTED),
    FIELD_END,
};
#undef S

#define S run_context
static const struct field context_fields[] = {
    FIELD(TEXT, cpu, FIELD_OMIT),
    FIELD(TEXT, host_hash, FIELD_OMIT),
    FIELD_END,
};
#undef S

#define S run_device
static const struct field device_fields[] = {
    FIELD(TEXT, name, 0),
    FIELD(TEXT, kind, FIELD_OMIT),
    FIELD_AS(TEXT, "uuid_hash", uuid, FIELD_WANTED),
    FIELD(TEXT, driver_name, FIELD_OMIT),
    FIELD(TEXT, driver_info, 0),
    FIELD(FLAG, software, FIELD_OMIT),
    FIELD(COUNT, multiprocessors, FIELD_OMIT),
    FIELD_END,
};
#undef S

#define S run_kernel
static const struct field kernel_fields[] = {
    FIELD(TEXT, id, FIELD_WANTED),
    FIELD(COUNT, shared_bytes, FIELD_OMIT),
    FIELD_SOME_TEXTS("of", of, of_count, FIELD_OMIT),
    FIELD_END,
};
#undef S

#define S row_units
static const struct field units_fields[] = {
    FIELD(TIME, operations_per_s, FIELD_OMIT | FIELD_ZERO),
    FIELD(TIME, copy_bytes_per_s, FIELD_OMIT | FIELD_ZERO),
    FIELD(TIME, copy_bytes, FIELD_OMIT | FIELD_ZERO),
    FIELD(TIME, dependent_ns, FIELD_OMIT | FIELD_ZERO),
    FIELD(TIME, round_trip_ns, FIELD_OMIT | FIELD_ZERO),
    FIELD_END,
};
#undef S

/* A run, and what makes it a row: its first member is what run_destroy() frees. */
struct row {
    struct run run;
    struct run_row own;
};

static const char version[] = "1";

#define S row
const struct field row_fields[] = {
    FIELD_AS(TEXT, "row_version", run.schema_version, 0),
    FIELD_AS(TEXT, "file", own.file, 0),
    FIELD_AS(TEXT, "sha256", own.sha256, 0),
    FIELD_IN("tool", run.tool, tool_fields, 0),
    FIELD_IN("session", run.session, session_row_fields, FIELD_WANTED),
    FIELD_IN("context", run.context, context_fields, FIELD_OMIT),
    FIELD_IN("units", own.units, units_fields, FIELD_OMIT),
    FIELD_IN("device", run.device, device_fields, FIELD_WANTED),
    FIELD_AS(TEXT, "claims_sha256", own.claims_sha256, FIELD_WANTED),
    FIELD_SOME(LIST, "claims", own.claims, own.claim_count, claim_fields, 0),
    FIELD_SOME_TEXTS("techniques", own.techniques, own.technique_count, 0),
    FIELD_SOME(LIST, "workloads", run.workloads, run.workload_count, run_workload_fields,
               FIELD_OMIT),
    FIELD_SOME(LIST, "kernels", run.kernels, run.kernel_count, kernel_fields, FIELD_OMIT),
    FIELD_SOME(LIST, "cases", run.cases, run.case_count, case_row_fields, 0),
    FIELD_SOME(LIST, "times", own.times, own.times_count, times_fields, 0),
    FIELD_END,
};
#undef S

struct row_units row_units_of(const struct run *run)
{
    const struct run_ceilings_curve *copy = &run->ceilings.copy;
    if (run->row)
        return run->row->units;
    struct row_units units = { .operations_per_s = row_time(run->ceilings.operations_per_s),
                               .dependent_ns = row_time(run->ceilings.dependent_ns),
                               .round_trip_ns = row_time(run->ceilings.round_trip_ns) };
    if (copy->count > 0) {
        units.copy_bytes_per_s = row_time(copy->points[copy->count - 1].bytes_per_s);
        units.copy_bytes = copy->points[copy->count - 1].bytes;
    }
    return units;
}

void row_card(const struct run *run, char hash[ROW_CARD_BYTES])
{
    char sha256[SHA256_TEXT_BYTES];
    sha256_text(run->device.uuid, strlen(run->device.uuid), sha256);
    snprintf(hash, ROW_CARD_BYTES, "%.16s", run->row ? run->device.uuid : sha256);
}

struct run *row_create(const struct run *full)
{
    struct row *row = need_zeroed(1, sizeof(*row));
    if (full)
        row->run = *full;
    row->run.arena = (struct arena){ 0 };
    row->run.schema_version = version;
    row->run.path = row->own.file = row->own.sha256 = row->own.claims_sha256 = "";
    row->run.row = &row->own;
    return &row->run;
}

/* Forms --------------------------------------------------------------------------------------- */

/* Members of a row that runs by one version of the claims have in common; of an entry of two lists,
 * that runs by one build do. */
static const char *const form_claims[] = { "claims_sha256", "claims", NULL };
static const char *const form_cases[] = { "name",    "workload", "technique", "bench",
                                          "variant", "kind",     "cache",     "axes",
                                          "time",    "kernels",  NULL };
static const char *const form_times[] = { "of", "by", NULL };
static const char *const form_kernels[] = { "kernels", NULL };

/* Moves members to a new object. */
static json_t *members_move(json_t *from, const char *const *keys)
{
    json_t *to = json_object();
    for (; *keys; keys++)
        if (json_object_get(from, *keys)) {
            json_value_set(&to, *keys, json_incref(json_object_get(from, *keys)));
            json_object_del(from, *keys);
        }
    return to;
}

static json_t *entries_move(json_t *from, const char *list, const char *const *keys)
{
    json_t *to = json_array();
    foreach_json (entry, json_object_get(from, list))
        json_value_append(&to, members_move(entry, keys));
    return to;
}

static char *line_dump(const json_t *json)
{
    OWNED char *text = json_value_dump(json, JSON_COMPACT | JSON_REAL_PRECISION(DIGITS));
    return text_make("%s\n", text);
}

/* Adds the line of a form, and its hash to the row. */
static void form_add(struct text *text, json_t *form, json_t **row)
{
    char sha256[SHA256_TEXT_BYTES];
    OWNED char *line = line_dump(form);
    sha256_text(line, strlen(line), sha256);
    sha256[ROW_HASH_BYTES - 1] = 0;
    json_auto_t *named = json_pack("{s:s}", "form", sha256);
    json_value_update(&named, form);
    json_value_append_in(row, "forms", json_string(sha256));
    OWNED char *whole = line_dump(named);
    text_add(text, whole);
}

char *row_lines(const struct run *row, char **forms)
{
    struct text text = { 0 };
    /* row_create() made it: the run is the first member of what the table describes. */
    json_auto_t *whole = field_json(row, row_fields);
    json_t *common = json_object();
    json_value_set(&whole, "forms", json_array());
    form_add(&text, members_move(whole, form_claims), &whole);
    if (json_object_get(whole, "kernels"))
        form_add(&text, members_move(whole, form_kernels), &whole);
    json_value_set(&common, "cases", entries_move(whole, "cases", form_cases));
    json_value_set(&common, "times", entries_move(whole, "times", form_times));
    form_add(&text, common, &whole);
    *forms = text_take(&text);
    return line_dump(whole);
}

/* Lays a row over one of its forms. False where lists are not of one length. */
static bool form_join(json_t *row, const json_t *form)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)form, key, value)
    {
        json_t *own = json_object_get(row, key);
        if (!json_is_array(own) && strcmp(key, "form") != 0)
            json_object_set(row, key, value);
        if (!json_is_array(own))
            continue;
        if (json_array_size(own) != json_array_size(value))
            return false;
        foreach_json (entry, own)
            if (json_object_update(entry, json_array_get(value, entry_at)) != 0)
                return false;
    }
    return true;
}

/* Whether this build has other kernels than these, or none says which they are. */
static bool kernels_changed(const struct run *row, const struct run_case *c)
{
    const struct run_kernel *all = c->kernel_count > 0 ? run_kernel_find(row, c->kernels[0]) : NULL;
    bool changed = run_kernel_built && c->kernel_count > 0 && (!all || all->of_count == 0);
    for (size_t i = 0; all && i < all->of_count; i++) {
        char name[256];
        const char *space = strchr(all->of[i], ' ');
        snprintf(name, sizeof(name), "%.*s", space ? (int)(space - all->of[i]) : 0, all->of[i]);
        changed = changed || run_kernel_changed(name, space ? space + 1 : "");
    }
    return changed;
}

/* A row from its line; NULL with a message. */
static struct run *row_read(const json_t *json, const char *path)
{
    struct run *run = row_create(NULL);
    struct row *row = (struct row *)run;
    struct run_reading reader = {
        .arena = &run->arena, .path = path, .what = "", .name = "", .format = "file of rows"
    };
    const struct json_reader document = { .reader = &reader, .json = json };
    if (!json_is_object(json))
        json_reader_fault(&document, NULL, "a line is not an object");
    else if (strcmp(json_value_text_of(json, "row_version"), version) != 0)
        json_reader_fault(&document, "row_version",
                          " is not \"%s\": this claimcheck reads no other", version);
    field_clear(run, head_fields);
    field_read(&document, row_fields, row);
    run->context.fault = run->context.layers = "";
    run->row = &row->own;
    run->path = row->own.file;
    foreach (const struct row_times, times, row->own.times, row->own.times_count)
        for (size_t k = 0; k < times->case_count; k++)
            if (times->cases[k] >= run->case_count)
                json_reader_fault(&document, "times", " is of case %zu, and there are %zu",
                                  times->cases[k], run->case_count);
    if (reader.failed) {
        run_destroy(&run);
        return NULL;
    }
    foreach (struct run_case, c, run->cases, run->case_count) {
        c->kernels_changed = kernels_changed(run, c);
        c->workload_key = case_workload_key(c->workload);
        c->gpu.count = !isnan(c->gpu.median);
        c->wall.count = !isnan(c->wall.median);
        c->time_between.median = c->by_wall ? c->wall.median : c->gpu.median;
        c->unit_floor.bound = c->unit_floor.bound ? c->unit_floor.bound : "";
    }
    return run;
}

/* A line: a form, or a row whose forms stand before it. False with a message. */
static bool line_read(struct row_list *list, json_t *forms, json_t *json, const char *path)
{
    const char *name = json_value_text_of(json, "form");
    if (*name)
        return json_object_set(forms, name, json) == 0;
    foreach_json (wanted, json_object_get(json, "forms")) {
        const char *id = json_string_value(wanted);
        const json_t *form = json_object_get(forms, id ? id : "");
        if (!form || !form_join(json, form))
            return trouble("'%s' is damaged: the row of '%.100s' does not fit its forms", path,
                           json_value_text_of(json, "file"));
    }
    struct run *row = row_read(json, path);
    if (!row)
        return false;
    list->rows = need_room(list->rows, list->count, &list->room, sizeof(struct run *));
    list->rows[list->count++] = row;
    return true;
}

bool row_list_load(struct row_list *list, const char *path)
{
    OWNED char *packed = NULL, *unpacked = NULL;
    size_t size = 0, number = 1;
    if (!disk_load_said(path, &packed, &size))
        return false;
    const char *fault = run_unpack_is_packed(packed, size)
                            ? run_unpack(packed, size, RUN_FILE_BYTES_MAX, &unpacked, &size)
                            : NULL;
    bool good = !fault || trouble("cannot unpack '%s': %s", path, fault);
    json_auto_t *forms = json_object();
    const char *at = unpacked ? unpacked : packed;
    for (const char *end = at + size; at < end && good; number++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        const size_t bytes = (size_t)((stop ? stop : end) - at);
        json_error_t error;
        json_auto_t *json = json_loadb(at, bytes, JSON_REJECT_DUPLICATES, &error);
        if (!json)
            trouble("'%s' is not valid JSON: line %zu, column %d: %s", path, number, error.column,
                    error.text);
        good = json && line_read(list, forms, json, path);
        at += bytes + 1;
    }
    if (!good)
        printable_clean(trouble_buffer());
    return good;
}

bool row_file_is(const char *path)
{
    return text_ends(path, ".jsonl") || text_ends(path, ".jsonl.xz");
}

void row_list_finish(struct row_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        run_destroy(&list->rows[i]);
    free(list->rows);
    *list = (struct row_list){ 0 };
}
