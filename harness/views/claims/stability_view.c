/* SPDX-License-Identifier: MIT */
#include "harness/views/claims/stability_view.h"

#include "harness/base/disk.h"
#include "harness/base/json_value.h"
#include "harness/base/plural.h"
#include "harness/base/text.h"
#include "harness/record/run/run_file.h"
#include "harness/views/claims/claims_sentence.h"
#include "harness/views/claims/claims_view.h"
#include "harness/views/formats/export_claims.h"

#include <math.h>
#include <string.h>

enum { GROUPED = SHEET_IN(SHEET_TEXT) }; /* by claim */

static const struct sheet_column columns[] = {
    { .key = "device" },
    { .key = "claim", .title = "claim", .in = ~GROUPED },
    { .key = "paper", .title = "paper", .in = ~GROUPED },
    { .key = "verdict", .title = "verdict", .width = 14 },
    { .key = "run", .title = "run", .width = 30 },
    { .key = "r", .type = SHEET_NUMBER },
    { .key = "r_low", .type = SHEET_NUMBER },
    { .key = "r_high", .type = SHEET_NUMBER },
    { .title = "here" },
};

/* The file, without what all names of run files end in. */
static void run_add(struct text *text, const struct run *run)
{
    const char *name = disk_base_name(run->path);
    text_add_bytes(text, name, run_file_stem_bytes(name));
}

/* Rows ----------------------------------------------------------------------------------------- */

static void entry_view(struct sheet *sheet, const struct claims_each_device *device,
                       const struct claims_each_row *row, const char *run,
                       const struct claims_entry *entry)
{
    static const struct claims_pair none = { .r = NAN, .r_interval = { NAN, NAN } };
    const struct claims_pair *pair = entry->readings[0].shown ? entry->readings[0].shown : &none;
    struct text here = { 0 }, paper = { 0 };
    char words[VERDICT_BYTES];
    claims_sentence_measured(entry, &here);
    claims_sentence_paper(row->together, &paper);
    SHEET_ROW(sheet, sheet_words(device->together->name), sheet_words(row->together->claim->id),
              sheet_words(text_string(&paper)), sheet_words(verdict_words(entry->verdict, words)),
              sheet_words(run), sheet_number(pair->r), sheet_number(pair->r_interval.low),
              sheet_number(pair->r_interval.high), sheet_words(text_string(&here)));
    text_finish(&here);
    text_finish(&paper);
}

static void row_view(struct sheet *sheet, const struct claims_each_device *device,
                     const struct claims_each_row *row)
{
    struct text name = { 0 };
    claims_sentence_paper(row->together, &name);
    sheet_group(sheet, "%s, paper: %s%s", row->together->claim->id, text_string(&name),
                row->excludes ? "; a run rules out the joint verdict" : "");
    text_finish(&name);
    entry_view(sheet, device, row, "together", row->together);
    for (size_t i = 0; i < device->together->run_count; i++) {
        if (!row->alone[i])
            continue;
        run_add(&name, device->together->runs[i]);
        entry_view(sheet, device, row, text_string(&name), row->alone[i]);
        text_finish(&name);
    }
}

static void device_view(struct sheet *sheet, const struct claims_each_device *device)
{
    struct text pool = { 0 };
    claims_view_pool(device->together, &pool);
    sheet_note(sheet, "",
               "%s: %s; %zu verdict%s of single runs: %zu differ%s in word from the joint verdict, "
               "%zu share%s no zone with it",
               device->together->name, text_string(&pool), device->judged,
               plural(device->judged, "", "s"), device->differed, plural(device->differed, "s", ""),
               device->excluded, plural(device->excluded, "s", ""));
    text_finish(&pool);
    sheet_table(
        sheet, &(struct sheet_table){
                   .name = "claims", SHEET_COLUMNS(columns), .main = true, .indent = 2, .gap = 2 });
    for (size_t i = 0; i < device->row_count; i++)
        if (device->rows[i].differs)
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
    json_t *object = json_object(), *pairs = json_array();
    const struct claims_pair *pair = entry->readings[0].shown;
    char words[VERDICT_BYTES];
    json_value_set(&object, "verdict", json_value_text(verdict_words(entry->verdict, words)));
    json_value_set(&object, "reason", json_value_text(entry->reason));
    json_value_set(&object, "r", json_value_number(pair ? pair->r : NAN));
    json_value_set(&object, "r_low", json_value_number(pair ? pair->r_interval.low : NAN));
    json_value_set(&object, "r_high", json_value_number(pair ? pair->r_interval.high : NAN));
    json_value_set(&object, "samples", pair ? json_value_count(pair->estimate.n) : json_null());
    json_value_set(&object, "processes",
                   pair ? json_value_count(pair->estimate.processes) : json_null());
    for (size_t i = 0; i < entry->reading_count; i++)
        for (size_t k = 0; k < entry->readings[i].pair_count; k++)
            json_value_append(&pairs, export_claims_pair_json(&entry->readings[i].pairs[k]));
    json_value_set(&object, "pairs", pairs);
    return object;
}

static json_t *row_json(const struct claims_each_row *row, size_t run_count)
{
    json_t *object = json_object(), *alone = json_array();
    for (size_t i = 0; i < run_count; i++)
        json_value_append(&alone, row->alone[i] ? entry_json(row->alone[i]) : json_null());
    json_value_set(&object, "id", json_value_text(row->together->claim->id));
    json_value_set(&object, "differs", json_boolean(row->differs));
    json_value_set(&object, "excludes", json_boolean(row->excludes));
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
    json_value_set(&object, "differed", json_value_count(device->differed));
    json_value_set(&object, "excluded", json_value_count(device->excluded));
    json_value_set(&object, "claims", rows);
    return object;
}

json_t *stability_json(const struct claims_each *each)
{
    json_t *object = json_object(), *devices = json_array();
    for (size_t i = 0; i < each->device_count; i++)
        json_value_append(&devices, device_json(&each->devices[i]));
    json_value_set(&object, "schema_version", json_integer(2));
    json_value_set(&object, "devices", devices);
    return object;
}
