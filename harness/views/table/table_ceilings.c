/* SPDX-License-Identifier: MIT */
#include "harness/analysis/limits/limits.h"
#include "harness/base/need.h"
#include "harness/views/table/table.h"

#include <string.h>

enum { INDENT = 2, TITLE_WIDTH = 10, BYTES_WIDTH = 12, RATE_WIDTH = 10, GAP = 2 };

/* Copying, reading, writing. */
enum { CURVES = 3 };

static const char *const curve_names[CURVES] = { "copy", "read", "write" };

/* Curves of the device, or of threads of the host. */
struct curves {
    const struct run_ceilings_curve *of[CURVES];
};

static double curve_at(const struct run_ceilings_curve *curve, double bytes)
{
    for (size_t i = 0; i < curve->count; i++)
        if (curve->points[i].bytes == bytes)
            return curve->points[i].bytes_per_s;
    return NAN;
}

/* The least working set of any curve above `bytes`; NAN when there is none. */
static double next_bytes(const struct curves *curves, double bytes)
{
    double next = NAN;
    for (int k = 0; k < CURVES; k++)
        foreach (const struct run_ceilings_point, point, curves->of[k]->points,
                 curves->of[k]->count)
            if (point->bytes > bytes)
                next = fmin(point->bytes, next); /* fmin leaves out a NAN */
    return next;
}

static double last_bytes(const struct curves *curves)
{
    double bytes = 0, next;
    while ((next = next_bytes(curves, bytes)) > 0)
        bytes = next;
    return bytes;
}

/* Lines ---------------------------------------------------------------------------------------- */

/* Numbers that stay together with their units. */
#define RATE_TEXT(per_s, unit) table_text_tie(units_format_rate((per_s), (unit), UNITS_ROOM))
#define SIZE_TEXT(bytes) table_text_tie(units_format_bytes((bytes), UNITS_ROOM))

/* "copy 2.61 TB/s", behind what there is; nothing for what was not measured. */
static void add_rate(struct text *line, const char *before, double per_s, const char *unit)
{
    if (per_s > 0)
        text_join(line, ", ", "%s %s", before, RATE_TEXT(per_s, unit));
}

static void add_time(struct text *line, const char *before, double ns)
{
    if (ns > 0)
        text_join(line, ", ", "%s %s", before, table_text_tie(units_format_ns(ns, UNITS_ROOM)));
}

/* Begins a table where none of these columns is open. */
static void table_open(struct sheet *sheet, const struct sheet_column *columns, size_t count)
{
    if (!sheet->table || sheet->table->columns != columns)
        sheet_table(sheet, &(struct sheet_table){ .name = "limits",
                                                  .columns = columns,
                                                  .column_count = count,
                                                  .indent = INDENT,
                                                  .gap = GAP,
                                                  .close = true });
}

/* Finishes the line; nothing of an empty one. */
static void line_view(struct sheet *sheet, const char *title, struct text *line)
{
    static const struct sheet_column columns[] = {
        { .key = "name", .title = "", .width = TITLE_WIDTH }, { .key = "text", .title = "" }
    };
    if (line->length > 0) {
        table_open(sheet, columns, 2);
        SHEET_ROW(sheet, sheet_words(title), sheet_words(text_string(line)));
    }
    text_finish(line);
}

/* Bandwidth ------------------------------------------------------------------------------------ */

/* "copy 2.61 TB/s, read 2.4 TB/s, write 2.9 TB/s in 1 GiB; at most 9 TB/s, read in 4 MiB" */
static void add_memory(struct text *line, const struct curves *curves)
{
    const double last = last_bytes(curves);
    double most = 0, most_bytes = 0;
    const char *most_name = "";
    for (int k = 0; k < CURVES; k++) {
        const struct run_ceilings_curve *curve = curves->of[k];
        add_rate(line, curve_names[k], curve_at(curve, last), "B/s");
        for (size_t i = 0; i < curve->count; i++) {
            if (curve->points[i].bytes_per_s <= most)
                continue;
            most = curve->points[i].bytes_per_s;
            most_bytes = curve->points[i].bytes;
            most_name = curve_names[k];
        }
    }
    if (line->length > 0)
        text_add_format(line, " in %s", SIZE_TEXT(last));
    if (most_bytes != last && most > 0)
        text_add_format(line, "; at most %s, %s in %s", RATE_TEXT(most, "B/s"), most_name,
                        SIZE_TEXT(most_bytes));
}

/* Adds the table of the device, or of so many threads. */
static void bandwidth_view(struct sheet *sheet, const struct curves *curves)
{
    static const struct sheet_column columns[] = {
        { .title = "working set", .width = BYTES_WIDTH },
        { .title = "copy", .type = SHEET_NUMBER, .width = RATE_WIDTH },
        { .title = "read", .type = SHEET_NUMBER, .width = RATE_WIDTH },
        { .title = "write", .type = SHEET_NUMBER, .width = RATE_WIDTH },
    };
    char cells[CURVES][32];
    double bytes = 0;
    while ((bytes = next_bytes(curves, bytes)) > 0) {
        for (int k = 0; k < CURVES; k++)
            units_format_rate(curve_at(curves->of[k], bytes), "B/s", cells[k]);
        table_open(sheet, columns, 1 + CURVES);
        SHEET_ROW(sheet, sheet_words(units_format_bytes(bytes, UNITS_ROOM)), sheet_words(cells[0]),
                  sheet_words(cells[1]), sheet_words(cells[2]));
    }
}

/* Images from the smallest to the largest. */
static void texture_view(struct sheet *sheet, const struct run_ceilings_texture *texture, bool all)
{
    OWNED_TEXT struct text line = { 0 }, rates = { 0 };
    char entry[48];
    const size_t count = texture->curve.count;
    for (size_t i = 0; i < count; i++) {
        const struct run_ceilings_point *point = &texture->curve.points[i];
        if (!all && i > 0 && i + 1 < count)
            continue;
        snprintf(entry, sizeof(entry), "in %s", SIZE_TEXT(point->bytes));
        add_rate(&rates, entry, point->bytes_per_s, "B/s");
    }
    if (rates.length > 0)
        text_add_format(&line, "texel lookups, %.0f bytes each: %s", texture->texel_bytes,
                        text_string(&rates));
    line_view(sheet, "textures", &line);
}

/* Numbers of a line, behind its title. */
struct entry {
    const char *title, *before;
    size_t at;        /* in struct run_ceilings */
    const char *unit; /* of a rate; NULL: it is a time in ns */
};

#define LIMIT(member) offsetof(struct run_ceilings, member)

static void lines_view(struct sheet *sheet, const struct run_ceilings *ceilings,
                       const struct entry *entries, size_t count)
{
    struct text line = { 0 };
    for (size_t i = 0; i < count; i++) {
        const struct entry *entry = &entries[i];
        double value;
        memcpy(&value, (const char *)ceilings + entry->at, sizeof(value));
        if (entry->unit)
            add_rate(&line, entry->before, value, entry->unit);
        else
            add_time(&line, entry->before, value);
        if (i + 1 == count || strcmp(entries[i + 1].title, entry->title) != 0)
            line_view(sheet, entry->title, &line);
    }
}

/* All atomics, or without the patterns whose result nothing uses. */
static void device_view(struct sheet *sheet, const struct run_ceilings *ceilings, bool all)
{
    static const struct entry rates[] = {
        { "operations", "arithmetic", LIMIT(operations_per_s), "/s" },
        { "operations", "not fused", LIMIT(single_per_s), "/s" },
        { "operations", "integers", LIMIT(integer_per_s), "/s" },
        { "operations", "roots", LIMIT(special_per_s), "/s" },
        { "atomics", "one address", LIMIT(atomic_one_per_s), "/s" },
        { "atomics", "many", LIMIT(atomic_many_per_s), "/s" },
        { "atomics", "shared memory", LIMIT(atomic_shared_per_s), "/s" },
    };
    static const struct entry steps[] = {
        { "steps", "dispatch", LIMIT(dispatch_ns), NULL },
        { "steps", "dependent dispatch", LIMIT(dependent_ns), NULL },
        { "steps", "indirect", LIMIT(indirect_ns), NULL },
        { "steps", "fill", LIMIT(fill_ns), NULL },
        { "steps", "copy", LIMIT(copy_ns), NULL },
        { "steps", "round of a group", LIMIT(round_ns), NULL },
        { "steps", "round trip to the host", LIMIT(round_trip_ns), NULL },
        { "launches", "groups", LIMIT(groups_per_s), "/s" },
        { "launches", "vertices", LIMIT(vertices_per_s), "/s" },
        { "launches", "pixels", LIMIT(pixels_per_s), "/s" },
        { "timestamps", "tick", LIMIT(tick_ns), NULL },
        { "timestamps", "a pair with nothing between", LIMIT(empty_ns), NULL },
    };
    const struct curves curves = { { &ceilings->copy, &ceilings->read, &ceilings->write } };
    struct text line = { 0 };
    char entry[48];
    if (all)
        bandwidth_view(sheet, &curves);
    else
        add_memory(&line, &curves);
    line_view(sheet, "memory", &line);
    for (size_t i = 0; i < ceilings->texture_count; i++)
        texture_view(sheet, &ceilings->textures[i], all);
    for (size_t i = 0; i < ceilings->latency_count; i++) {
        snprintf(entry, sizeof(entry), "in %s", SIZE_TEXT(ceilings->latencies[i].bytes));
        add_time(&line, entry, ceilings->latencies[i].ns);
    }
    line_view(sheet, "loads", &line);
    lines_view(sheet, ceilings, rates, COUNT_OF(rates));
    for (int i = 0; all && i < BENCH_ATOMICS_COUNT; i++)
        add_rate(&line, bench_atomics_names[i], ceilings->atomics[i].dropped_per_s, "/s");
    line_view(sheet, "no result", &line);
    lines_view(sheet, ceilings, steps, COUNT_OF(steps));
}

/* Adds "about 3.00 TB/s of memory, 63.5 TFLOP/s". */
static void add_limits(struct text *line, const struct curves *curves, double per_s)
{
    const double last = last_bytes(curves);
    double best = 0;
    for (int k = 0; k < CURVES; k++)
        best = fmax(best, curve_at(curves->of[k], last)); /* fmax leaves out a NAN */
    if (best > 0)
        text_add_format(line, " about %s of memory", RATE_TEXT(best, "B/s"));
    if (per_s > 0)
        text_add_format(line, "%s %s", best > 0 ? "," : " about", RATE_TEXT(per_s, "FLOP/s"));
}

void table_ceilings_age(struct text *line, const struct run *run)
{
    enum { MINUTE_S = 60, HOUR_S = 3600 };
    const double age_s =
        units_parse_date(run->session.started) - units_parse_date(run->ceilings.measured);
    if (age_s >= HOUR_S)
        text_add_format(line, ", measured %.0f h ago", age_s / HOUR_S);
    else if (age_s >= MINUTE_S)
        text_add_format(line, ", measured %.0f min ago", age_s / MINUTE_S);
    else if (age_s >= 0)
        text_add(line, ", just measured");
}

void table_limits_text(struct text *line, const struct run *run,
                       const struct run_ceilings *ceilings)
{
    const struct curves device = { { &ceilings->copy, &ceilings->read, &ceilings->write } };
    const struct run_ceilings_threads *most = NULL;
    if (!ceilings_known(ceilings))
        return;
    text_add(line, "device limits");
    table_ceilings_age(line, run);
    text_add(line, ":");
    const size_t bare = line->length;
    add_limits(line, &device, ceilings->operations_per_s);
    for (size_t i = 0; i < ceilings->threads_count; i++)
        if (!most || ceilings->threads[i].count > most->count)
            most = &ceilings->threads[i];
    if (line->length == bare && most) {
        const struct curves host = { { &most->copy, &most->read, &most->write } };
        add_limits(line, &host, most->operations_per_s);
        text_add(line, " of the host");
    }
    if (line->length == bare)
        text_add(line, " neither memory nor arithmetic");
}

void table_ceilings_view(struct sheet *sheet, const struct run_ceilings *ceilings, bool all)
{
    device_view(sheet, ceilings, all);
    foreach (const struct run_ceilings_threads, threads, ceilings->threads,
             ceilings->threads_count) {
        const struct curves curves = { { &threads->copy, &threads->read, &threads->write } };
        OWNED_TEXT struct text line = { 0 }, rates = { 0 };
        text_add_format(&line, "%.0f thread%s: ", threads->count, threads->count > 1 ? "s" : "");
        add_rate(&rates, "arithmetic", threads->operations_per_s, "/s");
        if (!all) {
            add_memory(&rates, &curves);
            text_add(&line, text_string(&rates));
        }
        line_view(sheet, "host", &line);
        if (all) {
            bandwidth_view(sheet, &curves);
            line_view(sheet, "operations", &rates);
        }
    }
    sheet_table_end(sheet);
}

/* Table limits data ---------------------------------------------------------------------------- */

/* The members of an object that say what its numbers, and those below it, belong to. */
enum { KEYS = 3 };
static const char *const keys[KEYS] = { "threads", "texel_bytes", "bytes" };

struct place {
    const char *path;
    double of[KEYS]; /* NAN: none of it */
};

/* Adds the numbers of a value; its flags and texts are no limits. */
static void value_view(struct sheet *sheet, const struct place *place, json_t *value)
{
    struct place inner = *place;
    const char *name;
    json_t *member;
    for (int k = 0; k < KEYS; k++)
        if (json_is_number(json_object_get(value, keys[k])))
            inner.of[k] = json_number_value(json_object_get(value, keys[k]));
    json_object_foreach(value, name, member)
    {
        OWNED_TEXT struct text path = { 0 };
        int k = 0;
        text_add_format(&path, "%s%s%s", place->path, *place->path ? "." : "", name);
        inner.path = path.string;
        while (k < KEYS && strcmp(keys[k], name) != 0)
            k++;
        if (k == KEYS)
            value_view(sheet, &inner, member);
    }
    foreach_json (element, value)
        value_view(sheet, place, element);
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
    json_auto_t *limits = ceilings_json(ceilings);
    SHEET_TABLE(sheet, columns, .name = "limits", .main = true);
    value_view(sheet, &all, limits);
}
