/* SPDX-License-Identifier: MIT */
#include "harness/views/claims/stability_view.h"

#include "harness/base/disk.h"
#include "harness/base/json_value.h"
#include "harness/views/claims/claims_words.h"

#include <math.h>
#include <string.h>

enum { GROUPED = SHEET_IN(SHEET_TEXT) | SHEET_IN(SHEET_HTML) }; /* by claim */

static const struct sheet_column columns[] = {
    { .key = "device" },
    { .key = "claim", .title = "claim", .in = ~GROUPED },
    { .key = "paper", .title = "paper", .in = ~GROUPED },
    { .key = "verdict", .title = "verdict", .width = 14 },
    { .key = "run", .title = "run", .width = 30 },
    { .key = "value", .type = SHEET_NUMBER },
    { .key = "low", .type = SHEET_NUMBER },
    { .key = "high", .type = SHEET_NUMBER },
    { .title = "here" },
};

/* The file, without what all names of run files end in. */
static void run_words(const struct run *run, char name[CLAIMS_WORDS_BYTES])
{
    static const char *const ends[] = { ".gz", ".json" };
    snprintf(name, CLAIMS_WORDS_BYTES, "%s", disk_base_name(run->path));
    for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
        const size_t length = strlen(name), own = strlen(ends[i]);
        if (length > own && strcmp(name + length - own, ends[i]) == 0)
            name[length - own] = 0;
    }
}

/* Rows ----------------------------------------------------------------------------------------- */

/* NULL: the run has no case of it. */
static void entry_view(struct sheet *sheet, const struct claims_each_device *device,
                       const struct claims_each_row *row, const char *run,
                       const struct claims_entry *entry)
{
    static const struct estimate none = { .value = NAN, .interval = { NAN, NAN } };
    const struct estimate *estimate = entry && entry->decided ? &entry->decided->estimate : &none;
    char here[CLAIMS_WORDS_BYTES] = "no case of it", paper[CLAIMS_WORDS_BYTES];
    if (entry)
        claims_words_here(entry, true, here);
    claims_words_paper(row->together, paper);
    SHEET_ROW(sheet, sheet_words(device->together->name), sheet_words(row->together->claim->id),
              sheet_words(paper), sheet_words(entry ? verdict_name(entry->verdict) : "-"),
              sheet_words(run), sheet_number(estimate->value), sheet_number(estimate->interval.low),
              sheet_number(estimate->interval.high), sheet_words(here));
}

static void row_view(struct sheet *sheet, const struct claims_each_device *device,
                     const struct claims_each_row *row)
{
    char paper[CLAIMS_WORDS_BYTES], name[CLAIMS_WORDS_BYTES];
    claims_words_paper(row->together, paper);
    sheet_group(sheet, "%s, paper: %s%s", row->together->claim->id, paper,
                row->told_apart ? "" : "; told by some runs alone");
    entry_view(sheet, device, row, "together", row->together);
    for (size_t i = 0; i < device->together->run_count; i++) {
        run_words(device->together->runs[i], name);
        entry_view(sheet, device, row, name, row->alone[i]);
    }
}

static void device_view(struct sheet *sheet, const struct claims_each_device *device)
{
    const size_t runs = device->together->run_count;
    char changed[64] = "each run alone says the same";
    if (device->changed > 0)
        snprintf(changed, sizeof(changed), "%zu change%s from run to run", device->changed,
                 device->changed == 1 ? "s" : "");
    sheet_note(sheet, "", "%s: %zu run%s, %zu claim%s with a verdict; %s", device->together->name,
               runs, runs == 1 ? "" : "s", device->judged, device->judged == 1 ? "" : "s", changed);
    sheet_table(
        sheet, &(struct sheet_table){
                   .name = "claims", SHEET_COLUMNS(columns), .main = true, .indent = 2, .gap = 2 });
    for (size_t i = 0; i < device->row_count; i++)
        if (device->rows[i].changes)
            row_view(sheet, device, &device->rows[i]);
}

void stability_view(struct sheet *sheet, const void *of)
{
    const struct claims_each *each = of;
    for (size_t i = 0; i < each->device_count; i++)
        device_view(sheet, &each->devices[i]);
}

/* JSON ----------------------------------------------------------------------------------------- */

static json_t *entry_json(const struct claims_entry *entry)
{
    json_t *object = json_object();
    const struct claims_pair *pair = entry->decided;
    json_value_set(&object, "verdict", json_value_text(verdict_name(entry->verdict)));
    json_value_set(&object, "reason", json_value_text(entry->reason));
    json_value_set(&object, "value", json_value_number(pair ? pair->estimate.value : NAN));
    json_value_set(&object, "interval_low",
                   json_value_number(pair ? pair->estimate.interval.low : NAN));
    json_value_set(&object, "interval_high",
                   json_value_number(pair ? pair->estimate.interval.high : NAN));
    json_value_set(&object, "samples", pair ? json_value_count(pair->estimate.n) : json_null());
    json_value_set(&object, "processes",
                   pair ? json_value_count(pair->estimate.processes) : json_null());
    json_value_set(&object, "place_low", json_value_number(entry->place_low));
    json_value_set(&object, "place_high", json_value_number(entry->place_high));
    return object;
}

static json_t *row_json(const struct claims_each_row *row, size_t run_count)
{
    json_t *object = json_object(), *alone = json_array();
    for (size_t i = 0; i < run_count; i++)
        json_value_append(&alone, row->alone[i] ? entry_json(row->alone[i]) : json_null());
    json_value_set(&object, "id", json_value_text(row->together->claim->id));
    json_value_set(&object, "changes", json_boolean(row->changes));
    json_value_set(&object, "told_apart", json_boolean(row->told_apart));
    json_value_set(&object, "together", entry_json(row->together));
    json_value_set(&object, "alone", alone);
    return object;
}

static json_t *device_json(const struct claims_each_device *device)
{
    json_t *object = json_object(), *runs = json_array(), *rows = json_array();
    for (size_t i = 0; i < device->together->run_count; i++)
        json_value_append(&runs, json_value_text(disk_base_name(device->together->runs[i]->path)));
    for (size_t i = 0; i < device->row_count; i++)
        json_value_append(&rows, row_json(&device->rows[i], device->together->run_count));
    json_value_set(&object, "device", json_value_text(device->together->name));
    json_value_set(&object, "runs", runs);
    json_value_set(&object, "judged", json_value_count(device->judged));
    json_value_set(&object, "changed", json_value_count(device->changed));
    json_value_set(&object, "claims", rows);
    return object;
}

json_t *stability_json(const struct claims_each *each)
{
    json_t *object = json_object(), *devices = json_array();
    for (size_t i = 0; i < each->device_count; i++)
        json_value_append(&devices, device_json(&each->devices[i]));
    json_value_set(&object, "schema_version", json_integer(1));
    json_value_set(&object, "devices", devices);
    return object;
}
